import FilmzCatalog
import FilmzDomain
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// Films while a text is being typed.
@Suite struct LiveSearchTests {
  private static let titles = [
    "The Godfather", "Spirited Away", "Blade Runner", "star wars", "Amélie", "seven samurai", "kubrick", "horror 1980s",
    "the dark knigt", "lotr", "dune year:1984", "love genre:drama", "2001: A Space Odyssey", "director:kurosawa", "the",
  ]
  /// The texts from three letters on that are typed on the way to a title, and the title.
  private static let texts = titles.flatMap { title in (3...title.count).map { String(title.prefix($0)) } }

  /// Runs `body` with a bench of the starter catalog, or of an imported one with the starter catalog's films.
  private static func with(
    imported: Bool, key: String? = nil, kidsFilter: KidsFilter? = nil, _ body: (ViewModelBench) async throws -> Void
  ) async throws {
    guard imported else {
      return try await ViewModelBench.with(key: key, kidsFilter: kidsFilter) { try await body($0) }
    }
    try await ScratchFolder.with { folder in
      let datasets = DatasetFolder(in: folder)
      let words = ["Love", "Godwin", "Dune", "Night", "The Dark", "Blade", "Sevenfold"]
      try datasets.write(
        .titles,
        (1...400).map { id in
          "tt8\(1_000_000 + id)|movie|\(words[id % 7]) \(words[id % 5]) \(id % 3)|\\N|0|\(1950 + id % 70)|\\N|90|Drama"
        })
      try datasets.write(.ratings, (1...400).map { "tt8\(1_000_000 + $0)|7.\($0 % 10)|\($0 * $0)" })
      let file = folder.url(of: "home/catalog.sqlite")
      let path = folder.url(of: datasets.name).path(percentEncoded: false)
      _ = try await CatalogImport(paths: [path], options: .init(), into: file, now: { Date() }).run { _ in }
      let catalog = LocalCatalog(file: file)
      let catalogs = AvailableCatalogs(builtIn: StarterCatalog()) { try await catalog.imported() }
      try await ViewModelBench.with(key: key, catalogs: catalogs, kidsFilter: kidsFilter) { try await body($0) }
    }
  }

  private static func query(_ text: String) throws -> SearchQuery {
    let typed = try FilterText(text.split(separator: " ").map { Word(String($0)) }, in: .search)
    return SearchQuery(text: typed.text, filter: typed.filter)
  }

  @Test("The order is that of search", arguments: [false, true])
  func orderIsThatOfSearch(imported: Bool) async throws {
    try await Self.with(imported: imported) { bench in
      let live = bench.viewModels.live
      for text in Seeds.cases(of: Self.texts, from: imported ? 1 : 0) {
        let results = try await live.films(text, LiveRequest(), count: 40, in: .offline)
        guard results.unfinished.isEmpty else { continue }
        let page = try await bench.search.search(
          try Self.query(text), from: .auto, page: 1, pageSize: 40, in: .offline
        ).value
        #expect(results.items.map(\.id) == page.items.map(\.id), "\(text)")
        #expect(results.items.map(\.number) == page.items.map(\.number), "\(text)")
        #expect(results.items.map(\.match) == page.items.map(\.match), "\(text)")
        #expect(results.total == page.total, "\(text)")
        for item in results.items { _ = results.highlights(of: item) }
      }
    }
  }

  @Test("Films in front of the source are those of the collection, as in search")
  func ownFilmsComeFirst() async throws {
    try await Self.with(imported: false) { bench in
      let results = try await bench.viewModels.live.films("dune", LiveRequest(), count: 10, in: .offline)
      let last = try #require(results.items.last { $0.title == "Dune" })
      #expect(last.id != results.items.first?.id)
      try await bench.add([last])
      let live = try await bench.viewModels.live.films("dune", LiveRequest(), count: 10, in: .offline)
      let page = try await bench.search.search(
        SearchQuery(text: "dune"), from: .auto, page: 1, pageSize: 10, in: .offline
      ).value
      #expect(live.items.first?.id == last.id)
      #expect(live.items.first?.entry != nil)
      #expect(live.items.map(\.id) == page.items.map(\.id))
    }
  }

