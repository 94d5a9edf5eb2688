import FilmzDomain
import Foundation
import GRDB

/// A query of the collection, as SQL over the ``ListIndex``.
struct ListFilter {
  /// The condition on the user's data, which is known of every film.
  private let ofMine: SQL
  /// The condition on facts.
  private let ofFacts: SQL
  private let asksForFacts: Bool
  private let isEverything: Bool
  private let order: SQL

  init(_ query: CollectionQuery) {
    let mine = Self.ofMine(query)
    let facts = Self.ofFacts(query.filter)
    ofMine = mine.isEmpty ? "1" : mine.joined(separator: " AND ")
    ofFacts = facts.isEmpty ? "1" : facts.joined(separator: " AND ")
    asksForFacts = !facts.isEmpty
    isEverything = mine.isEmpty && facts.isEmpty
    order = Self.order(query.order)
  }

  /// The films in their order, or those at some places.
  func ids(_ page: Range<Int>?, _ db: Database) throws -> [FilmID] {
    // To walk an index and fetch every row from elsewhere is slower than to sort what is found.
    let scan: SQL = isEverything || page != nil ? "listing" : "listing NOT INDEXED"
    let limit: SQL = page.map { "LIMIT \($0.count) OFFSET \($0.lowerBound)" } ?? ""
    let request: SQL = """
      SELECT id FROM \(scan) WHERE \(ofMine) AND \(ofFacts) ORDER BY \(order) \(limit)
      """
    let (sql, arguments) = try request.build(db)
    let rows = try String.fetchCursor(db, sql: sql, arguments: arguments)
    var ids: [FilmID] = []
    while let id = try rows.next() { ids.append(FilmID(canonical: id)) }
    return ids
  }

  func count(_ db: Database) throws -> Int {
    try count("SELECT count(*) FROM listing WHERE \(ofMine) AND \(ofFacts)", db)
  }

  /// Films that may be meant as well, if only their facts were known.
  func countWithoutFacts(_ db: Database) throws -> Int {
    guard asksForFacts else { return 0 }
    return try count(
      """
      SELECT count(*) FROM listing WHERE level = 0 AND \(ofMine) AND (\(ofFacts)) IS NOT 1
      """, db)
  }

  private func count(_ request: SQL, _ db: Database) throws -> Int {
    let (sql, arguments) = try request.build(db)
    return try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
  }

  // MARK: - Conditions

  private static func ofMine(_ query: CollectionQuery) -> [SQL] {
    let filter = query.filter
    var conditions: [SQL] = []
    if let isWatched = filter.isWatched { conditions.append("isWatched = \(isWatched)") }
    if let range = filter.myRating { conditions.append(range.contains("rating")) }
    if let isRated = filter.isRated {
      conditions.append(isRated ? "rating IS NOT NULL" : "rating IS NULL")
    }
    if let days = filter.recentDays {
      let start = query.now.addingTimeInterval(-86_400 * Double(days))
      conditions.append("addedAt >= \(start.microseconds)")
    }
    if let audience = filter.audience { conditions.append("audience = \(audience.rawValue)") }
    for tag in filter.tags {
      let key = TextFolding.key(tag)
      conditions.append("instr(tags, \("\n\(key.isEmpty ? tag : key)\n")) > 0")
    }
    return conditions
  }

  private static func ofFacts(_ filter: FilmFilter) -> [SQL] {
    var conditions: [SQL] = filter.genres.map(isOfAny)
    if !filter.types.isEmpty {
      conditions.append("type IN \(filter.types.flatMap(\.included).map(\.rawValue))")
    }
    let ranges = [
      ("year", filter.years), ("imdbRating", filter.imdbRating), ("imdbVotes", filter.votes),
      ("runtimeMinutes", filter.runtime),
    ]
    conditions += ranges.compactMap { column, range in range?.contains(column) }
    conditions += filter.directors.map { PersonName($0).condition(in: "directors") }
    conditions += filter.actors.map { PersonName($0).condition(in: "actors") }
    conditions += filter.people.map { PersonName($0).condition(in: nil) }
    if let text = filter.grep { conditions.append(mentions(text)) }
    return conditions
  }

  /// One condition a genre is fastest, but SQLite limits the depth of expressions.
  private static func isOfAny(_ genres: [String]) -> SQL {
    let keys = genres.map { ", \($0.lowercased()), " }
    guard keys.count <= 100 else {
      let list = CollectionStore.text(of: keys)
      return "EXISTS (SELECT 1 FROM json_each(\(list)) WHERE instr(genres, value) > 0)"
    }
    let any = keys.map { key -> SQL in "instr(genres, \(key)) > 0" }
    return "(\(any.joined(separator: " OR ")))"
  }

  /// Every word of a text; folded words hold no sign that LIKE would take for another.
  ///
  /// LIKE finds the longest one fastest; the others are looked for in what that leaves, as one list,
  /// because SQLite limits the depth of expressions.
  private static func mentions(_ text: String) -> SQL {
    let words = TextFolding.words(text)
    guard !words.isEmpty else { return "0" }
    let short = words.filter { $0.utf8.count < 1000 }
    let first = short.max { $0.count < $1.count } ?? ""
    let others = CollectionStore.text(of: words)
    return """
      number IN (SELECT number FROM listingText WHERE body LIKE \("%\(first)%")
        AND NOT EXISTS (SELECT 1 FROM json_each(\(others)) WHERE instr(body, value) = 0))
      """
  }

  // MARK: - Order

  /// Missing values come last either way; ties go by title, then id.
  private static func order(_ order: FilmOrder) -> SQL {
    var terms = order.terms.map { term(column($0.key), isDescending: $0.isDescending) }
    if order.terms.last?.key != .name { terms.append("sortKey") }
    return SQL(sql: (terms + ["id"]).joined(separator: ", "))
  }

  private static func column(_ key: FilmOrder.Key) -> String {
    switch key {
    case .name: "sortKey"
    case .year: "year"
    case .added: "addedAt"
    case .mine: "rating"
    case .imdb: "imdbRating"
    case .votes: "imdbVotes"
    case .watched: "watchedOn"
    case .runtime: "runtimeMinutes"
    case .random: "random()"
    }
  }

  /// NULL is less than anything, so it is last in a descending order by itself; a title that is missing
  /// has the last key.
  private static func term(_ column: String, isDescending: Bool) -> String {
    switch column {
    case "sortKey": isDescending ? "sortKey = X'FF', sortKey DESC" : "sortKey"
    case "addedAt", "random()": isDescending ? "\(column) DESC" : column
    default: isDescending ? "\(column) DESC" : "\(column) IS NULL, \(column)"
    }
  }
}

extension ClosedRange<Int> {
  /// The condition that a column lies in the range.
  fileprivate func contains(_ column: String) -> SQL {
    "\(sql: column) BETWEEN \(lowerBound) AND \(upperBound)"
  }
}
