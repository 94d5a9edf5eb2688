// Words of a text that are filters if no title has them.
extension SearchQuery {
  /// Words before the name of a person, with the filters that they stand for.
  private static let roles: [(words: [String], field: String)] = [
    (["director"], "director"), (["directed", "by"], "director"), (["films", "by"], "director"),
    (["movies", "by"], "director"), (["by"], "director"), (["actor"], "actor"), (["actress"], "actor"),
    (["starring"], "actor"), (["with"], "actor"), (["featuring"], "actor"),
    (["films", "with"], "actor"), (["movies", "with"], "actor"), (["person"], "person"),
  ]
  /// Values of the filter for genres by words in addition to the names of ``Genre``.
  private static let genres = [
    "noir": "Film-Noir", "sf": "Sci-Fi", "romantic": "Romance", "animated": "Animation", "biopic": "Biography",
    "historical": "History", "romcom": "+Comedy,+Romance", "rom-com": "+Comedy,+Romance",
  ]
  /// Words for types, which are filters only if the text has another word that is a filter.
  private static let types = [
    "movie": "movie", "movies": "movie", "film": "movie", "films": "movie", "series": "series", "shows": "series",
  ]
  /// Words that are dropped if nothing else remains.
  private static let smallWords: Set<String> = ["and", "from", "of", "in", "the", "with", "genre", "genres"]
  /// Decades in words.
  private static let decades = [
    "twenties": "1920s", "thirties": "1930s", "forties": "1940s", "fifties": "1950s", "sixties": "1960s",
    "seventies": "1970s", "eighties": "1980s", "nineties": "1990s", "noughties": "2000s",
  ]
  /// Words before a runtime, with the operators that they stand for.
  private static let runtimeBounds = [
    "under": "<", "below": "<", "less": "<", "shorter": "<", "over": ">", "above": ">", "more": ">", "longer": ">",
  ]
  /// Units of runtimes, in minutes.
  private static let runtimeUnits = [
    "min": 1, "mins": 1, "minute": 1, "minutes": 1, "h": 60, "hour": 60, "hours": 60,
  ]

  /// The query with words of its text as filters; `nil` if there are no such words, or if they contradict the filter.
  ///
  /// These words are genres, decades, years, types, runtimes, and `unseen`, as in `horror 1980s`, or the name after a
  /// role, as in `director kubrick`. A year or a type alone is not a filter.
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
      if let condition = Self.condition(keys[index...]) {
        conditions.append((condition.name, condition.value))
        index += condition.count - 1
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

  /// The query with the names of people in its filter as its text, so that a search finds misspelled names; `nil` if
  /// the filter has no names, or if the query has a text.
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

  /// Returns the value of the filter for the genre that a word in lowercase names, in the singular or the plural; `nil`
  /// if it names none.
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

  /// Returns the filter for the runtime, genre or decade that words in lowercase begin with, and the number of its
  /// words; `nil` if there is none.
  private static func condition(_ words: ArraySlice<String>) -> (name: String, value: String, count: Int)? {
    guard let first = words.first else { return nil }
    if let runtime = runtime(words) { return ("runtime", runtime.value, runtime.count) }
    if words.count > 1, let genre = genre(words.prefix(2).joined(separator: " ")) { return ("genre", genre, 2) }
    return genre(first).map { ("genre", $0, 1) } ?? decade(first).map { ("year", $0, 1) }
  }

  /// Returns the value of the filter for the runtime at the beginning of words, `<100` for `under 100 min` and
  /// `shorter than 100 minutes`, and the number of the words.
  private static func runtime(_ words: ArraySlice<String>) -> (value: String, count: Int)? {
    guard let first = words.first, let bound = runtimeBounds[first] else { return nil }
    let rest = words.dropFirst().first == "than" ? words.dropFirst(2) : words.dropFirst()
    guard let word = rest.first, let number = Int(word), (1...999).contains(number),
      let unit = rest.dropFirst().first.flatMap({ runtimeUnits[$0] })
    else { return nil }
    return ("\(bound)\(number * unit)", words.count - rest.count + 2)
  }

  /// Returns the decade that a word names, `1980s` for `80s` and `eighties`.
  private static func decade(_ word: String) -> String? {
    if let decade = decades[word] { return decade }
    let digits = word.drop { $0 == "'" || $0 == "’" }
    guard digits.hasSuffix("0s"), let number = Int(digits.dropLast()) else { return nil }
    switch digits.count {
    case 5 where Int(year: digits.dropLast()) != nil: return String(digits)
    case 3: return "\((number < 30 ? 2000 : 1900) + number)s"
    default: return nil
    }
  }
}
