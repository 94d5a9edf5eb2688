import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

/// The order of films and series, and the requests for their pages.
struct TMDBDiscoverBatchTests {
  /// Lists, each of which is sorted, a sort order, the expected batches, and the expected requests.
  struct Merge: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let sort: DiscoverSort?
    let films: [[String]]
    let series: [[String]]
    let batches: [[String]]
    let requests: [String]

    init(
      _ name: String, _ sort: DiscoverSort?, films: [[String]], series: [[String]],
      _ batches: [[String]], _ requests: String...
    ) {
      testDescription = name
      self.sort = sort
      self.films = films
      self.series = series
      self.batches = batches
      self.requests = requests
    }
  }

  private static func popular(from number: Int = 1, _ values: Double...) -> [String] {
    values.enumerated().map { index, value in
      TitleLists.item(number + index, #""title":"A","popularity":\#(value)"#)
    }
  }

  private static func titled(_ titles: String...) -> [String] {
    titles.enumerated().map { TitleLists.item($0.offset + 1, #""title":"\#($0.element)""#) }
  }

  private static func dated(_ name: String, _ dates: String...) -> [String] {
    dates.enumerated().map {
      TitleLists.item($0.offset + 1, #""title":"A","\#(name)":"\#($0.element)""#)
    }
  }

  private static func rated(_ values: String...) -> [String] {
    values.enumerated().map {
      TitleLists.item($0.offset + 1, #""title":"A","vote_average":\#($0.element)"#)
    }
  }

  private static let film = "release_date"
  private static let show = "first_air_date"

  private static let merges: [Merge] = [
    Merge(
      "the better head is next", .popular, films: [popular(9, 5, 1)], series: [popular(8, 7, 2)],
      [["m1", "t1", "t2", "m2", "t3", "m3"]], "movie 1", "tv 1"),
    Merge(
      "films precede equal series", .popular, films: [popular(5, 5)], series: [popular(5, 5)],
      [["m1", "m2", "t1", "t2"]], "movie 1", "tv 1"),
    Merge(
      "no list knows its popularity", .popular, films: [titled("B", "A")], series: [titled("C")],
      [["m1", "m2", "t1"]], "movie 1", "tv 1"),
    Merge(
      "a page is fetched when its type runs out", .popular,
      films: [popular(9, 8), popular(from: 3, 7, 2)],
      series: [popular(6, 5), popular(from: 3, 4, 1)],
      [["m1", "m2"], ["m3", "t1", "t2"], ["t3", "m4", "t4"]],
      "movie 1", "tv 1", "movie 2", "tv 2"),
    Merge(
      "a list that is never the better one is requested once", .popular,
      films: [popular(9, 8), popular(from: 3, 7, 6), popular(from: 5, 5)], series: [popular(1)],
      [["m1", "m2"], ["m3", "m4"], ["m5", "t1"]], "movie 1", "tv 1", "movie 2", "movie 3"),
    Merge(
      "one list is empty", .popular, films: [[]], series: [popular(2, 1)],
      [["t1", "t2"]], "movie 1", "tv 1"),
    Merge("both lists are empty", .rated, films: [[]], series: [[]], [[]], "movie 1", "tv 1"),
    Merge(
      "rated", .rated, films: [rated("8.707", "8", "null")], series: [rated("8.71", "7.9")],
      [["t1", "m1", "m2", "t2", "m3"]], "movie 1", "tv 1"),
    Merge(
      "newest, with dates only", .newest, films: [dated(film, "2027-01-02", "1999-01-01", "")],
      series: [dated(show, "2027-01-03", "1999-01-01", "0000-00-00")],
      [["t1", "m1", "m2", "t2"]], "movie 1", "tv 1"),
    Merge(
      "oldest, with dates only", .oldest, films: [dated(film, "", "1920-05-01")],
      series: [dated(show, "1919-05-01", "1920-05-02")],
      [["t1", "m2", "t2"]], "movie 1", "tv 1"),
    Merge(
      "titles, folded", .az, films: [titled("Ágnes", "beta", "Zeta")],
      series: [titled("AGNES B.", "Beta-1", "Beta 2")],
      [["m1", "t1", "m2", "t2", "t3", "m3"]], "movie 1", "tv 1"),
    Merge(
      "titles backward", .za, films: [titled("zoë", "A")], series: [titled("Zulu", "Zoe")],
      [["t1", "m1", "t2", "m2"]], "movie 1", "tv 1"),
    Merge(
      "films and series take turns without a sort order", nil,
      films: [popular(1, 2, 3), popular(from: 4, 4)],
      series: [popular(9), popular(from: 2, 8, 7, 6)],
      [["m1", "t1", "m2", "m3"], ["m4", "t2", "t3", "t4"]],
      "movie 1", "tv 1", "movie 2", "tv 2"),
    Merge(
      "a list that has ended is left out", nil, films: [popular(1)],
      series: [popular(9), popular(from: 2, 8), popular(from: 3, 7)],
      [["m1", "t1"], ["t2"], ["t3"]], "movie 1", "tv 1", "tv 2", "tv 3"),
  ]

  @Test(arguments: merges)
  func listsAreMerged(example: Merge) async throws {
    let lists = TitleLists(films: example.films, series: example.series)
    try await ServiceBench.with(lists.respond) { bench async throws in
      var query = DiscoverQuery(.netflix)
      query.sort = example.sort
      let source = bench.tmdb()
      #expect(try await source.allBatches(query) == example.batches)
      #expect(Self.pages(bench.server).sorted() == example.requests.sorted())
    }
  }

  /// The last parts of the paths of requests, and the numbers of the pages.
  private static func pages(_ server: LoopbackServer) -> [String] {
    server.requests.map { request in
      "\(request.path.split(separator: "/").last ?? "") \(request.query["page"] ?? "")"
    }
  }

  /// A new session continues at any cursor; only the pages in which it begins are requested.
  @Test func batchesContinueInANewSession() async throws {
    let lists = TitleLists(
      films: [Self.popular(9, 8), Self.popular(from: 3, 7, 2)],
      series: [Self.popular(6, 5), Self.popular(from: 3, 4, 1)])
    try await ServiceBench.with(lists.respond) { bench in
      var query = DiscoverQuery(.netflix)
      query.sort = .popular
      let first = try await bench.tmdb().discover(query, at: DiscoverCursor(.tmdb))
      let second = try await bench.tmdb().discover(query, at: #require(first.next))
      #expect(second.films.map(\.shortID) == ["m3", "t1", "t2"])
      let third = try await bench.tmdb().discover(query, at: #require(second.next))
      #expect(third.films.map(\.shortID) == ["t3", "m4", "t4"])
      #expect(third.next == nil)
      let pages = ["movie 1", "tv 1", "movie 2", "tv 1", "movie 2", "tv 2"]
      #expect(Self.pages(bench.server).sorted() == pages.sorted())
    }
  }

  /// A page is fresh for the time that its response states, or for an hour (document 003).
  @Test(
    arguments: [
      (nil, 3600), ("public, max-age=600", 600), ("MAX-AGE=7, public", 7), ("max-age=0", 0),
      ("no-cache", 0), ("max-age=x", 3600),
    ] as [(String?, Double)])
  func pageIsRequestedAgainAfterItsTime(field: String?, seconds: Double) async throws {
    let list = #"{"results":[\#(Self.popular(1)[0])],"total_pages":1,"total_results":1}"#
    let headers = field.map { ["Cache-Control": $0] } ?? [:]
    let handler: LoopbackServer.Handler = { _ in .json(list, headers: headers) }
    try await ServiceBench.with(handler) { bench async throws in
      let clock = Mutex(ServiceBench.today)
      let source = bench.tmdb { clock.withLock { $0 } }
      var query = DiscoverQuery(.popular)
      query.type = .movie
      for (second, count) in [(0, 1), (seconds - 1, 1), (seconds + 1, 2)] where second >= 0 {
        clock.withLock { $0 = ServiceBench.today.addingTimeInterval(second) }
        #expect(try await source.discover(query, at: DiscoverCursor(.tmdb)).films.count == 1)
        #expect(bench.server.requests.count == count, "after \(second) s")
      }
    }
  }

  /// Lists end at their last page, at the 500th page, and at an empty page; a short page is not the end.
  @Test(
    arguments: [
      (1, 3, nil, nil), (499, 58_322, 500, nil), (500, 58_322, nil, nil), (501, 58_322, nil, nil),
      (2, 58_322, nil, 2), (1, 58_322, 2, 2), (0, 3, nil, nil),
    ] as [(page: Int, total: Int, next: Int?, emptyFrom: Int?)])
  func listEnds(page: Int, total: Int, next: Int?, emptyFrom: Int?) async throws {
    let handler: LoopbackServer.Handler = { request in
      let number = Int(request.query["page"] ?? "") ?? 0
      let items = number >= emptyFrom ?? 1000 ? [] : Self.popular(from: number, 1)
      return .json(
        #"{"results":[\#(items.joined())],"total_pages":\#(total),"total_results":999999}"#)
    }
    try await ServiceBench.with(handler) { bench in
      var query = DiscoverQuery(.popular)
      query.type = .movie
      var cursor = DiscoverCursor(.tmdb)
      cursor.films.page = page
      let batch = try await bench.tmdb().discover(query, at: cursor)
      let isRequested = (1...500).contains(page)
      #expect(bench.server.requests.count == (isRequested ? 1 : 0))
      #expect(batch.films.count == (isRequested && page < emptyFrom ?? 1000 ? 1 : 0))
      if page != 1 || emptyFrom != nil { #expect(batch.next?.films.page == next) }
      #expect(batch.total == (isRequested ? 10_000 : 0))
    }
  }

  /// Trending titles of both kinds are one list, from which people and adult titles are left out.
  @Test func trendingTitlesAreOneList() async throws {
    try await ServiceBench.withTMDB { bench in
      let source = bench.tmdb()
      let batches = try await source.allBatches(DiscoverQuery(.trending))
      let counts = FakeTMDB.listCounts
      let films = batches.flatMap { $0 }
      #expect(films.count == counts.movie + counts.tv - 2)
      #expect(batches.first?.count == 19 && batches.first?.first == "m3001")
      #expect(bench.server.requests.count == (counts.movie + counts.tv + 1 + 19) / 20)
      #expect(bench.server.requests.allSatisfy { $0.path == "/trending/all/day" })
    }
  }

  @Test func unusableElementsAreDropped() async throws {
    let items = [
      "null", "7", #"{"title":"no id"}"#, #"{"id":1,"title":null}"#,
      #"{"id":2,"title":"Adult","adult":true}"#,
      #"{"id":3,"title":"Person","media_type":"person"}"#,
      #"{"id":4,"title":"Good"}"#, #"{"id":4,"title":"Good again"}"#,
      #"{"id":-5,"title":"Odd"}"#, #"{"id":6,"title":"Odd","popularity":"x","vote_count":-3}"#,
    ]
    let lists = TitleLists(["/movie/popular": [items]])
    try await ServiceBench.with(lists.respond) { bench async throws in
      var query = DiscoverQuery(.popular)
      query.type = .movie
      #expect(try await bench.tmdb().allBatches(query) == [["m4", "m6"]])
    }
  }

  /// Titles that are dropped because of their year are not the end of a list.
  @Test func titlesWithoutAValidYearAreDroppedIfThereAreYears() async throws {
    let undated = Self.dated(Self.film, "", "0000-00-00", "x")
    let lists = TitleLists(
      films: [undated, undated + Self.dated(Self.film, "", "", "", "1995-02-03")], series: [[]])
    try await ServiceBench.with(lists.respond) { bench async throws in
      var query = DiscoverQuery(.popular)
      query.years = 1990...1999
      #expect(try await bench.tmdb().allBatches(query) == [[], ["m4"]])
      query.sort = .oldest
      #expect(try await bench.tmdb().allBatches(query) == [[], ["m4"]])
    }
  }

  /// A title that a list repeats on its next page is in both batches.
  @Test func titlesOfSeveralPagesAreReturnedAsTheyAre() async throws {
    let lists = TitleLists(["/tv/popular": [Self.popular(3, 2), Self.popular(from: 2, 2, 1)]])
    try await ServiceBench.with(lists.respond) { bench async throws in
      var query = DiscoverQuery(.popular)
      query.type = .series
      #expect(try await bench.tmdb().allBatches(query) == [["t1", "t2"], ["t2", "t3"]])
    }
  }
}
