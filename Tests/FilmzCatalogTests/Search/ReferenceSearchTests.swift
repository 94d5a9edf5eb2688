import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// Searches among random titles, against a look at every title.
@Suite struct ReferenceSearchTests {
  /// The words of a title, without those that a real one has.
  private struct Title {
    let id: Int
    let words: [String]
    let year: Int
    let isSeries: Bool
    let genre: String
  }

  private static let vocabulary: [String] = {
    let heads = ["zor", "zorb", "qua", "quax", "vexi", "wrix", "zur", "qimb"]
    return heads + heads.flatMap { head in ["al", "im", "ono"].map { head + $0 } }
  }()

  private static func titles(_ random: inout SplitMix) -> [Title] {
    (1...300).map { id in
      let count = Int.random(in: 1...5, using: &random)
      return Title(
        id: id, words: (0..<count).map { _ in random.one(of: vocabulary) },
        year: Int.random(in: 1990...1999, using: &random), isSeries: random.isOne(of: 3),
        genre: random.one(of: ["Drama", "War"]))
    }
  }

  private static func write(
    _ titles: [Title], _ folder: ScratchFolder, _ random: inout SplitMix
  ) throws {
    let basics = titles.map {
      Datasets.title(
        $0.id, $0.words.joined(separator: " ").capitalized, $0.year,
        type: $0.isSeries ? "tvSeries" : "movie", genres: $0.genre)
    }
    try folder.write(.basics, basics)
    // With so many votes nothing is looked for but what was typed.
    let ratings = titles.map {
      Datasets.rating($0.id, "7.0", Int.random(in: 2000...90_000, using: &random))
    }
    try folder.write(.ratings, ratings)
  }

  private static func found(
    _ query: SearchQuery, _ source: any FilmSource
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

  @Test("What is found is what has the words", arguments: 1...3 as ClosedRange<UInt64>)
  func searchesAgree(seed: UInt64) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let titles = Self.titles(&random)
      try Self.write(titles, folder, &random)
      try await folder.importCatalog()
      let source = try await folder.source()
      var answered = 0
      for _ in 0..<150 {
        let isExact = random.isOne(of: 2)
        var words = (0..<Int.random(in: 1...3, using: &random)).map { _ in
          random.one(of: Self.vocabulary)
        }
        let last = words.removeLast()
        words.append(isExact ? last : String(last.prefix(Int.random(in: 3...6, using: &random))))
        var query = SearchQuery(text: words.joined(separator: " "), isExact: isExact)
        if random.isOne(of: 4) { query.years = YearRange(1992, 1996) }
        if random.isOne(of: 4) { query.type = .series }
        if random.isOne(of: 4) { query.filters.genres = ["War"] }
        let expected = titles.filter { title in
          words.dropLast().allSatisfy(title.words.contains)
            && title.words.contains {
              isExact ? $0 == words.last : $0.hasPrefix(words[words.count - 1])
            }
            && query.years.map { $0.contains(title.year) } != false
            && (query.type == nil || title.isSeries)
            && (query.filters.genres.isEmpty || title.genre == "War")
        }
        guard !expected.isEmpty || isExact else { continue }
        answered += 1
        let found = try await Self.found(query, source)
        let wanted = Set(expected.map(\.id))
        // Behind what has the words there may be what was meant.
        #expect(isExact ? found == wanted : found.isSuperset(of: wanted), "\(query)")
      }
      #expect(answered > 50)
    }
  }
}
