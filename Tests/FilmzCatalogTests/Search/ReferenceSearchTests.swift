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

  /// Titles of the years from 1801 on, of which the starter has none, and a rating and votes for most.
  private static func wide(_ random: inout SplitMix) -> [FactBlock.Facts] {
    (1...300).map { id in
      let votes = random.isOne(of: 4) ? 0 : Int(exp(Double.random(in: 2...14, using: &random)))
      return FactBlock.Facts(
        id: UInt32(id), votes: UInt32(votes), year: UInt16.random(in: 1801...1809, using: &random),
        rating: votes == 0 ? 0 : UInt8.random(in: 10...99, using: &random),
        type: random.one(of: [.movie, .series, .tvMovie, .short, .video]))
    }
  }

  @Test("Filters alone leave all that passes them", arguments: 1...3 as ClosedRange<UInt64>)
  func filtersAgree(seed: UInt64) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let titles = Self.wide(&random)
      let names: [TitleType: String] = [.series: "tvSeries", .tvMovie: "tvMovie"]
      try folder.write(
        .basics,
        titles.map {
          Datasets.title(
            Int($0.id), "Zorbal", Int($0.year), type: names[$0.type] ?? "\($0.type)")
        })
      try folder.write(
        .ratings,
        titles.filter { $0.votes > 0 }.map {
          Datasets.rating(Int($0.id), "\($0.rating / 10).\($0.rating % 10)", Int($0.votes))
        })
      try await folder.importCatalog()
      let source = try await folder.source()
      for _ in 0..<60 {
        var query = SearchQuery(text: "", years: YearRange(1801, random.isOne(of: 2) ? 1809 : 1804))
        if random.isOne(of: 2) { query.type = random.one(of: [.movie, .series, .short, .video]) }
        if random.isOne(of: 2) {
          let least = Int(exp(Double.random(in: 0...14, using: &random)))
          query.filters.votes = least...(random.isOne(of: 2) ? .max : least * 3)
        }
        if random.isOne(of: 3) { query.filters.ratings = 50...random.one(of: [60, 100]) }
        let expected = titles.filter { title in
          query.years?.contains(Int(title.year)) != false
            && query.type.map { TitleType.meant(by: $0).contains(title.type) } != false
            && query.filters.votes?.contains(Int(title.votes)) != false
            && query.filters.ratings.map { title.votes > 0 && $0.contains(Int(title.rating)) }
              != false
        }
        #expect(try await Self.found(query, source) == Set(expected.map { Int($0.id) }), "\(query)")
      }
    }
  }
}
