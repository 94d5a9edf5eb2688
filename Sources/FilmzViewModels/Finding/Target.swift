package import FilmzDomain

/// A reference to one or more films in the arguments of a command.
package enum Target: Sendable, Hashable {
  /// The selected film.
  case selected
  /// Numbers in the current result set; films with these numbers may not exist.
  case numbers(ClosedRange<Int>)
  case id(FilmID)
  /// A title, which may be followed by a year.
  case title(String)
  /// Two or more unquoted words, which form one title.
  ///
  /// In a single command, whose words the system's shell has split, they can also be several titles of one word each.
  case words([String])
  /// All films of a smart collection.
  case collection(CollectionName)

  /// Parses the arguments of a command; without arguments, the target is the selected film.
  ///
  /// A quoted argument is an id or a whole title. Successive unquoted arguments form one title,
  /// unless each of them is a number, a range, an id, or `.`. An unquoted argument that begins with `@` is a
  /// smart collection.
  ///
  /// - Throws: ``ViewModelError/invalidRange(_:)``, ``ViewModelError/invalidID(_:)``, and
  ///   ``ViewModelError/titleBeginningWithNumber(_:)`` for unquoted words such as `12 angry men`, because a first word of
  ///   digits is always a number.
  package static func parse(_ arguments: [Word]) throws(ViewModelError) -> [Target] {
    guard !arguments.isEmpty else { return [.selected] }
    var targets: [Target] = []
    var unquotedWords: [String] = []
    for argument in arguments {
      if argument.isQuoted {
        targets += try parse(unquotedWords: unquotedWords)
        unquotedWords = []
        targets.append(FilmID(argument.text).map(Target.id) ?? .title(withoutTitlePrefix(argument.text)))
      } else if let name = CollectionName(argument) {
        targets += try parse(unquotedWords: unquotedWords) + [.collection(name)]
        unquotedWords = []
      } else {
        unquotedWords.append(argument.text)
      }
    }
    return targets + (try parse(unquotedWords: unquotedWords))
  }

  /// The prefix of a word that is a title even if it looks like a number or an id.
  package static let titlePrefix = "title:"

  private static func parse(unquotedWords words: [String]) throws(ViewModelError) -> [Target] {
    guard !words.isEmpty else { return [] }
    guard words.count == 1 || words.allSatisfy(isStandalone) else {
      let text = words.joined(separator: " ")
      let firstNumbers = try? numbers(words[0])
      if firstNumbers ?? nil != nil { throw .titleBeginningWithNumber(text) }
      return [text.hasPrefix(titlePrefix) ? .title(withoutTitlePrefix(text)) : .words(words)]
    }
    var targets: [Target] = []
    for word in words { targets += try explicitTargets(word) ?? [.title(withoutTitlePrefix(word))] }
    return targets
  }

  /// Returns whether an unquoted word is a target even next to other words: `.`, an id, numbers, or a smart
  /// collection.
  package static func isStandalone(_ word: String) -> Bool {
    word == "." || FilmID(word) != nil || looksLikeNumbers(word) || CollectionName(Word(word)) != nil
  }

  /// Returns whether a word consists of digits, commas, and hyphens, and has at least one digit.
  private static func looksLikeNumbers(_ word: String) -> Bool {
    word.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "-") }
      && word.utf8.contains(where: \.isDigit)
  }

  /// Returns whether an unquoted word may be a pronoun for the selected film instead of a title.
  package static func isPronoun(_ word: String) -> Bool { ["it", "this", "that"].contains(word.lowercased()) }

  private static func withoutTitlePrefix(_ text: String) -> String {
    text.hasPrefix(titlePrefix) ? String(text.dropFirst(titlePrefix.count)) : text
  }

  /// Returns the targets of a word that is `.`, an id, numbers, or a title with the prefix ``titlePrefix``; `nil` for any
  /// other word.
  ///
  /// - Throws: ``ViewModelError/invalidID(_:)``, ``ViewModelError/invalidRange(_:)``.
  private static func explicitTargets(_ word: String) throws(ViewModelError) -> [Target]? {
    if word == "." { return [.selected] }
    if word.hasPrefix(titlePrefix), word.count > titlePrefix.count { return [.title(withoutTitlePrefix(word))] }
    if let id = FilmID(word) { return [.id(id)] }
    if ["tmdb:", "own:"].contains(where: word.lowercased().hasPrefix) { throw .invalidID(word) }
    return try numbers(word)
  }

  /// Returns the ranges of `3`, `1-4`, or `1-4,7`, and `nil` for a word with other characters.
  private static func numbers(_ word: String) throws(ViewModelError) -> [Target]? {
    guard looksLikeNumbers(word) else { return nil }
    var targets: [Target] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(bounds.count), let first = bounds[0], let last = bounds[bounds.count - 1], first <= last
      else { throw .invalidRange(word) }
      targets.append(.numbers(first...last))
    }
    return targets
  }
}
