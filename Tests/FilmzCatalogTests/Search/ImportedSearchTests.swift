import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// Searches in an imported catalog.
@Suite struct ImportedSearchTests {
  private static func write(_ folder: ScratchFolder) throws {
    try folder.write(
      .basics,
      [
        DatasetRow.title(
          1, "The Zorbal House", original: "Das Zorbalhaus", 1961, genres: "Drama,War"),
        DatasetRow.title(2, "Zorbal II", 1979), DatasetRow.title(3, "Zorbal", 1976),
        DatasetRow.title(4, "House of Zorbal", 1999, type: "tvSeries", genres: "War"),
        DatasetRow.title(5, "L'Avenzorba", 1960), DatasetRow.title(6, "Qua-Vexi & Wrix", 2001),
        DatasetRow.title(7, "Zorbal", 1931, type: "short"),
        DatasetRow.title(8, "Wrixono 1995", 2003),
        DatasetRow.title(9, "Ångzorbström", nil), DatasetRow.title(10, "QUAX·E", 2008),
      ])
    try folder.write(
      .ratings,
      (1...10).map { DatasetRow.rating($0, "\($0 % 10).5", 100_000 / $0) })
  }

  private static func withCatalog(_ body: (any FilmCatalog) async throws -> Void) async throws {
    try await ScratchFolder.with { folder in
      try write(folder)
      try await folder.importCatalog()
      try await body(try await folder.source())
    }
  }

  private static func ids(_ query: SearchQuery, _ source: any FilmCatalog) async throws -> [Int] {
    var ids: [Int] = []
    var page = 1
    while true {
      let films = try await source.search(query, page: page).films
      ids += films.compactMap { $0.id.imdbNumber.map(Int.init) }.filter { $0 <= 10 }
      guard !films.isEmpty else { return ids }
      page += 1
    }
  }

  @Test(
    "Words are matched in any order, by prefix, and in any spelling",
    arguments: [
      ("zorbal house", [1, 4]), ("house zorbal", [1, 4]), ("zorbal hou", [1, 4]),
      ("das zorbalhaus", [1]), ("ZORBAL HOUSE", [1, 4]), ("zorbal 2", [2]), ("zorbal two", [2]),
      ("zorbal ii", [2]), ("l'avenzorba", [5]), ("lavenzorba", [5]), ("avenzorba", [5]),
      ("l avenzorba", [5]), ("qua vexi and wrix", [6]), ("quavexi", [6]), ("qua-vexi", [6]),
      ("wrix qua", [6]), ("wrixono 1995", [8]), ("angzorbstrom", [9]), ("ångzorb", [9]),
      ("quaxe", [10]), ("quax e", [10]), ("quax-e", [10]), ("house of zorbal", [4]),
    ])
  func wordsAreMatched(text: String, expected: [Int]) async throws {
    try await Self.withCatalog { source in
      let ids = try await Self.ids(SearchQuery(text: text), source)
      #expect(Set(ids) == Set(expected))
      #expect(ids.first == expected.first)
    }
  }

  /// Each case has a text and the titles that it finds; those that it names are the same, unless others are given.
  @Test(
    "A plus sign between words is a word for and, with spaces around it or without",
    arguments: [
      ("zorbal + vexi", [1], nil), ("zorbal & vexi", [1], nil), ("zorbal and vexi", [1], nil),
      ("zorbal+vexi", [1, 3], nil), ("zorbal vexi", [1, 3], nil), ("zorbal+wrix", [2], nil),
      ("zorbal + wrix", [2], nil), ("zorbal and wrix", [2], nil), ("the qua + wrix", [4], nil),
      ("zorbal+vex", [1, 3], []), ("zorbal + vexi 1993", [1], []),
    ] as [(String, [Int], [Int]?)])
  func plusMeansAnd(text: String, found: [Int], named: [Int]?) async throws {
    try await ScratchFolder.with { folder in
      let titles = ["Zorbal+Vexi", "Zorbal + Wrix", "Zorbal Vexi", "Qimb"]
      try folder.write(.basics, (1...4).map { DatasetRow.title($0, titles[$0 - 1], 1992 + $0) })
      try folder.write(.akas, [DatasetRow.aka(4, "Qua+Wrix")])
      try folder.write(.ratings, (1...4).map { DatasetRow.rating($0, "7.0", 100_000 / $0) })
      try await folder.importCatalog()
      let source = try await folder.source()
      #expect(try await Set(Self.ids(SearchQuery(text: text), source)) == Set(found))
      let films = try await source.films(titled: text, year: nil)
      let ids = films.compactMap { $0.id.imdbNumber.map(Int.init) }.filter { $0 <= 4 }
      #expect(Set(ids) == Set(named ?? found))
    }
  }

