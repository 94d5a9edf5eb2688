import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Foundation
import Testing

struct TraktWriterTests {
  private static func export(
    _ films: ExportedFilm..., lists: [ExportedList] = [], timeZone: TimeZone = .gmt
  ) -> ExportResult {
    TraktWriter.export(ExportedCollection(films: films, lists: lists), timeZone: timeZone)
  }

  private static let heat =
    #""type":"movie","movie":{"title":"Heat","year":1995,"ids":{"imdb":"tt0113277","tmdb":949}}"#

  private static func heat(rating: Int? = nil, viewings: [Viewing] = []) -> ExportedFilm {
    .sample(alias: "tmdb:movie:949", rating: rating, viewings: viewings)
  }

  @Test func viewingsAreEntriesOfTheHistory() {
    let result = Self.export(
      Self.heat(viewings: [.sample("2024-05-01"), .sample(), .sample("2023")]))
    #expect(result.fileNames == ["watched/watched-history-1.json"])
    #expect(
      result.text("watched/watched-history-1.json") == """
        [
          {"watched_at":"unknown","action":"watch",\(Self.heat)},
          {"watched_at":"unknown","action":"watch",\(Self.heat)},
          {"watched_at":"2024-05-01T11:00:00.000Z","action":"watch",\(Self.heat)}
        ]

        """)
    #expect(result.loss == .sample(dates: 1) && result.films == 1 && result.viewings == 3)
  }

  @Test func emptyHistoryIsAnEmptyArray() {
    #expect(Self.export().text("watched/watched-history-1.json") == "[]\n")
  }

  /// Each case has the number of hours by which a time zone is ahead of UTC, and the moment for 2024-01-01.
  @Test(
    arguments: [
      (-12, "2024-01-02T01:00:00.000Z"), (-11, "2024-01-01T11:00:00.000Z"),
      (0, "2024-01-01T11:00:00.000Z"), (12, "2024-01-01T11:00:00.000Z"),
      (13, "2023-12-31T23:00:00.000Z"), (14, "2023-12-31T22:00:00.000Z"),
    ])
  func momentIsOnTheDayOfTheUser(hours: Int, moment: String) throws {
    let timeZone = try #require(TimeZone(secondsFromGMT: hours * 3600))
    let result = Self.export(Self.heat(viewings: [.sample("2024-01-01")]), timeZone: timeZone)
    #expect(result.text("watched/watched-history-1.json").contains("\"watched_at\":\"\(moment)\""))
    let date = try Date(
      moment, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
    #expect(PartialDate(day: date, in: timeZone).text == "2024-01-01")
  }

  @Test(arguments: [
    "1870-01-01", "1899-12-31", "1970-01-01", "2000-02-29", "2023-03-01", "2024-12-31",
  ])
  func momentsOfAllYearsAreOnTheDay(day: String) {
    for (hours, expected) in [(0, day + "T11:00:00.000Z"), (13, nil)] {
      let timeZone = TimeZone(secondsFromGMT: hours * 3600) ?? .gmt
      let text = Self.export(Self.heat(viewings: [.sample(day)]), timeZone: timeZone)
        .text("watched/watched-history-1.json")
      let moment = text.split(separator: "\"").dropFirst(3).first.map(String.init)
      if let expected { #expect(moment == expected) }
      let date = moment.flatMap {
        try? Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
      }
      #expect(date.map { PartialDate(day: $0, in: timeZone).text } == day)
    }
  }

  @Test(
    arguments: [
      ("2024-05-01", "2024-05-01T11:00:00.000Z", 0), (nil, "2020-01-02T03:04:05.000Z", 0),
      ("2024", "2020-01-02T03:04:05.000Z", 1),
    ] as [(String?, String, Int)])
  func ratingHasATime(day: String?, time: String, dates: Int) {
    var film = Self.heat(rating: 75, viewings: [.sample()])
    film.ratedOn = day.flatMap { PartialDate($0) }
    let result = Self.export(film)
    #expect(
      result.text("ratings/ratings-movies.json")
        == "[\n  {\"rated_at\":\"\(time)\",\"rating\":8,\(Self.heat)}\n]\n")
    #expect(result.loss == .sample(ratings: 1, dates: dates))
  }

  /// Each case has an id, a type, and the kind and number at Trakt.
  @Test(
    arguments: [
      ("tt0113277", .movie, "movie", nil), ("tt0113277", .series, "show", nil),
      ("tt0113277", .miniSeries, "show", nil), ("tt0113277", nil, "movie", nil),
      ("tmdb:movie:5", nil, "movie", 5), ("tmdb:tv:5", nil, "show", 5),
      ("tmdb:tv:5", .tvSpecial, "show", 5), ("tmdb:movie:5", .short, "movie", 5),
    ] as [(String, MediaType?, String, Int?)])
  func filmsAreMoviesOrShows(id: String, type: MediaType?, kind: String, number: Int?) throws {
    let result = Self.export(.sample(id, type: type, rating: 80, viewings: [.sample("2024-01-01")]))
    #expect(result.fileNames.last == "ratings/ratings-\(kind)s.json")
    for file in result.files {
      let text = String(decoding: file.bytes, as: UTF8.self)
      let element = try #require(JSON.documents(in: text).first?[0])
      #expect(element["type"]?.string == kind)
      #expect(element[kind]?["ids"]?["tmdb"]?.number == number.map(Double.init))
    }
    #expect(result.loss == .sample())
  }

  @Test func wantedFilmsAndListsAreRanked() {
    var film = Self.heat()
    film.entry.notes = "soon"
    let result = Self.export(
      film,
      lists: [
        .sample("Watchlist", description: "“Soon”", "tmdb:movie:949", "tt0000001"),
        .sample("watch-list"),
      ])
    #expect(
      result.fileNames.dropFirst() == [
        "lists/lists-watchlist.json", "lists/lists.json", "lists/lists-Watch-list.json",
        "lists/lists-watch-list-2.json",
      ])
    #expect(
      result.text("lists/lists-watchlist.json")
        == "[\n  {\"rank\":1,\"listed_at\":\"2020-01-02T03:04:05.000Z\",\"notes\":\"soon\",\(Self.heat)}\n]\n"
    )
    #expect(
      result.text("lists/lists-Watch-list.json") == """
        [
          {"rank":1,"listed_at":"2020-09-13T12:26:40.000Z","notes":null,\(Self.heat)},
          {"rank":2,"listed_at":"2020-09-13T12:26:40.000Z","notes":null,"type":"movie",\
        "movie":{"title":null,"year":null,"ids":{"imdb":"tt0000001","tmdb":null}}}
        ]

        """)
    #expect(result.lists == 2 && result.files.map(\.rows) == [0, 1, 2, 2, 0])
    let members =
      #""privacy":"private","type":"personal","display_numbers":true,"sort_by":"rank","sort_how":"asc","#
      + #""created_at":"2020-09-13T12:26:40.000Z""#
    #expect(
      result.text("lists/lists.json") == """
        [
          {"name":"Watchlist","description":"“Soon”",\(members),"item_count":2,\
        "ids":{"trakt":null,"slug":"Watch-list"}},
          {"name":"watch-list","description":null,\(members),"item_count":0,\
        "ids":{"trakt":null,"slug":"watch-list-2"}}
        ]

        """)
  }

  @Test func episodesAndFilmsWithoutIDAreCounted() {
    let result = Self.export(
      .sample("tt2301451", type: .episode, rating: 80, viewings: [.sample()]),
      .sample("own:A", rating: 80, viewings: [.sample()]),
      .sample("own:B", title: nil, viewings: [.sample()]), lists: [.sample("a", "tt2301451")])
    #expect(result.files.map(\.rows) == [1, 1, 1, 0])
    #expect(result.loss == .sample(episodes: 1, withoutID: 2) && result.films == 1)
  }
}
