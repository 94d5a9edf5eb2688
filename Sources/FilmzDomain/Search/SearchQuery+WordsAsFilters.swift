// Words of a text that are filters if no title has them.
extension SearchQuery {
  /// Words before the name of a person, with the filters that they stand for.
  private static let roles: [(words: [String], field: String)] = [
    (["director"], "director"), (["directed", "by"], "director"), (["films", "by"], "director"),
    (["movies", "by"], "director"), (["by"], "director"), (["actor"], "actor"), (["actress"], "actor"),
    (["starring"], "actor"),
    (["films", "with"], "actor"), (["movies", "with"], "actor"), (["person"], "person"),
  ]
  /// Values of the filter for genres by words in addition to the names of ``Genre``.
  private static let genres = [
    "noir": "Film-Noir", "sf": "Sci-Fi", "romantic": "Romance", "animated": "Animation", "biopic": "Biography",
    "historical": "History", "romcom": "+Comedy,+Romance", "rom-com": "+Comedy,+Romance",
  ]
  /// Words for types, which are filters only beside other words that are.
  private static let types = [
    "movie": "movie", "movies": "movie", "film": "movie", "films": "movie", "series": "series", "shows": "series",
  ]
  /// Words that are dropped if nothing else remains.
  private static let smallWords: Set<String> = ["and", "from", "of", "in", "the", "with"]

  /// The query with the words that are genres, decades, years, types, or `unseen` as filters, `horror 1980s`, or with the
  /// name after a role as a filter, `director kubrick`; `nil` if there are no such words, or if they contradict the
  /// filter.
  ///
  /// A year or a type alone is no filter.
  package var readingWordsAsFilters: SearchQuery? {
    guard !isExact, !text.hasSuffix("*") else { return nil }
    let words = text.split(separator: " ").map(String.init)
    let keys = words.map { $0.lowercased() }
    if let role = Self.roles.first(where: { keys.starts(with: $0.words) && keys.count > $0.words.count }) {
      return reading([(role.field, words.dropFirst(role.words.count).joined(separator: " "))], text: "")
    }
    var conditions: [(name: String, value: String)] = []
    var uncertain: [(index: Int, name: String, value: String)] = []
    var rest: [Int] = []
    var index = 0
    while index < keys.count {
      let pair = keys[index...].prefix(2).joined(separator: " ")
      if index + 1 < keys.count, let genre = Self.genre(pair) {
        conditions.append(("genre", genre))
        index += 1
      } else if let genre = Self.genre(keys[index]) {
        conditions.append(("genre", genre))
      } else if let decade = Self.decade(keys[index]) {
        conditions.append(("year", decade))
      } else if Int(year: keys[index]) != nil {
        uncertain.append((index, "year", keys[index]))
      } else if let type = Self.types[keys[index]] {
        uncertain.append((index, "type", type))
      } else if keys[index] == FilterField.unseenMark {
        uncertain.append((index, FilterField.markName, keys[index]))
      } else {
        rest.append(index)
      }
      index += 1
    }
    let isUnseenOnly = rest.isEmpty && uncertain.contains { $0.name == FilterField.markName }
    guard !conditions.isEmpty || isUnseenOnly else { return nil }
    if rest.allSatisfy({ Self.smallWords.contains(keys[$0]) }) {
      rest = []
      conditions += uncertain.map { ($0.name, $0.value) }
    } else {
      rest = (rest + uncertain.map(\.index)).sorted()
    }
    return reading(conditions, text: rest.map { words[$0] }.joined(separator: " "))
  }

  /// The query with the names in its filter as its text, in which they may be misspelt; `nil` if it has no names, or a
  /// text.
  package var readingNamesAsText: SearchQuery? {
    guard text.isEmpty, filter.filtersByPeople else { return nil }
    var filter = filter
    (filter.directors, filter.actors, filter.people) = ([], [], [])
    let names = self.filter.directors + self.filter.actors + self.filter.people
    return SearchQuery(text: names.joined(separator: " "), filter: filter, order: order)
  }

  private func reading(_ conditions: [(name: String, value: String)], text: String) -> SearchQuery? {
    var filter = filter
    do {
      for (name, value) in conditions { try filter.narrow(name, to: value, in: .search, shown: "\(name):\(value)") }
    } catch { return nil }
    return SearchQuery(text: text, filter: filter, order: order)
  }

  /// Returns the value of the filter for the genre that a word in lowercase names in the singular or the plural.
  private static func genre(_ word: String) -> String? {
    let singulars = [
      word, word.hasSuffix("ies") ? word.dropLast(3) + "y" : nil, word.hasSuffix("s") ? String(word.dropLast()) : nil,
    ]
    for name in singulars.compactMap(\.self) {
      if let value = genres[name] { return value }
      if let genre = Genre.names(of: name).first, Genre.all.contains(genre) { return genre }
    }
    return nil
  }

  /// Returns the decade that a word names, `1980s` for `80s`.
  private static func decade(_ word: String) -> String? {
    let digits = word.drop { $0 == "'" || $0 == "’" }
    guard digits.hasSuffix("0s"), let number = Int(digits.dropLast()) else { return nil }
    switch digits.count {
    case 5 where Int(year: digits.dropLast()) != nil: return String(digits)
    case 3: return "\((number < 30 ? 2000 : 1900) + number)s"
    default: return nil
    }
  }
}
