import FilmzDomain
import Foundation
import GRDB

/// What the collection's films add up to, counted in one pass over the ``ListIndex``.
struct FactCounts {
  private(set) var counts = CollectionCounts(total: 0, watched: 0, rated: 0)
  private(set) var directors: [String: Int] = [:]
  private(set) var actors: [String: Int] = [:]
  /// Films of which not even the genres are known.
  private(set) var filmsWithoutDetails = 0
  private(set) var time = WatchingTime(viewings: 0, viewingsWithoutRuntime: 0, minutes: 0)
  /// Films by rating, in tenths of a point.
  private var ratings: [Int: Int] = [:]
  /// The same of IMDb's ratings of the films that are rated.
  private var imdbRatings: [Int: Int] = [:]
  private var decades: [Int: Int] = [:]
  /// Films by the genres that they have, as their column lists them.
  private var genreLists: [String: Int] = [:]

  /// Counts the films of a connection's list index, which is up to date.
  init(_ db: Database, hasPeople: Bool = true) throws {
    let people = hasPeople ? "directors, actors" : "NULL, NULL"
    let statement = try db.cachedStatement(
      sql: """
        SELECT year, level, genres, rating, imdbRating, viewings, runtimeMinutes, \(people)
        FROM listingFacts
        """)
    let rows = try Row.fetchCursor(statement)
    while let row = try rows.next() {
      counts.total += 1
      if let year = Self.value(try row.value(0), in: -9999...99_999) {
        decades[year / 10 * 10, default: 0] += 1
      }
      count(genres: try row.value(2), level: try row.value(1))
      if let rating = try row.value(3, Int?.self) {
        guard (0...100).contains(rating) else { throw DamagedRowError(file: .filmCache) }
        count(rating, imdb: Self.value(try row.value(4), in: 0...100))
      }
      let viewings = try row.value(5, Int.self)
      guard (0...1_000_000).contains(viewings) else { throw DamagedRowError(file: .filmCache) }
      if viewings == 0 { continue }
      count(viewings, minutes: Self.value(try row.value(6), in: 1...100_000))
      Self.count(try row.value(7), in: &directors)
      Self.count(try row.value(8), in: &actors)
    }
  }

  // MARK: - Results

  var mySpread: RatingSpread? { Self.spread(ratings) }

  var imdbSpread: RatingSpread? { Self.spread(imdbRatings) }

  /// Films by rating in points, the lowest first.
  var ratingCounts: [ValueCount] {
    ratings.sorted { $0.key < $1.key }.map { tenths, count in
      ValueCount(value: "\(tenths / 10).\(tenths % 10)", count: count)
    }
  }

  var decadeCounts: [ValueCount] {
    decades.sorted { $0.key < $1.key }.map { ValueCount(value: "\($0.key)s", count: $0.value) }
  }

  /// The genres in no order.
  var genreCounts: [ValueCount] {
    var counts: [String: Int] = [:]
    for (list, count) in genreLists {
      for genre in Set(list.components(separatedBy: ", ")) where !genre.isEmpty {
        counts[genre, default: 0] += count
      }
    }
    return counts.map { ValueCount(value: $0.key, count: $0.value) }
  }

  private static func spread(_ ratings: [Int: Int]) -> RatingSpread? {
    RatingSpread(
      count: ratings.values.reduce(0, +),
      sum: ratings.reduce(0) { $0 + $1.key * $1.value },
      sumOfSquares: ratings.reduce(0) { $0 + $1.key * $1.key * $1.value })
  }

  // MARK: - Counting

  /// A value of the film cache, which may be damaged; `nil` if it cannot be.
  private static func value(_ value: Int?, in range: ClosedRange<Int>) -> Int? {
    value.flatMap { range.contains($0) ? $0 : nil }
  }

  private mutating func count(genres: String?, level: Int) {
    if let genres { genreLists[genres, default: 0] += 1 }
    if level == 0 || (genres == nil && level == DetailLevel.hit.rawValue) {
      filmsWithoutDetails += 1
    }
  }

  private mutating func count(_ rating: Int, imdb: Int?) {
    counts.rated += 1
    ratings[rating, default: 0] += 1
    if let imdb { imdbRatings[imdb, default: 0] += 1 }
  }

  private mutating func count(_ viewings: Int, minutes: Int?) {
    counts.watched += 1
    time.viewings += viewings
    time.minutes += viewings * (minutes ?? 0)
    if minutes == nil { time.viewingsWithoutRuntime += viewings }
  }

  /// Counts people that stand one a line; one who stands twice in a film counts once a line.
  private static func count(_ people: String?, in counts: inout [String: Int]) {
    guard let people else { return }
    var start = people.startIndex
    let lines = people.utf8
    while let end = lines[start...].firstIndex(of: UInt8(ascii: "\n")) {
      counts[String(people[start..<end]), default: 0] += 1
      start = lines.index(after: end)
    }
    counts[String(people[start...]), default: 0] += 1
  }
}

extension [String: Int] {
  /// The values that were counted most often; what was counted equally often is in the order of its
  /// text.
  func mostFrequent(_ limit: Int) -> [ValueCount] {
    let counts = values.sorted(by: >)
    let least = counts.count > limit ? counts[limit - 1] : 0
    return filter { $0.value >= least }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(limit).map { ValueCount(value: $0.key, count: $0.value) }
  }
}