  @Test("One or two letters find exact titles, then known titles that begin with them", arguments: [false, true])
  func shortTextsFindBeginnings(imported: Bool) async throws {
    try await Self.with(imported: imported) { bench in
      let live = bench.viewModels.live
      for text in imported ? ["th", "lo", "d"] : ["m", "th", "lo", "it", "t"] {
        let results = try await live.films(text, LiveRequest(), count: 30, in: .offline)
        let page = try await bench.search.localPage(SearchQuery(text: text), bench)
        #expect(results.items.prefix(page.count).map(\.id) == page)
        for item in results.items.dropFirst(page.count) {
          let titles = [item.title, item.film?.originalTitle].compactMap(\.self)
          let begins = titles.contains { TextFolding.isPrefix(text, of: $0) }
          #expect(begins, "\(item.name) does not begin with \(text)")
        }
        let votes = results.items.dropFirst(page.count).map { $0.film?.imdbVotes ?? 0 }
        #expect(results.items.count > page.count, "\(text)")
        if imported { #expect(votes == votes.sorted(by: >)) }
      }
    }
  }

  @Test(
    "A filter that is being typed has no effect and is reported",
    arguments: [
      ("dune genre:hor", "dune", [5..<14]), ("dune year:19", "dune", [5..<12]), ("year:19 dune", "dune", [0..<7]),
      ("dune person:xqzzwk", "dune", [5..<18]), ("dune director:\"xqzzwk v", "dune", [5..<23]),
      ("dune is:uns", "dune", [5..<11]), ("dune foo:bar", "dune", [5..<12]),
      ("dune year:1984 genre:sci", "dune year:1984", [15..<24]), ("-type:mo dune", "dune", [0..<8]),
    ])
  func unfinishedFiltersHaveNoEffect(text: String, finished: String, unfinished: [Range<Int>]) async throws {
    try await Self.with(imported: false) { bench in
      let live = bench.viewModels.live
      let results = try await live.films(text, LiveRequest(), count: 20, in: .offline)
      let expected = try await live.films(finished, LiveRequest(), count: 20, in: .offline)
      #expect(results.unfinished == unfinished)
      #expect(results.items.map(\.id) == expected.items.map(\.id))
      #expect(!results.items.isEmpty)
    }
  }

  @Test("A live search changes nothing until its results are kept")
  func nothingChangesUntilResultsAreKept() async throws {
    try await Self.with(imported: false) { bench in
      let first = try await bench.search.search(
        SearchQuery(text: "dune"), from: .auto, page: 1, pageSize: 10, in: .offline
      ).value
      let revision = await bench.browsingState.revision
      let live = bench.viewModels.live
      var results = try await live.films("the", LiveRequest(), count: 5, in: .offline)
      #expect(results.items.count == 5)
      #expect(results.hasMore)
      results = try await live.more(of: results, count: 120, in: .offline)
      #expect(results.items.map(\.number) == Array(1...120))
      #expect(await bench.browsingState.revision == revision)
      #expect(await bench.browsingState.searchStatus == .results)
      await live.keep(results, in: .offline)
      let resultSet = try #require(await bench.browsingState.resultSet)
      #expect(resultSet.loadedCount == results.total)
      for item in results.items { #expect(resultSet.number(of: item.id) == item.number) }
      #expect(try await bench.results().ids == results.items.prefix(20).map(\.id.rawValue))
      #expect(try await bench.search.back(in: .offline).value.ids == first.ids)
    }
  }

  @Test("Hidden films are counted and left out")
  func hiddenFilmsAreCounted() async throws {
    let filter = KidsFilter(ratings: "G")
    try await Self.with(imported: false, kidsFilter: filter) { bench in
      let results = try await bench.viewModels.live.films("dune", LiveRequest(), count: 10, in: .offline)
      let page = try await bench.search.search(
        SearchQuery(text: "dune"), from: .auto, page: 1, pageSize: 100, in: .offline
      ).value
      #expect(results.items.map(\.id) == page.items.map(\.id))
      #expect(results.hidden == page.hidden)
      #expect(results.hidden > 0)
    }
  }

  @Test("Lists of the collection are those of find")
  func collectionIsThatOfFind() async throws {
    try await Self.with(imported: false) { bench in
      let live = bench.viewModels.live
      try await bench.add(try await live.films("the", LiveRequest(), count: 40, in: .offline).items)
      var request = LiveRequest()
      request.pageSize = 10
      for text in ["", "the", "god", "god year:19", "the year:>1990", "@wanted"] {
        let results = try await live.collected(text, request, count: 7, in: .offline)
        let known = text.replacing(" year:19", with: "")
        let typed = try FilterText(known.split(separator: " ").map { Word(String($0)) }, in: .collection)
        var filter = typed.filter
        if !typed.text.isEmpty { try filter.narrow("grep", to: typed.text, in: .collection, shown: "") }
        if !typed.collections.isEmpty { filter.isWatched = false }
        let query = CollectionQuery(filter, order: filter.defaultOrder, now: bench.clock.now)
        let page = try await bench.search.list(query, page: 1, pageSize: nil, in: .offline)
        #expect(results.items.map(\.id) == page.items.prefix(7).map(\.id), "\(text)")
        #expect(results.total == page.total, "\(text)")
        #expect(results.unfinished.isEmpty == (known == text))
        await live.keep(results, in: .offline)
        let resultSet = try #require(await bench.browsingState.resultSet)
        #expect(resultSet.total == page.total)
        for item in page.items { #expect(resultSet.number(of: item.id) == item.number) }
      }
    }
  }

  @Test("Without a text, the films that were looked at last are found")
  func recentFilmsAreFound() async throws {
    try await Self.with(imported: false) { bench in
      let live = bench.viewModels.live
      #expect(try await live.recent(count: 10).items.isEmpty)
      let films = try await live.films("dune", LiveRequest(), count: 3, in: .offline).items
      try await bench.add([films[2]])
      for film in [films[0], films[1], films[0]] { await bench.browsingState.select(film.id, name: film.name) }
      let recent = try await live.recent(count: 10)
      #expect(recent.items.map(\.id) == [films[0].id, films[1].id, films[2].id])
      #expect(recent.items.map(\.number) == [1, 2, 3])
      #expect(try await live.films("", LiveRequest(), count: 10, in: .offline).items.isEmpty)
      let unfinished = try await live.films("year:19", LiveRequest(), count: 10, in: .offline)
      #expect(unfinished.items.map(\.id) == recent.items.map(\.id))
      #expect(unfinished.unfinished == [0..<7])
      let candidates = live.films("dune: part", among: films)
      #expect(candidates.items.allSatisfy { $0.title?.hasPrefix("Dune: Part") == true })
      #expect(live.films(" ", among: films).items.map(\.id) == films.map(\.id))
    }
  }
}

extension FilmSearchViewModel {
  /// Returns the films of a search, without those after the first 30.
  fileprivate func localPage(_ query: SearchQuery, _ bench: ViewModelBench) async throws -> [FilmID] {
    try await search(query, from: .auto, page: 1, pageSize: 30, in: .offline).value.items.map(\.id)
  }
}
