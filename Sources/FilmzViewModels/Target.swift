package import FilmzDomain

/// What a word of the user says about which film is meant.
package enum Target: Sendable, Hashable {
  /// The selected film.
  case selected
  /// Numbers of the current result set, as typed.
  case numbers(ClosedRange<Int>)
  case id(FilmID)
  /// A title, perhaps with a year behind it.
  case title(String)

  /// A word as typed, and whether it stood in quotes.
  package struct Word: Sendable, Hashable {
    package let text: String
    package let isQuoted: Bool

    package init(_ text: String, isQuoted: Bool = false) {
      self.text = text
      self.isQuoted = isQuoted
    }
  }

  /// Reads words as targets; with none the selected film is meant.
  ///
  /// A quoted word is a title of its own. A run of other words is one title, unless every one of
  /// them is a number, a range, an id or `.`.
  ///
  /// - Throws: ``ViewModelError/invalidRange(_:)``.
  package static func parse(_ words: [Word]) throws(ViewModelError) -> [Target] {
    guard !words.isEmpty else { return [.selected] }
    var targets: [Target] = []
    var run: [String] = []
    for word in words {
      if word.isQuoted {
        targets += try parse(run: run)
        run = []
        targets.append(FilmID(word.text).map(Target.id) ?? .title(withoutPrefix(word.text)))
      } else {
        run.append(word.text)
      }
    }
    return targets + (try parse(run: run))
  }

  private static let titlePrefix = "title:"

  private static func parse(run: [String]) throws(ViewModelError) -> [Target] {
    guard !run.isEmpty else { return [] }
    guard run.count == 1 || run.allSatisfy(standsAlone) else {
      return [.title(withoutPrefix(run.joined(separator: " ")))]
    }
    var targets: [Target] = []
    for word in run { targets += try clear(word) ?? [.title(withoutPrefix(word))] }
    return targets
  }

  /// Whether a word is a target also beside others: `.`, an id, or what looks like numbers.
  package static func standsAlone(_ word: String) -> Bool {
    word == "." || FilmID(word) != nil || looksLikeNumbers(word)
  }

  private static func looksLikeNumbers(_ word: String) -> Bool {
    word.utf8.allSatisfy { (48...57).contains($0) || $0 == 44 || $0 == 45 }
      && word.utf8.contains { (48...57).contains($0) }
  }

  private static func withoutPrefix(_ text: String) -> String {
    text.hasPrefix(titlePrefix) ? String(text.dropFirst(titlePrefix.count)) : text
  }

  /// The targets of a word that cannot be part of a title, or nothing.
  private static func clear(_ word: String) throws(ViewModelError) -> [Target]? {
    if word == "." { return [.selected] }
    if word.hasPrefix(titlePrefix), word.count > titlePrefix.count {
      return [.title(withoutPrefix(word))]
    }
    if let id = FilmID(word) { return [.id(id)] }
    return try numbers(word)
  }

  /// The ranges of `3`, `1-4` or `1-4,7`; nothing where other characters stand in it.
  private static func numbers(_ word: String) throws(ViewModelError) -> [Target]? {
    guard looksLikeNumbers(word) else { return nil }
    var targets: [Target] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1],
        first <= last
      else { throw .invalidRange(word) }
      targets.append(.numbers(first...last))
    }
    return targets
  }
}
