import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// Searches among random titles, compared with a linear search.
@Suite struct ReferenceSearchTests {
  /// A title of invented words.
  private struct Title {
    let id: Int
    let words: [String]
    let year: Int
    let isSeries: Bool
    let genre: String
  }

  private static let vocabulary: [String] = {
    let stems = ["zor", "zorb", "qua", "quax", "vexi", "wrix", "zur", "qimb"]
    return stems + stems.flatMap { stem in ["al", "im", "ono"].map { stem + $0 } }
  }()

  private static func titles(_ random: inout SplitMix) -> [Title] {
    (1...300).map { id in
      let count = Int.random(in: 1...5, using: &random)
      return Title(
        id: id, words: (0..<count).map { _ in random.element(of: vocabulary) },
        year: Int.random(in: 1990...1999, using: &random), isSeries: random.chance(oneIn: 3),
        genre: random.element(of: ["Drama", "War"]))
    }
  }

  private static func write(
    _ titles: [Title], _ folder: ScratchFolder, _ random: inout SplitMix
  ) throws {
    let basics = titles.map {
      DatasetRow.title(
        $0.id, $0.words.joined(separator: " ").capitalized, $0.year,
        type: $0.isSeries ? "tvSeries" : "movie", genres: $0.genre)
    }
    try folder.write(.basics, basics)
    // With this many votes, no corrections are searched for.
    let ratings = titles.map {
      DatasetRow.rating($0.id, "7.0", Int.random(in: 2000...90_000, using: &random))
    }
    try folder.write(.ratings, ratings)
  }

  private static func ids(
    _ query: SearchQuery, _ source: any FilmCatalog
  ) async throws -> Set<Int> {
    var ids: [Int] = []
    var page = 1
    while true {
      let films = try await source.search(query, page: page).films
      ids += films.compactMap { $0.id.imdbNumber.map(Int.init) }.filter { $0 <= 300 }
      guard !films.isEmpty else { break }
      page += 1
    }
    #expect(Set(ids).count == ids.count, "\(query)")
    return Set(ids)
  }

