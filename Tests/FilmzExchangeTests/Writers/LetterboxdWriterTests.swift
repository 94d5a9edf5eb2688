import FilmzDomain
import FilmzExchange
import Testing

struct LetterboxdWriterTests {
  private static func export(
    _ films: ExportedFilm..., lists: [ExportedList] = []
  ) -> ExportResult {
    LetterboxdWriter.export(ExportedCollection(films: films, lists: lists))
  }

  @Test func filesHaveTheColumnsOfTheImporter() {
    let result = Self.export(.sample(viewings: [.sample("2024-05-01", note: "a \"b\",\nc")]))
    #expect(
      result.text("watched.csv") == """
        imdbID,Title,Year,Rating10,WatchedDate,Rewatch,Tags,Review
        tt0113277,Heat,1995,,2024-05-01,false,,"a ""b"",
        c"

        """)
    #expect(result.files.map(\.rows) == [1] && result.films == 1 && result.viewings == 1)
  }

  /// Each case has the film's rating, its viewings as dates and ratings, and the ratings, dates and rewatches of the
  /// rows.
  @Test(
    arguments: [
      (80, [("2020-01-01", nil)], ["8 2020-01-01 false"]),
      (
        80, [("2021-01-01", nil), ("2020-01-01", nil)],
        [" 2020-01-01 false", "8 2021-01-01 true"]
      ),
      (
        80, [("2020-01-01", 70), ("2021-01-01", nil)], ["7 2020-01-01 false", "8 2021-01-01 true"]
      ),
      (
        80, [("2020-01-01", nil), ("2021-01-01", 70)],
        [" 2020-01-01 false", "7 2021-01-01 true", "8  "]
      ),
      (80, [("2020-01-01", 80)], ["8 2020-01-01 false"]),
      (80, [], ["8  "]),
      (nil, [("2020-01-01", 70)], ["7 2020-01-01 false"]),
      (80, [("2020-01-01", nil), (nil, nil)], ["  false", "8 2020-01-01 false"]),
      (80, [("2020-01-01", nil), (nil, nil), ("2021", nil)], ["  false", " 2020-01-01 false", "8  true"]),
      (80, [(nil, nil)], ["8  false"]),
      (nil, [("2020-01", nil), ("2019", nil)], ["  false", "  true"]),
    ] as [(Int?, [(String?, Int?)], [String])])
  func viewingsAreRows(rating: Int?, viewings: [(String?, Int?)], rows: [String]) throws {
    let film = ExportedFilm.sample(
      rating: rating, viewings: viewings.map { .sample($0.0, rating: $0.1) })
    let records = try Self.export(film).records("watched.csv")
    #expect(records.map { $0[3...5].joined(separator: " ") } == rows)
  }

  @Test(
    arguments: [
      (0, "1", 1), (4, "1", 1), (10, "1", 0), (14, "1", 1), (15, "2", 1), (75, "8", 1),
      (84, "8", 1), (90, "9", 0), (95, "10", 1), (100, "10", 0),
    ])
  func ratingsAreRoundedAndCounted(tenths: Int, text: String, count: Int) throws {
    let result = Self.export(.sample(rating: tenths, viewings: [.sample(rating: tenths)]))
    #expect(try result.records("watched.csv").map { $0[3] } == [text])
    #expect(result.loss == .sample(ratings: count))
  }

  @Test(
    arguments: [
      (nil, "", 0), ("2024", "", 1), ("2024-05", "", 1), ("2024-05-01", "2024-05-01", 0),
    ] as [(String?, String, Int)])
  func onlyDaysAreDates(date: String?, text: String, count: Int) throws {
    let result = Self.export(.sample(viewings: [.sample(date)]))
    #expect(try result.records("watched.csv").map { $0[4] } == [text])
    #expect(result.loss == .sample(dates: count))
  }

  @Test func tagsAndNoteOfTheFilmAreThoseOfTheLastViewing() throws {
    var film = ExportedFilm.sample(
      viewings: [.sample("2020-01-01"), .sample("2021-01-01", tags: ["Noir"])])
    film.entry.tags = ["noir", "liked"]
    film.entry.notes = "good"
    #expect(
      try Self.export(film).records("watched.csv").map { $0[6...].joined(separator: "|") }
        == ["|", "Noir, liked|good"])
    film.entry.viewings[1].note = "again"
    #expect(
      try Self.export(film).records("watched.csv").map { $0[4...].joined(separator: "|") }
        == ["2020-01-01|false||", "2021-01-01|true|Noir, liked|again", "|||good"])
  }

  @Test func wantedFilmsAndListsAreFilesOfTheirOwn() throws {
    var wanted = ExportedFilm.sample("tt0078748", title: "Alien", year: 1979)
    wanted.entry.tags = ["space"]
    let result = Self.export(
      wanted, .sample(viewings: [.sample()]),
      lists: [.sample("Crime & More!", "tt0113277", "tt0078748"), .sample("Empty")])
    #expect(
      result.fileNames == [
        "watched.csv", "watchlist.csv", "lists/Crime-More.csv", "lists/Empty.csv",
      ])
    #expect(try result.records("watched.csv").map { $0[1] } == ["Heat"])
    #expect(
      try result.records("watchlist.csv") == [
        ["tt0078748", "Alien", "1979", "", "", "", "space", ""]
      ])
    #expect(try result.records("lists/Crime-More.csv").map { $0[1] } == ["Heat", "Alien"])
    #expect(try result.records("lists/Empty.csv").isEmpty)
    #expect(result.films == 2 && result.viewings == 1 && result.lists == 2)
  }

  /// Each case has an id, title, and year, and whether the film can be written.
  @Test(
    arguments: [
      ("tt0113277", nil, nil, true, 0), ("tmdb:movie:949", "Heat", 1995, true, 1),
      ("tmdb:movie:949", "Heat", nil, true, 1), ("own:X", nil, nil, false, 1),
    ] as [(String, String?, Int?, Bool, Int)])
  func filmWithoutIDNeedsATitle(
    id: String, title: String?, year: Int?, isWritten: Bool, count: Int
  ) throws {
    let film = ExportedFilm.sample(id, title: title, year: year, viewings: [.sample()])
    let result = Self.export(film, lists: [.sample("a", id)])
    #expect(try result.records("watched.csv").count == (isWritten ? 1 : 0))
    #expect(try result.records("lists/a.csv").count == (isWritten ? 1 : 0))
    #expect(result.loss == .sample(withoutID: count) && result.films == (isWritten ? 1 : 0))
  }

  @Test func aliasOfIMDbIsTheID() throws {
    let film = ExportedFilm.sample("tmdb:movie:949", alias: "tt0113277", viewings: [.sample()])
    let result = Self.export(film, lists: [.sample("a", "tt0113277")])
    #expect(try result.records("watched.csv").map { $0[0] } == ["tt0113277"])
    #expect(try result.records("lists/a.csv").map { $0[1] } == ["Heat"])
    #expect(result.loss == .sample())
  }

  @Test func episodesAreLeftOut() throws {
    let result = Self.export(
      .sample("tt2301451", type: .episode, viewings: [.sample("2024")]),
      .sample("tt2301452", type: .episode), lists: [.sample("a", "tt2301451")])
    #expect(result.fileNames == ["watched.csv", "lists/a.csv"])
    #expect(result.files.map(\.rows) == [0, 0])
    #expect(result.loss == .sample(episodes: 2) && result.films == 0 && result.viewings == 0)
  }

  @Test(arguments: [
    (1900, [1900]), (1901, [1900, 1]), (3800, [1900, 1900]), (3801, [1900, 1900, 1]),
  ])
  func filesAreDivided(count: Int, rows: [Int]) throws {
    let films = (1...count).map { number in
      ExportedFilm.sample(FilmID(imdbNumber: number).rawValue, viewings: [.sample()])
    }
    let list = ExportedList(
      name: "all", createdAt: films[0].entry.addedAt, films: films.map(\.entry.id))
    let result = LetterboxdWriter.export(ExportedCollection(films: films, lists: [list]))
    #expect(result.files.map(\.rows) == rows + rows)
    let numbers = rows.count == 1 ? [""] : (1...rows.count).map { "-\($0)" }
    #expect(
      result.fileNames
        == numbers.map { "watched\($0).csv" } + numbers.map { "lists/all\($0).csv" })
    let ids = try result.importedRows(prefix: "watched").compactMap(\.film.ids.first)
    #expect(ids == films.map(\.entry.id))
  }
}
