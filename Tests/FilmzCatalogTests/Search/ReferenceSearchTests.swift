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
        if random.isOne(of: 4) { query.filter.years = 1992...1996 }
        if random.isOne(of: 4) { query.filter.types = [.series] }
        if random.isOne(of: 4) { query.filter.genres = [["War"]] }
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
        type: random.one(of: [.movie, .series, .tvMovie, .short, .video]),
        runtime: random.isOne(of: 5) ? 0 : UInt16.random(in: 60...180, using: &random))
    }
  }

  private static func write(wide titles: [FactBlock.Facts], _ folder: ScratchFolder) throws {
    let names: [TitleType: String] = [.series: "tvSeries", .tvMovie: "tvMovie"]
    try folder.write(
      .basics,
      titles.map {
        Datasets.title(
          Int($0.id), "Zorbal", Int($0.year), type: names[$0.type] ?? "\($0.type)",
          runtime: $0.runtime == 0 ? nil : Int($0.runtime))
      })
    try folder.write(
      .ratings,
      titles.filter { $0.votes > 0 }.map {
        Datasets.rating(Int($0.id), "\($0.rating / 10).\($0.rating % 10)", Int($0.votes))
      })
  }

  @Test(
    "A sorted search is all that it finds, in its order", arguments: 1...3 as ClosedRange<UInt64>)
  func ordersAgree(seed: UInt64) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let titles = Self.wide(&random)
      try Self.write(wide: titles, folder)
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
            let known = films.compactMap(value)
            #expect(known == (sign == "-" ? known.sorted(by: >) : known.sorted()), "\(query)")
            #expect(films.prefix(known.count).compactMap(value).count == known.count)
            #expect(Set(films.map(\.id)).count == titles.count)
          }
        }
      }
    }
  }

  @Test("Filters alone leave all that passes them", arguments: 1...3 as ClosedRange<UInt64>)
  func filtersAgree(seed: UInt64) async throws {
    try await ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let titles = Self.wide(&random)
      try Self.write(wide: titles, folder)
      try await folder.importCatalog()
      let source = try await folder.source()
      for _ in 0..<60 {
        var query = SearchQuery(text: "", years: 1801...(random.isOne(of: 2) ? 1809 : 1804))
        if random.isOne(of: 2) {
          query.filter.types = [random.one(of: [.movie, .series, .short, .video])]
        }
        if random.isOne(of: 2) {
          let least = Int(exp(Double.random(in: 0...14, using: &random)))
          query.filter.votes = least...(random.isOne(of: 2) ? .max : least * 3)
        }
        if random.isOne(of: 3) { query.filter.runtime = 90...120 }
        if random.isOne(of: 3) { query.filter.imdbRating = 50...random.one(of: [60, 100]) }
        let expected = titles.filter { title in
          query.filter.years?.contains(Int(title.year)) != false
            && query.filter.types.allSatisfy { $0.included.contains(title.type.mediaType) }
            && query.filter.votes?.contains(Int(title.votes)) != false
            && query.filter.runtime?.contains(Int(title.runtime)) != false
            && query.filter.imdbRating.map { title.votes > 0 && $0.contains(Int(title.rating)) }
              != false
        }
        #expect(try await Self.found(query, source) == Set(expected.map { Int($0.id) }), "\(query)")
      }
    }
  }
}