  @Test(
    "Typos are corrected",
    arguments: [
      ("zrobal house", 1), ("zorbal huose", 1), ("zorbl hosue", 1), ("avenzobra", 5),
      ("angzorbstrm", 9), ("wrixno", 8), ("zorbalhouse", 1), ("wri xono", 8),
    ])
  func typosAreCorrected(text: String, expected: Int) async throws {
    try await Self.withCatalog { source in
      let ids = try await Self.ids(SearchQuery(text: text), source)
      #expect(ids.first == expected)
    }
  }

  @Test(
    "Filters exclude titles, alone and combined",
    arguments: [
      ("year:1976", [3]), ("year:1970..1980", [2, 3]), ("type:movie", [3, 1, 2]),
      ("type:series", [4]), ("type:short", [7]), ("genre:war", [1, 4]), ("rating:>4", [4, 7]),
      ("votes:>=50000", [1, 2]), ("genre:war year:1999", [4]), ("genre:war genre:drama", [1]),
      ("genre:+war,+drama", [1]), ("genre:crime,war", [1, 4]),
      ("genre:comedy", []), ("genre:drama votes:>=50000 year:>1970", [2]),
      ("type:movie rating:<3", [1, 2]), ("year:1900..1910", []),
    ])
  func filtersExcludeTitles(text: String, expected: [Int]) async throws {
    try await Self.withCatalog { source in
      let filter = try FilmFilter(parsing: text)
      let query = SearchQuery(text: "zorbal", filter: filter)
      #expect(Set(try await Self.ids(query, source)) == Set(expected))
      let filterOnly = SearchQuery(text: "", filter: filter)
      // The starter catalog alone can have a thousand matches, which is the maximum.
      guard try await source.search(filterOnly, page: 1).total < 1000 else { return }
      #expect(Set(try await Self.ids(filterOnly, source)).isSuperset(of: expected))
    }
  }

  @Test("Exact titles come first, then titles that begin with the text")
  func exactTitlesComeFirst() async throws {
    try await Self.withCatalog { source in
      let ids = try await Self.ids(SearchQuery(text: "zorbal"), source)
      #expect(ids.prefix(2) == [3, 7])
      #expect(Set(ids) == [1, 2, 3, 4, 7])
    }
  }

  @Test(
    "Films are found by their complete title, with or without its article",
    arguments: [
      ("zorbal house", nil, [1]), ("The Zorbal House", nil, [1]), ("das zorbalhaus", nil, [1]),
      ("zorbal", nil, [3, 7]), ("Zorbal", 1931, [7]), ("zorba", nil, []), ("zorbal ii", nil, [2]),
      ("quaxe", nil, [10]), ("", nil, []),
    ] as [(String, Int?, [Int])])
  func completeTitlesAreFound(title: String, year: Int?, expected: [Int]) async throws {
    try await Self.withCatalog { source in
      let films = try await source.films(titled: title, year: year)
      #expect(films.compactMap { $0.id.imdbNumber.map(Int.init) } == expected)
    }
  }

  @Test(
    "Prefixes are completed, with the most votes first",
    arguments: [
      ("zorb", 10, [1, 2, 3, 7]), ("zorbal", 10, [1, 2, 3, 7]), ("zorbal ", 10, [1, 2, 3, 7]),
      ("zorbal h", 10, [1]), ("the zorb", 10, [1]), ("zorb", 2, [1, 2]), ("house of z", 10, [4]),
      ("zorbalx", 10, []), ("bal", 10, []), ("angzorb", 10, [9]),
    ])
  func prefixesAreCompleted(key: String, limit: Int, expected: [Int]) async throws {
    try await Self.withCatalog { source in
      let films = try await source.films(beginningWith: key, limit: limit)
      let ids = films.compactMap { $0.id.imdbNumber.map(Int.init) }.filter { $0 <= 10 }
      #expect(ids == expected)
    }
  }
}
