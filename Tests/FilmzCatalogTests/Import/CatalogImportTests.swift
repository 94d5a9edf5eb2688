import FilmzDomain
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzCatalog

/// Complete imports of datasets.
@Suite struct CatalogImportTests {
  private static let titles = [
    DatasetRow.title(1, "Zorbal", original: "Der Zorbal", 1961, genres: "Drama,Mystery"),
    DatasetRow.title(2, "Zorbal Streets", 1999, type: "tvSeries", endYear: 2003, runtime: nil),
    DatasetRow.title(3, "Zorbal Short", nil, type: "tvShort", genres: "\\N"),
    DatasetRow.title(4, "Zorbal Pilot", type: "tvEpisode"),
    DatasetRow.title(5, "Zorbal Play", type: "videoGame"),
    DatasetRow.title(6, "Zorbal Nights", isAdult: true),
    DatasetRow.title(12_345_678, "Zorbal Film", type: "tvMovie"),
  ]

  private static func ids(_ folder: ScratchFolder, _ text: String = "zorbal") async throws -> [Int] {
    try await folder.source().search(SearchQuery(text: text), page: 1).films
      .compactMap { $0.id.imdbNumber.map(Int.init) }
      .filter { $0 < 100 || $0 == 12_345_678 }.sorted()
  }

