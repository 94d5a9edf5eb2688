import FilmzDomain

/// The options that filter films by their facts.
///
/// A search text can contain the same filters, such as `year:1999` for `--year 1999`.
struct FactFilters: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option(
      "--year", \.year, as: "years", kind: .years,
      "Years, such as 1999, 1990-1999, \">1990\" or 1990s."),
    .option(
      "--type", \.type, as: "types", kind: .mediaTypes,
      "Films of any of these types, such as movie,series."),
    .option(
      "--genre", \.genre, as: "genres", kind: .genres,
      "Films of any of these genres; +a,+b requires all of them."),
    .option(
      "--rating", \.rating, as: "rating",
      "A rating, such as 8, 7-8 or \">7.5\": your own, or IMDb's in `search`."),
    .option("--imdb", \.imdb, as: "rating", "IMDb's rating, such as 7-8 or \">7.5\"."),
    .option("--votes", \.votes, as: "count", "IMDb votes; 10k means 10,000 or more."),
    .option("--runtime", \.runtime, as: "minutes", "Runtime in minutes, such as 90-120."),
    .option("--director", \.director, as: "name", kind: .person, "Films by this director."),
    .option("--actor", \.actor, as: "name", kind: .person, "Films with this actor."),
    .option(
      "--person", \.person, as: "name", kind: .person, "Films that this person worked on."),
  ]

  var year: [Word] = []
  var type: [Word] = []
  var genre: [Word] = []
  var rating: [Word] = []
  var imdb: [Word] = []
  var votes: [Word] = []
  var runtime: [Word] = []
  var director: [Word] = []
  var actor: [Word] = []
  var person: [Word] = []

  /// The filters that were given, each with the name of its field.
  ///
  /// An option that was given several times has one element for each value.
  var typedFilters: [(name: String, value: Word)] {
    [
      ("year", year), ("type", type), ("genre", genre), ("rating", rating), ("imdb", imdb),
      ("votes", votes), ("runtime", runtime), ("director", director), ("actor", actor),
      ("person", person),
    ].flattened
  }
}

extension [(String, [Word])] {
  /// The values of all lists, each paired with the name of its list.
  var flattened: [(name: String, value: Word)] {
    flatMap { name, values in values.map { (name, $0) } }
  }
}

extension FilmFilter {
  /// Narrows the filter by the values of options.
  mutating func narrow(
    by options: [(name: String, value: Word)], in scope: FilterScope
  ) throws(DomainError) {
    for (name, value) in options {
      let shown = name == FilterField.markName ? "--\(value.text)" : "--\(name) \(value.text)"
      try narrow(name, to: value.text, in: scope, shown: shown)
    }
  }
}

extension FilterText {
  /// Parses the words of a command.
  ///
  /// A word that is quoted as a whole is text, not a filter. In single-command mode, however, filters are
  /// also read inside a quoted word: the calling shell has removed the quotes, so it may have been typed
  /// as `"dune year:1984"` or `director:"akira kurosawa"`.
  init(
    typed words: [Word], in scope: FilterScope, _ mode: Session.Mode
  ) throws(DomainError) {
    guard mode == .singleCommand else {
      self = try FilterText(words, in: scope)
      return
    }
    self = try FilterText(words.flatMap { Self.parts(of: $0, in: scope) }, in: scope)
  }

  /// Returns the text and the filters that a word contains.
  ///
  /// The value of a filter extends to the next filter or, if it would be invalid then, to the next space.
  private static func parts(of word: Word, in scope: FilterScope) -> [Word] {
    var parts: [[Substring]] = []
    for part in word.text.split(separator: " ") {
      if parts.isEmpty || partialFilter(String(part), in: scope) != nil {
        parts.append([part])
      } else {
        parts[parts.count - 1].append(part)
      }
    }
    guard parts.contains(where: { partialFilter(String($0[0]), in: scope) != nil }) else {
      return [word]
    }
    return parts.flatMap { words -> [Word] in
      let text = words.joined(separator: " ")
      guard let (field, value) = partialFilter(text, in: scope) else {
        return [Word(text, isQuoted: true)]
      }
      var filter = FilmFilter()
      let isValid: Void? = try? filter.narrow(field.name, to: String(value), in: scope, shown: text)
      guard isValid == nil, words.count > 1 else { return [Word(text)] }
      return [
        Word(String(words[0])), Word(words.dropFirst().joined(separator: " "), isQuoted: true),
      ]
    }
  }
}

extension FilmOrder {
  /// Returns the sort keys of a scope for completion.
  ///
  /// Each key except `random` is also returned with a leading `-`.
  static func choices(in scope: FilterScope) -> [String] {
    names(in: scope).flatMap { $0 == Key.random.rawValue ? [$0] : [$0, "-" + $0] }
  }
}