  @Test("Results are the titles with the words", arguments: Seeds.of(1...3))
  func searchesAgree(seed: UInt64) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let titles = Self.titles(&random)
      try Self.write(titles, folder, &random)
      try await folder.importCatalog()
      let source = try await folder.source()
      var queryCount = 0
      for _ in 0..<150 {
        let isExact = random.chance(oneIn: 2)
        var words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          random.element(of: Self.vocabulary)
        }
        let lastWord = words.removeLast()
        words.append(
          isExact ? lastWord : String(lastWord.prefix(Int.random(in: 3...6, using: &random))))
        var query = SearchQuery(text: words.joined(separator: " "), isExact: isExact)
        if random.chance(oneIn: 4) { query.filter.years = 1992...1996 }
        if random.chance(oneIn: 4) { query.filter.types = [.series] }
        if random.chance(oneIn: 4) { query.filter.genres = [["War"]] }
        let expected = titles.filter { title in
          words.dropLast().allSatisfy(title.words.contains)
            && title.words.contains {
              isExact ? $0 == words.last : $0.hasPrefix(words[words.count - 1])
            }
            && query.filter.years.map { $0.contains(title.year) } != false
            && (query.filter.types.isEmpty || title.isSeries)
            && (query.filter.genres.isEmpty || title.genre == "War")
        }
        guard !expected.isEmpty || isExact else { continue }
        queryCount += 1
        let foundIDs = try await Self.ids(query, source)
        let expectedIDs = Set(expected.map(\.id))
        // Results for corrected words may follow.
        #expect(
          isExact ? foundIDs == expectedIDs : foundIDs.isSuperset(of: expectedIDs), "\(query)")
      }
      #expect(queryCount > 50)
    }
  }

  /// Returns titles of the years 1801 to 1809, of which the starter catalog has none; most have a rating
  /// and votes.
  private static func titlesWithFacts(_ random: inout SplitMix) -> [FactBlock.Facts] {
    (1...300).map { id in
      let votes = random.chance(oneIn: 4) ? 0 : Int(exp(Double.random(in: 2...14, using: &random)))
      return FactBlock.Facts(
        id: UInt32(id), votes: UInt32(votes), year: UInt16.random(in: 1801...1809, using: &random),
        rating: votes == 0 ? 0 : UInt8.random(in: 10...99, using: &random),
        type: random.element(of: [.movie, .series, .tvMovie, .short, .video]),
        runtime: random.chance(oneIn: 5) ? 0 : UInt16.random(in: 60...180, using: &random))
    }
  }

  private static func write(facts titles: [FactBlock.Facts], _ folder: ScratchFolder) throws {
    let names: [TitleType: String] = [.series: "tvSeries", .tvMovie: "tvMovie"]
    try folder.write(
      .basics,
      titles.map {
        DatasetRow.title(
          Int($0.id), "Zorbal", Int($0.year), type: names[$0.type] ?? "\($0.type)",
          runtime: $0.runtime == 0 ? nil : Int($0.runtime))
      })
    try folder.write(
      .ratings,
      titles.filter { $0.votes > 0 }.map {
        DatasetRow.rating(Int($0.id), "\($0.rating / 10).\($0.rating % 10)", Int($0.votes))
      })
  }

  @Test(
    "A sorted search returns all matches in the order of the key",
    arguments: Seeds.of(1...3))
  func ordersAgree(seed: UInt64) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let titles = Self.titlesWithFacts(&random)
      try Self.write(facts: titles, folder)
      try await folder.importCatalog()
      let source = try await folder.source()
      let keys: [(String, @Sendable (Film) -> Int?)] = [
        ("year", \.year), ("imdb", \.imdbRating?.tenths), ("votes", \.imdbVotes),
        ("runtime", \.runtimeMinutes),
      ]
      for (key, value) in keys {
        for text in ["", "zorbal"] {
          for sign in ["", "-"] {
            var query = SearchQuery(text: text, years: 1801...1809)
            query.order = try FilmOrder(parsing: sign + key, in: .search)
            var films: [Film] = []
            while films.count < titles.count {
              let page = try await source.search(query, page: films.count / 20 + 1).films
              films += page
              try #require(!page.isEmpty)
            }
            let values = films.compactMap(value)
            #expect(values == (sign == "-" ? values.sorted(by: >) : values.sorted()), "\(query)")
            #expect(films.prefix(values.count).compactMap(value).count == values.count)
            #expect(Set(films.map(\.id)).count == titles.count)
          }
        }
      }
    }
  }

  @Test("Filters alone return all matching titles", arguments: Seeds.of(1...3))
  func filtersAgree(seed: UInt64) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let titles = Self.titlesWithFacts(&random)
      try Self.write(facts: titles, folder)
      try await folder.importCatalog()
      let source = try await folder.source()
      for _ in 0..<60 {
        var query = SearchQuery(text: "", years: 1801...(random.chance(oneIn: 2) ? 1809 : 1804))
        if random.chance(oneIn: 2) {
          query.filter.types = [random.element(of: [.movie, .series, .short, .video])]
        }
        if random.chance(oneIn: 2) {
          let minimumVotes = Int(exp(Double.random(in: 0...14, using: &random)))
          query.filter.votes = minimumVotes...(random.chance(oneIn: 2) ? .max : minimumVotes * 3)
        }
        if random.chance(oneIn: 3) { query.filter.runtime = 90...120 }
        if random.chance(oneIn: 3) { query.filter.imdbRating = 50...random.element(of: [60, 100]) }
        let expected = titles.filter { title in
          query.filter.years?.contains(Int(title.year)) != false
            && query.filter.types.allSatisfy { $0.matchingTypes.contains(title.type.mediaType) }
            && query.filter.votes?.contains(Int(title.votes)) != false
            && query.filter.runtime?.contains(Int(title.runtime)) != false
            && query.filter.imdbRating.map { title.votes > 0 && $0.contains(Int(title.rating)) }
              != false
        }
        #expect(try await Self.ids(query, source) == Set(expected.map { Int($0.id) }), "\(query)")
      }
    }
  }
}
