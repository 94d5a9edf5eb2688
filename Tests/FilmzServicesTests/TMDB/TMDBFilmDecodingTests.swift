import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct TMDBFilmDecodingTests {
  @Test func filmHasAllFactsUnderItsIMDbID() async throws {
    try await ServiceBench.withTMDB { bench in
      let film = try #require(try await bench.tmdb().film(id: FilmID(tmdb: .movie, 101)))
      #expect(film.id.rawValue == "tt9200101")
      #expect(film.otherIDs == [FilmID(tmdb: .movie, 101)])
      #expect(film.title == "The Glass Harbor" && film.originalTitle == "De glazen haven")
      #expect(film.year == 1987 && film.type == .movie && film.released?.text == "1987-09-18")
      #expect(film.genres == ["Sci-Fi", "Thriller"] && film.runtimeMinutes == 104)
      #expect(film.directors == ["Dora Vink"] && film.writers == ["Sem Kaas"])
      #expect(film.actors == (0..<10).map { "Actor \($0)" })
      #expect(film.plot == "A harbor is blown from glass, and then it rains.")
      #expect(film.languages == ["Dutch"] && film.countries == ["Netherlands"])
      #expect(film.poster == "https://image.tmdb.org/t/p/w500/poster101.jpg")
      #expect(film.ratings == [.init(source: "TMDB", value: "7.9/10")])
      #expect(film.imdbRating == nil && film.imdbVotes == nil)
      #expect(film.rated == "PG-13" && film.region == "US" && film.tmdbLanguage == "en-US")
      #expect(
        film.watch == [
          WatchOffer(name: "Streamly", kind: .stream), WatchOffer(name: "Tidewater", kind: .stream),
          WatchOffer(name: "Kiosk", kind: .rent), WatchOffer(name: "Kiosk", kind: .buy),
        ])
      #expect(film.origin == .tmdb && film.isComplete && film.fetchedAt == ServiceBench.today)
    }
  }

  @Test func seriesHasItsYearsCreatorsAndIMDbID() async throws {
    try await ServiceBench.withTMDB { bench in
      let film = try #require(try await bench.tmdb(region: "DE").film(id: FilmID(tmdb: .tv, 101)))
      #expect(film.id.rawValue == "tt9200201" && film.otherIDs == [FilmID(tmdb: .tv, 101)])
      #expect(film.type == .series && film.year == 2004 && film.endYear == 2009)
      #expect(!film.isRunning && film.writers == ["Wim Achter"] && film.runtimeMinutes == 42)
      #expect(film.genres == ["Sci-Fi", "Fantasy", "Drama"] && film.rated == "12")
      #expect(film.watch == [WatchOffer(name: "Werbekino", kind: .ads)])
    }
  }

  @Test func filmIsFoundByItsIMDbID() async throws {
    try await ServiceBench.withTMDB { bench in
      let film = try await bench.tmdb().film(id: FilmID(unchecked: "tt9200201"))
      #expect(film?.id.rawValue == "tt9200201" && film?.otherIDs == [FilmID(tmdb: .tv, 101)])
      #expect(try await bench.tmdb().film(id: FilmID(unchecked: "tt9999999")) == nil)
      #expect(try await bench.tmdb().film(id: FilmID(tmdb: .movie, 7)) == nil)
    }
  }

  @Test func unknownFactsAreAbsent() async throws {
    try await ServiceBench.withTMDB { bench in
      let film = try #require(
        try await bench.tmdb(region: "FR").film(id: FilmID(tmdb: .movie, 102)))
      #expect(film.id == FilmID(tmdb: .movie, 102) && film.otherIDs.isEmpty)
      #expect(film.year == nil && film.released == nil && film.runtimeMinutes == nil)
      #expect(film.plot == nil && film.poster == nil && film.originalTitle == nil)
      #expect(film.ratings.isEmpty && film.genres.isEmpty)
      #expect(film.rated == nil && film.watch.isEmpty && film.region == "FR")
    }
  }

  @Test(
    arguments: [
      (#""vote_average":8.433,"vote_count":10"#, "8.4/10"),
      (#""vote_average":7.856,"vote_count":10"#, "7.9/10"),
      (#""vote_average":8,"vote_count":10"#, "8.0/10"),
      (#""vote_average":10,"vote_count":1"#, "10.0/10"),
      (#""vote_average":8.4,"vote_count":0"#, nil), (#""vote_average":0,"vote_count":9"#, nil),
      (#""vote_average":null,"vote_count":9"#, nil), (#""vote_average":"8","vote_count":9"#, nil),
      (#""vote_average":84,"vote_count":9"#, nil), (#""vote_average":-1,"vote_count":9"#, nil),
    ] as [(String, String?)])
  func ratingHasOneDecimal(members: String, value: String?) async throws {
    let film = try await Self.film(members)
    #expect(film.ratings.first?.value == value)
    #expect(film.ratings.count == (value == nil ? 0 : 1))
  }

  @Test(
    arguments: [
      (#""imdb_id":"tt0133093""#, "tt0133093"), (#""imdb_id":"tt00133093""#, "tt0133093"),
      (#""imdb_id":"nm0000206""#, nil), (#""imdb_id":"""#, nil), (#""imdb_id":null"#, nil),
      (#""imdb_id":133093"#, nil), (#""imdb_id":"https://www.imdb.com/title/tt0133093""#, nil),
      (#""imdb_id":"tmdb:movie:2""#, nil), (#""imdb_id":"tt0""#, nil), (#""x":1"#, nil),
    ] as [(String, String?)])
  func onlyTheIDOfATitleAtIMDbIsUsed(member: String, id: String?) async throws {
    let film = try await Self.film(member)
    #expect(film.id.rawValue == id ?? "tmdb:movie:1")
    #expect(film.otherIDs == (id == nil ? [] : [FilmID(tmdb: .movie, 1)]))
  }

  @Test(
    arguments: [
      (#""runtime":0"#), (#""runtime":"90""#), (#""runtime":-5"#), (#""genres":{"x":1}"#),
      (#""release_date":7"#), (#""overview":[]"#), (#""poster_path":"poster.jpg""#),
      (#""credits":7,"release_dates":[],"watch/providers":"x""#),
      (#""credits":{"cast":{},"crew":[7,null]}"#), (#""spoken_languages":[null,{"name":1}]"#),
      (#""watch/providers":{"results":{"US":{"flatrate":[{"provider_name":7}]}}}"#),
    ])
  func fieldOfTheWrongTypeIsDropped(members: String) async throws {
    let film = try await Self.film(members)
    var expected = Film(
      id: FilmID(tmdb: .movie, 1), title: "A", type: .movie, origin: .tmdb,
      fetchedAt: ServiceBench.today, isComplete: true)
    expected.region = "US"
    expected.tmdbLanguage = "en-US"
    #expect(film == expected)
  }

  @Test(
    arguments: [
      ([28, 12, 878], ["Action", "Adventure", "Sci-Fi"]), ([10759], ["Action", "Adventure"]),
      ([28, 10759], ["Action", "Adventure"]), ([10765], ["Sci-Fi", "Fantasy"]),
      ([10768, 10752], ["War"]), ([10762], ["Family"]), ([10764], ["Reality-TV"]),
      ([10767], ["Talk-Show"]), ([10763], ["News"]), ([10770, 10766, 999_999], []),
      (
        [16, 35, 80, 99, 18, 10751],
        ["Animation", "Comedy", "Crime", "Documentary", "Drama", "Family"]
      ),
      ([14, 36, 27, 10402, 9648], ["Fantasy", "History", "Horror", "Music", "Mystery"]),
      ([10749, 53, 37], ["Romance", "Thriller", "Western"]),
    ] as [([Int], [String])])
  func genresAreInTheWordsOfIMDb(numbers: [Int], names: [String]) async throws {
    let objects = numbers.map { #"{"id":\#($0),"name":"Anderes Wort"}"# }.joined(separator: ",")
    let film = try await Self.film(#""genres":[\#(objects)]"#)
    #expect(film.genres == names)
    #expect(names.allSatisfy { Genre.all.contains($0) })
  }

  @Test(
    arguments: [
      (#""in_production":true,"last_air_date":"2020-01-01""#, true, nil),
      (#""in_production":false,"last_air_date":"2020-01-01""#, false, 2020),
      (#""status":"Returning Series","last_air_date":"2020-01-01""#, true, nil),
      (#""status":"Ended","last_air_date":"2020-01-01""#, false, 2020),
      (#""status":"Canceled","last_air_date":null"#, false, nil),
    ] as [(String, Bool, Int?)])
  func seriesIsRunningOrHasAnEndYear(members: String, isRunning: Bool, endYear: Int?) async throws {
    let body = #"{"id":1,"name":"A",\#(members)}"#
    try await ServiceBench.withTMDB(response: .json(body)) { bench in
      let film = try await bench.tmdb().film(id: FilmID(tmdb: .tv, 1))
      #expect(film?.isRunning == isRunning && film?.endYear == endYear)
    }
  }

  @Test(
    arguments: [
      ("", []), (#","created_by":[]"#, []), (#","created_by":[{"name":"C"},{"name":"C"}]"#, ["C"]),
    ] as [(String, [String])])
  func writersOfASeriesAreItsCreatorsOnly(members: String, writers: [String]) async throws {
    let crew =
      #"[{"name":"W","job":"Writer","department":"Writing"},{"name":"D","job":"Director"}]"#
    let body = #"{"id":1,"name":"A","credits":{"crew":\#(crew)}\#(members)}"#
    try await ServiceBench.withTMDB(response: .json(body)) { bench in
      let film = try await bench.tmdb().film(id: FilmID(tmdb: .tv, 1))
      #expect(film?.writers == writers && film?.directors == ["D"])
    }
  }

  private static func film(_ members: String) async throws -> Film {
    var film: Film?
    let body = #"{"id":1,"title":"A",\#(members)}"#
    try await ServiceBench.withTMDB(response: .json(body)) { bench in
      film = try await bench.tmdb().film(id: FilmID(tmdb: .movie, 1))
    }
    return try #require(film)
  }
}
