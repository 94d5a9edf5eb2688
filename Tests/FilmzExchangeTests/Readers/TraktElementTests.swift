import FilmzDomain
import Testing

@testable import FilmzExchange

/// Elements in the shapes of Trakt's export.
struct TraktElementTests {
  private static let movie =
    #""movie":{"title":"Heat","year":1995,"ids":{"trakt":1,"slug":"x","imdb":"tt0113277","tmdb":949}}"#
  private static let show =
    #""show":{"title":"Show","year":2023,"ids":{"tvdb":4,"imdb":null,"tmdb":207250,"tvrage":null}}"#
  private static let episode =
    #""episode":{"season":1,"number":23,"title":"E","ids":{"imdb":"tt31722661","tmdb":5054429}}"#

  private static func row(
    _ members: String..., path: String = "export.json"
  ) throws -> ImportedRow? {
    try TraktElement.row(Array("{\(members.joined(separator: ","))}".utf8), path: path)
  }

  @Test func playIsAViewing() throws {
    let row = try #require(
      try Self.row(
        #""id":9,"watched_at":"2024-05-18T12:00:00.000Z","action":"scrobble""#, Self.movie)
    )
    #expect(
      row.film
        == NamedFilm(
          ids: [FilmID(imdbNumber: 113_277), FilmID(tmdb: .movie, 949)], title: "Heat", year: 1995,
          type: .movie))
    #expect(row.isSeen && !row.isSummary && row.episode == nil)
    #expect(row.viewing?.date?.text.hasPrefix("2024-05-1") == true)
  }

  /// Each case has the member with the number of a play, and the number that is read.
  @Test(
    arguments: [
      (#""id":6930000000,"#, 6_930_000_000), (#""id":"9","#, 9), (#""id":null,"#, nil),
      (#""id":[1],"#, nil), ("", nil),
    ] as [(String, Int?)])
  func samePlayHasTheSameNumberInEveryFile(member: String, id: Int?) throws {
    let play = #"{\#(member)"watched_at":"2024-05-18T12:00:00.000Z",\#(Self.movie)}"#
    for name in ["watched-history-1.json", "watched-history-2.json"] {
      #expect(try ReadFile.rows("[\(play),\(play)]", name: name).map(\.playID) == [id, id])
    }
  }

  /// Each case has the members of an element that is not about a single play.
  @Test(arguments: [
    #""plays":2,"last_watched_at":"2018-05-03T07:44:02.000Z""#,
    #""rated_at":"2021-01-30T12:53:25.000Z","rating":10"#,
    #""rank":3,"listed_at":"2018-12-10T07:52:34.000Z""#,
  ])
  func otherElementsHaveNoNumberOfAPlay(members: String) throws {
    let row = try #require(try Self.row(#""id":9"#, members, Self.movie))
    #expect(row.playID == nil)
  }

  @Test func playOfAnEpisodeNamesTheSeries() throws {
    let row = try #require(
      try Self.row(#""watched_at":"2024-06-14T08:14:51.000Z""#, Self.episode, Self.show))
    #expect(row.film.ids == [FilmID(tmdb: .tv, 207_250)] && row.film.type == .series)
    #expect(row.episode?.ids == [FilmID(imdbNumber: 31_722_661)])
    #expect(row.episode?.type == .episode)
  }

  @Test func sumOfPlaysIsASummary() throws {
    let row = try #require(
      try Self.row(#""plays":7,"last_watched_at":"2018-05-03T07:44:02.000Z""#, Self.movie))
    #expect(row.isSeen && row.isSummary)
  }

  @Test func ratingHasADate() throws {
    let row = try #require(
      try Self.row(#""rated_at":"2021-01-30T12:53:25.000Z","rating":10"#, Self.movie))
    #expect(row.rating == Rating(tenths: 100) && row.date?.text.hasPrefix("2021-01-3") == true)
    #expect(row.isSeen && row.viewing == nil)
  }

  @Test(arguments: [
    ("lists-watchlist.json", true, nil), ("lists.json", false, 3),
    ("x/lists/lists-watchlist-2.json", true, nil), ("watchlist_movies.json", true, nil),
    ("Trakt-Watchlist.json", true, nil), ("watchlist/lists-list-7-noir.json", false, 3),
    ("lists-list-7-watchlist.json", false, 3), ("lists/lists-My-watchlist.json", false, 3),
    ("lists/list-7-watchlist.json", false, 3),
  ])
  func listedFilmIsWantedOrHasAPlace(path: String, isWanted: Bool, position: Int?) throws {
    let row = try #require(
      try Self.row(
        #""rank":3,"listed_at":"2018-12-10T07:52:34.000Z","notes":null"#, Self.movie, path: path))
    #expect(row.isWanted == isWanted && row.position == position && !row.isSeen)
  }

  @Test func viewingOfUnknownDateIsAViewing() throws {
    let row = try #require(try Self.row(#""watched_at":"unknown""#, Self.movie))
    #expect(row.isSeen && row.viewing == ImportedViewing(date: nil))
  }

  /// Each case has the members of a part of a series.
  @Test(arguments: [
    #""type":"season","season":{"number":1,"ids":{"trakt":5,"tmdb":7}}"#, #""type":"season""#,
    #""season":{"number":1}"#, #""type":"episode","episode":7"#,
  ])
  func seasonIsNotTheSeries(members: String) throws {
    let moment = #""rated_at":"2021-01-30T12:53:25.000Z","rating":9"#
    let row = try #require(try Self.row(moment, members, Self.show))
    #expect(row.film.ids == [FilmID(tmdb: .tv, 207_250)] && row.isSeen)
    #expect(row.episode == NamedFilm(type: .episode) && row.rating == Rating(tenths: 90))
    let wanted = try Self.row(
      #""rank":1,"listed_at":"2018-12-10T07:52:34.000Z""#, members, Self.show,
      path: "watchlist_seasons.json")
    #expect(wanted?.episode == NamedFilm(type: .episode) && wanted?.isWanted == true)
  }

  /// Each case has the members of a film, and what they say.
  @Test(
    arguments: [
      (
        #""title":"Heat","year":"1995","ids":{"imdb":113277,"tmdb":"949"}"#,
        NamedFilm(ids: [FilmID(tmdb: .movie, 949)], title: "Heat", year: 1995)
      ),
      (#""title":1917,"year":null,"ids":{"imdb":null,"tmdb":-1}"#, NamedFilm(title: "1917")),
      (#""title":"Heat","year":[1],"ids":"tt0113277""#, NamedFilm(title: "Heat")),
      (#""title":"Heat","year":1e99,"ids":[]"#, NamedFilm(title: "Heat")),
      (
        #""title":{},"ids":{"imdb":"tt0113277","tmdb":1e30}"#,
        NamedFilm(ids: [FilmID(imdbNumber: 113_277)])
      ),
      (
        #""title":" ","ids":{"imdb":"tmdb:tv:5","tmdb":949}"#,
        NamedFilm(ids: [FilmID(tmdb: .movie, 949)])
      ),
    ])
  func membersOfOtherTypesAreLeftOut(members: String, film: NamedFilm) throws {
    let row = try #require(
      try Self.row(
        #""watched_at":"unknown","rank":"x","notes":7,"show":3,"movie":{\#(members)}"#))
    var expected = film
    expected.type = .movie
    #expect(row.film == expected && row.episode == nil)
  }

  @Test(
    arguments: [
      ("\"9\"", 90), ("8.0", 80), ("7.5", 75), ("null", nil),
    ] as [(String, Int?)])
  func ratingIsANumberOrAText(text: String, tenths: Int?) throws {
    let row = try Self.row(
      #""rated_at":"2021-01-30T12:53:25.000Z","rating":\#(text)"#, Self.movie)
    #expect(row?.rating?.tenths == tenths && row?.isSeen == (tenths != nil))
  }

  @Test(arguments: [
    #"{"type":"person","listed_at":"2018-12-10T07:52:34.000Z","person":{"name":"A","ids":{}}}"#,
    #"{"name":"Noir","description":null,"ids":{"trakt":9,"slug":"noir"}}"#,
  ])
  func peopleAndNamesOfListsAreNotImported(text: String) throws {
    #expect(try TraktElement.row(Array(text.utf8), path: "lists-lists.json") == nil)
  }

  /// Each case has an element, and the name, description, number and name in addresses of the list that it names.
  @Test(
    arguments: [
      (
        #"{"name":"On Deck","description":"Next","privacy":"private","item_count":5,"ids":{"trakt":28545752,"slug":"on-deck"}}"#,
        NamedList(
          list: ImportedList(name: "On Deck", description: "Next"), number: 28_545_752,
          slug: "on-deck")
      ),
      (
        #"{"name":1917,"description":" ","ids":{"trakt":"7","slug":null}}"#,
        NamedList(list: ImportedList(name: "1917"), number: 7, slug: nil)
      ),
      (
        #"{"name":"Later","description":"Next","items":[]}"#,
        NamedList(
          list: ImportedList(name: "Later", description: "Next"), number: nil, slug: nil,
          isEmpty: true)
      ),
      (#"{"name":" ","items":[]}"#, nil),
      (#"{"name":" ","ids":{"trakt":9,"slug":"x"}}"#, nil),
      (#"{"username":"ann","name":"Ann","ids":{"slug":"ann"}}"#, nil),
    ] as [(String, NamedList?)])
  func listsAreNamed(text: String, list: NamedList?) throws {
    let noir = #"{"name":"Noir","item_count":0,"ids":{"trakt":9,"slug":"noir"}}"#
    let read = try ReadFile("[\(noir),\(text)]", name: "lists-lists.json")
    let lists = [
      NamedList(list: ImportedList(name: "Noir"), number: 9, slug: "noir", isEmpty: true), list,
    ]
    #expect(read.elements == lists.compactMap { $0.map(ImportedElement.list) })
    #expect(read.file.format == .trakt && read.problems.isEmpty)
  }

  /// Each case has the name of a file, the members of a row with a moment, and those of rows without one.
  @Test(arguments: [
    (
      "ratings_movies.json", #""rated_at":"2021-01-30T12:00:00.000Z","rating":8"#,
      [#""rating":8"#, #""rating":8,"rated_at":null"#, #""rating":8,"rated_at":" ""#]
    ),
    (
      "history_movies.json", #""watched_at":"2021-01-30T12:00:00.000Z","action":"watch""#,
      [#""action":"watch""#, #""type":"movie""#, #""watched_at":"unknown""#]
    ),
    (
      "watchlist_movies.json", #""listed_at":"2021-01-30T12:00:00.000Z","rank":1"#,
      [#""rank":2"#, #""type":"movie""#, #""listed_at":null"#]
    ),
    (
      "watched_movies.json", #""last_watched_at":"2021-01-30T12:00:00.000Z","plays":1"#,
      [#""plays":1"#, #""type":"movie""#, #""last_watched_at":null,"plays":1"#]
    ),
    (
      "export.json", #""rated_at":"2021-01-30T12:00:00.000Z","rating":8"#, [#""rating":8"#]
    ),
  ])
  func missingMomentCostsOnlyTheDate(name: String, dated: String, others: [String]) throws {
    for other in others {
      for members in [[dated, other], [other, dated]] {
        let elements = members.map { "{\($0),\(Self.movie)}" }.joined(separator: ",")
        let file = try ReadFile("[\(elements)]", name: name)
        #expect(file.file.format == .trakt && file.problems.isEmpty)
        var rows = file.rows
        #expect(rows.count == 2 && rows.count { $0.date != nil || $0.viewing?.date != nil } == 1)
        for index in rows.indices {
          rows[index].date = nil
          rows[index].viewing?.date = nil
        }
        #expect(rows.first == rows.last)
      }
    }
  }

  @Test(arguments: [
    ("ratings_movies.json", false), ("history_movies.json", true), ("watchlist_movies.json", false),
    ("watched_movies.json", true), ("lists-noir.json", false),
  ])
  func nameSaysWhatRowsWithoutMomentsAre(name: String, isSeen: Bool) throws {
    let rows = try ReadFile.rows("[{\(Self.movie)}]", name: name)
    #expect(rows.map(\.isSeen) == [isSeen])
  }

  @Test func elementThatSaysNothingIsAProblem() {
    #expect(throws: RowProblem.missing("watched_at, rated_at or listed_at")) { try Self.row(Self.movie) }
  }

  /// Each case has the ids and year of a film, and the reasons why some were left out.
  @Test(arguments: [
    (#""ids":{"imdb":"foo","tmdb":"603"}"#, [RowProblem.invalidValue(column: "imdb", value: "foo")]),
    (#""ids":{"imdb":null,"tmdb":-1}"#, [.invalidValue(column: "tmdb", value: "-1")]),
    (#""year":1700,"ids":{"imdb":"","tmdb":603}"#, [.invalidValue(column: "year", value: "1700")]),
  ])
  func valuesOfTheFilmThatAreLeftOutAreNamed(members: String, problems: [RowProblem]) throws {
    let row = try Self.row(#""rating":7"#, #""movie":{"title":"The Matrix",\#(members)}"#)
    #expect(row?.leftOut == problems && row?.film.title == "The Matrix")
  }

  @Test func ownedFilmIsNotImported() throws {
    #expect(try Self.row(#""collected_at":"2021-02-03T02:14:55.000Z""#, Self.movie) == nil)
  }

  @Test(
    arguments: [
      (#""watched_at":"soon""#, .invalidValue(column: "watched_at", value: "soon")),
      (
        #""rated_at":"2021-01-30T12:53:25.000Z","rating":11"#,
        .invalidValue(column: "rating", value: "11")
      ),
      (
        #""rated_at":"2021-01-30T12:53:25.000Z","rating":"ten""#,
        .invalidValue(column: "rating", value: "ten")
      ),
      (
        #""rated_at":"2021-01-30T12:53:25.000Z","rating":0"#,
        .invalidValue(column: "rating", value: "0")
      ),
      (
        #""rated_at":"2021-01-30T12:53:25.000Z","rating":true"#,
        .invalidValue(column: "rating", value: "true")
      ),
    ] as [(String, RowProblem)])
  func wrongValuesCostOnlyThemselves(members: String, problem: RowProblem) throws {
    let row = try Self.row(members, Self.movie)
    #expect(row?.leftOut == [problem] && row?.rating == nil && row?.viewing?.date == nil)
  }

  @Test(arguments: ["1970-01-01T00:00:00.000Z", "0001-01-01T00:00:00.000Z"])
  func momentThatIsNoneIsUnknown(moment: String) throws {
    let row = try Self.row(#""watched_at":"\#(moment)""#, Self.movie)
    #expect(row?.viewing == ImportedViewing(date: nil) && row?.leftOut == [])
  }

  @Test(
    arguments: [("{}", .noFilm), ("[1]", .notAnObject), ("{", .invalidJSON), ("", .invalidJSON)]
      as [(String, RowProblem)])
  func otherElementsAreProblems(text: String, problem: RowProblem) {
    #expect(throws: problem) { try TraktElement.row(Array(text.utf8), path: "x") }
  }
}

extension TraktElement {
  /// Returns the first row of an element; `nil` if it has none.
  static func row(_ bytes: [UInt8], path: String) throws -> ImportedRow? {
    let elements = try TraktElement(LenientJSON(bytes)).elements(path: path, nil)
    guard case .row(let row) = elements.first else { return nil }
    return row
  }
}