  @Test(
    "Options select episodes, adult titles, and types",
    arguments: [
      (false, false, nil, [1, 2, 3, 12_345_678]), (true, false, nil, [1, 2, 3, 4, 12_345_678]),
      (false, true, nil, [1, 2, 3, 6, 12_345_678]), (false, false, [.movie], [1, 12_345_678]),
      (true, false, [.movie], [1, 4, 12_345_678]), (false, false, [.game, .series], [2, 5]),
      (true, true, [.tvMovie, .movie], [1, 4, 6, 12_345_678]),
    ] as [(Bool, Bool, Set<MediaType>?, [Int])])
  func optionsSelectTitles(
    episodes: Bool, adult: Bool, types: Set<MediaType>?, expected: [Int]
  ) async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      var options = CatalogImport.Options()
      options.includesEpisodes = episodes
      options.includesAdult = adult
      options.types = types
      let info = try await folder.importCatalog(options)
      #expect(info.titles == expected.count)
      #expect(info.types.map(\.count).reduce(0, +) == expected.count)
      #expect(try await Self.ids(folder) == expected)
      #expect(
        try folder.files().filter { $0.hasPrefix("home") && !$0.hasSuffix(".lock") }
          == ["home/catalog.sqlite"])
      #expect(try folder.mode(of: "home/catalog.sqlite") == 0o600)
    }
  }

  @Test("The catalog contains the facts of the files")
  func factsAreImported() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      try folder.write(.ratings, [DatasetRow.rating(1, "8.1", 12_345)])
      let info = try await folder.importCatalog()
      #expect(info.importedAt == Date(timeIntervalSince1970: 1_800_000_000))
      #expect(info.files.map(\.name) == ["title.ratings.tsv", "title.basics.tsv"])
      #expect(info.files.map(\.rows) == [1, 7])
      #expect(info.bytes > 0)
      let source = try await folder.source()
      let film = try #require(try await source.film(id: FilmID(imdbNumber: 1)))
      #expect(film.title == "Zorbal" && film.originalTitle == "Der Zorbal")
      #expect(film.year == 1961 && film.runtimeMinutes == 100 && film.type == .movie)
      #expect(film.genres == ["Drama", "Mystery"])
      #expect(film.imdbRating?.tenths == 81 && film.imdbVotes == 12_345)
      #expect(film.origin == .catalog && film.isComplete)
      let series = try #require(try await source.film(id: FilmID(imdbNumber: 2)))
      #expect(series.endYear == 2003 && series.runtimeMinutes == nil && series.type == .series)
      #expect(series.originalTitle == nil && series.imdbRating == nil && series.imdbVotes == nil)
      let short = try #require(try await source.film(id: FilmID(imdbNumber: 3)))
      #expect(short.year == nil && short.genres == [] && short.type == .short)
      let long = FilmID(imdbNumber: 12_345_678)
      #expect(long.rawValue == "tt12345678")
      #expect(try await source.film(id: long)?.type == .tvMovie)
    }
  }

  @Test("Malformed lines are counted, and the others are imported")
  func malformedLinesAreCounted() async throws {
    try await ScratchFolder.with { folder in
      let bad = [
        "tt9\tmovie\tbroken", "x", "", DatasetRow.title(0, "Zorbal Nil"),
        DatasetRow.title(21, "Zorbal Kind", type: "opera"), DatasetRow.title(22, ""),
        DatasetRow.title(23, "Zorbal Year", 19_999),
        DatasetRow.title(24, "Zorbal").replacing("\t0\t", with: "\t2\t"),
      ]
      try folder.write(.basics, Self.titles + bad)
      let info = try await folder.importCatalog()
      #expect(info.titles == 4)
      #expect(info.files.map(\.rows) == [15])
      #expect(info.files.map(\.malformed) == [8])
    }
  }

  @Test("Of titles with the same id, the first one is imported")
  func duplicateIDsAreIgnored() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(
        .basics,
        [
          DatasetRow.title(1, "Zorbal"), DatasetRow.title(2, "Other"),
          DatasetRow.title(1, "Zorbal Two"),
        ])
      try folder.write(.ratings, [DatasetRow.rating(1, "8.1", 5000)])
      let info = try await folder.importCatalog()
      #expect(try await Self.ids(folder) == [1])
      let films = try await folder.source().films(titled: "zorbal", year: nil)
      #expect(films.map(\.title) == ["Zorbal"])
      #expect(info.types.map(\.count) == [2])
      #expect(info.titles == 2)
    }
  }

  @Test("Titles are found by local titles and original titles")
  func localTitlesAreSearched() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      try folder.write(
        .akas,
        [
          DatasetRow.aka(1, "Le fabuleux zorbal"), DatasetRow.aka(1, "Le fabuleux zorbal"),
          DatasetRow.aka(2, "七人の侍ゾ"), DatasetRow.aka(99, "Nobody's"), "tt1\tx",
        ])
      let info = try await folder.importCatalog()
      #expect(info.files.last?.rows == 5 && info.files.last?.malformed == 1)
      #expect(try await Self.ids(folder, "le fabuleux zorbal") == [1])
      #expect(try await Self.ids(folder, "der zorbal") == [1])
      let source = try await folder.source()
      let local = try await source.films(titled: "七人の侍ゾ", year: nil)
      #expect(local.compactMap(\.id.imdbNumber) == [2])
    }
  }

  @Test("People of crew and principals are searched, and listed in order")
  func peopleAreImported() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      try folder.write(
        .ratings, [DatasetRow.rating(1, "8.1", 500), DatasetRow.rating(2, "8.1", 900)])
      try folder.write(
        .crew,
        ["tt0000001\tnm0000001,nm0000002\tnm0000003", "tt0000002\t\\N\t\\N", "tt77\tnm1\t\\N"])
      try folder.write(
        .principals,
        [
          DatasetRow.principal(1, 5, "actress"), DatasetRow.principal(1, 4, "actor"),
          DatasetRow.principal(1, 1, "director"), DatasetRow.principal(2, 4, "self"),
          DatasetRow.principal(2, 6, "composer"), DatasetRow.principal(77, 7, "actor"), "x",
        ])
      try folder.write(
        .names,
        [
          DatasetRow.name(1, "Qarl Vexim"), DatasetRow.name(2, "Bine Vexim"),
          DatasetRow.name(3, "Wrix Ter"), DatasetRow.name(4, "Toshirō Zifune"),
          DatasetRow.name(5, "Anna Zifune"), DatasetRow.name(6, "Qarl Note"),
          DatasetRow.name(7, "Not Needed"),
        ])
      let info = try await folder.importCatalog()
      #expect(info.people == 6)
      let source = try await folder.source()
      let film = try #require(try await source.film(id: FilmID(imdbNumber: 1)))
      #expect(film.directors == ["Qarl Vexim", "Bine Vexim"])
      #expect(film.writers == ["Wrix Ter"])
      #expect(film.actors == ["Anna Zifune", "Toshirō Zifune"])
      func search(_ change: (inout FilmFilter) -> Void) async throws -> [Int] {
        var filter = FilmFilter()
        change(&filter)
        return try await source.search(SearchQuery(text: "", filter: filter), page: 1).films
          .compactMap { $0.id.imdbNumber.map(Int.init) }.filter { $0 < 10 }
      }
      #expect(try await search { $0.people = ["toshiro zifune"] } == [2, 1])
      #expect(try await search { $0.actors = ["zifune"] } == [2, 1])
      #expect(try await search { $0.directors = ["zifune"] } == [])
      #expect(try await search { $0.directors = ["vexim"] } == [1])
      #expect(try await search { $0.people = ["Qarl Note"] } == [2])
      #expect(try await search { $0.people = ["vexim zif"] } == [])
      #expect(
        try await search {
          $0.actors = ["zifune"]
          $0.directors = ["bine"]
        } == [1])
      #expect(try await search { $0.people = ["not needed"] } == [])
    }
  }

  @Test("Names are not imported without crew and principals")
  func namesAloneAreNotImported() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      try folder.write(.names, [DatasetRow.name(1, "Qarl Vexim")])
      let info = try await folder.importCatalog()
      #expect(info.people == 0)
      #expect(info.files.map(\.name) == ["title.basics.tsv"])
    }
  }

  @Test("If the options exclude all titles, the previous catalog is kept")
  func importWithoutTitlesIsAnError() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      var options = CatalogImport.Options()
      options.types = []
      await #expect(throws: CatalogError.self) { try await folder.importCatalog(options) }
      #expect(try await folder.source().origin == .starter)
    }
  }

  @Test("A search for people fails if no people were imported")
  func missingPeopleAreReported() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      try await folder.importCatalog()
      var filter = FilmFilter()
      filter.actors = ["vexim qarl"]
      let source = try await folder.source()
      await #expect(throws: CatalogError.peopleMissing) {
        try await source.search(SearchQuery(text: "", filter: filter), page: 1)
      }
    }
  }

  @Test("Progress increases to all bytes and all lines")
  func progressIncreases() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, Self.titles)
      try folder.write(.ratings, [DatasetRow.rating(1, "8.1", 5)])
      let steps = Mutex<[CatalogImport.Progress]>([])
      _ = try await CatalogImport(
        paths: [folder.path(of: "imdb")], options: .init(), into: folder.catalog, now: { .now }
      ).run { step in steps.withLock { $0.append(step) } }
      let progress = steps.withLock { $0 }
      #expect(progress.map(\.file) == ["title.ratings.tsv", "title.basics.tsv", nil])
      #expect(progress.map(\.bytes) == progress.map(\.bytes).sorted())
      #expect(progress.last?.bytes == progress.last?.totalBytes)
      #expect(progress.last?.rows == 10)
    }
  }
}
