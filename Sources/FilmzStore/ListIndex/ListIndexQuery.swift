import FilmzDomain
import Foundation
import GRDB

/// A query of the collection as SQL on the ``ListIndex``.
struct ListIndexQuery {
  /// The condition on the user's data, which exist for every film in the collection.
  private let entryCondition: SQL
  /// The condition on facts, which may be missing.
  private let factCondition: SQL
  /// The condition that a film of which only the title and year are known might match if its facts were known.
  private let captionCondition: SQL
  private let needsFacts: Bool
  private let hasIndexes: Bool
  /// The index of the ``ListIndex`` that is sorted in the order of the query and has all columns that the
  /// query needs; `nil` if there is none.
  private let coveringIndex: String?
  /// `true` if the query has no conditions.
  private let matchesAllFilms: Bool
  private let order: SQL

  /// Creates the SQL of a query.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``.
  init(_ query: CollectionQuery, _ db: Database) throws {
    let entryConditions = Self.entryConditions(query) + (try Self.listConditions(query.filter, db))
    let factConditions = Self.factConditions(query.filter)
    entryCondition = entryConditions.isEmpty ? "1" : entryConditions.joined(separator: " AND ")
    factCondition = factConditions.isEmpty ? "1" : factConditions.joined(separator: " AND ")
    let yearCondition: SQL = query.filter.years.map { "(\($0.contains("year"))) IS NOT 0" } ?? "1"
    captionCondition = query.filter.grep == nil ? yearCondition : "0"
    needsFacts = !factConditions.isEmpty
    hasIndexes = try ListIndex.hasIndexes(db)
    coveringIndex = hasIndexes ? Self.coveringIndex(query) : nil
    matchesAllFilms = entryConditions.isEmpty && factConditions.isEmpty
    order = Self.order(query.order)
  }

  /// Returns the ids of the matching films in the query's order.
  ///
  /// If `page` is not `nil`, returns only the ids at its positions, which count from 0.
  func ids(_ page: Range<Int>?, _ db: Database) throws -> [FilmID] {
    // To find all matches of a condition, scanning the table and sorting the matches is faster than scanning
    // an index that lacks columns and looking up each row.
    let needsTable = coveringIndex == nil && !matchesAllFilms && page == nil
    let scan: SQL = needsTable ? "listIndex NOT INDEXED" : table
    let limit: SQL = page.map { "LIMIT \($0.count) OFFSET \($0.lowerBound)" } ?? ""
    let request: SQL = "SELECT id FROM \(scan) WHERE \(entryCondition) AND \(factCondition) ORDER BY \(order) \(limit)"
    let rows = try String.fetchCursor(db, SQLRequest(literal: request))
    var ids: [FilmID] = []
    while let id = try rows.next() { ids.append(FilmID(unchecked: id)) }
    return ids
  }

  /// Returns the number of films that the query matches.
  func count(_ db: Database) throws -> Int {
    // Any index is sufficient for counting all films, and SQLite chooses the smallest.
    let scan = matchesAllFilms ? "listIndex" : table
    return try count("SELECT count(*) FROM \(scan) WHERE \(entryCondition) AND \(factCondition)", db)
  }

  /// Returns the number of films that the query matches and whose certifications are not known.
  func countWithoutCertification(_ db: Database) throws -> Int {
    try count("SELECT count(*) FROM listIndex WHERE certification IS NULL AND \(condition)", db)
  }

  /// Returns the ids of the first films of ``countWithoutCertification(_:)`` that have no details of a service.
  func idsWithoutCertification(_ count: Int, _ db: Database) throws -> [FilmID] {
    let request: SQL = """
      SELECT id FROM listIndex WHERE certification IS NULL AND level < \(DetailLevel.full.rawValue) AND \(condition)
      ORDER BY \(order) LIMIT \(count)
      """
    return try String.fetchAll(db, SQLRequest(literal: request)).map(FilmID.init(unchecked:))
  }

  /// Returns the number of films without facts that the query might match if their facts were known.
  ///
  /// Films with facts from imported records are not counted; they have a type.
  func countWithoutFacts(_ db: Database) throws -> Int {
    let scan: SQL = hasIndexes ? "listIndex INDEXED BY listIndexWithoutFacts" : "listIndex"
    return try countWithoutFacts("NOT (\(sql: CollectionStore.isNamed("id")))", in: scan, db)
  }

  /// Returns the number of films known by title and year only that the query might match if their facts were known.
  func countNamedWithoutFacts(_ db: Database) throws -> Int {
    // With a constant condition, SQLite cannot use the index of `INDEXED BY`.
    try countWithoutFacts("\(sql: CollectionStore.isNamed("id")) AND \(captionCondition)", in: "listIndex", db)
  }

  private func countWithoutFacts(_ condition: SQL, in scan: SQL, _ db: Database) throws -> Int {
    guard needsFacts else { return 0 }
    return try count(
      """
      SELECT count(*) FROM \(scan)
      WHERE lacksFacts = 1 AND level = 0 AND type IS NULL AND \(entryCondition) AND (\(factCondition)) IS NOT 1
        AND \(condition)
      """, db)
  }

  private func count(_ request: SQL, _ db: Database) throws -> Int {
    try Int.fetchOne(db, SQLRequest(literal: request)) ?? 0
  }

  /// The table, to be read in the order of the covering index if there is one.
  private var table: SQL { coveringIndex.map { "listIndex INDEXED BY \(sql: $0)" } ?? "listIndex" }

  private static func coveringIndex(_ query: CollectionQuery) -> String? {
    var otherConditions = query.filter
    otherConditions.isWatched = nil
    otherConditions.isRewatched = false
    otherConditions.isRated = nil
    otherConditions.userRating = nil
    otherConditions.recentDays = nil
    otherConditions.types = []
    guard otherConditions == FilmFilter() else { return nil }
    return switch query.order {
    case FilmOrder(.name): "listIndexByName"
    case FilmOrder(.added, descending: true): "listIndexByTime"
    case FilmOrder(.watched, descending: true) where query.filter.isWatched == true: "listIndexByViewing"
    default: nil
    }
  }

  /// The condition that a film matches the query.
  var condition: SQL { "\(entryCondition) AND \(factCondition)" }

  // MARK: - Conditions

  /// Returns the conditions on the user's data.
  ///
  /// The sign `+` before a column keeps SQLite from using an index of smart collections, which does not have the
  /// other columns of a list.
  private static func entryConditions(_ query: CollectionQuery) -> [SQL] {
    let filter = query.filter
    var conditions: [SQL] = filter.isSkipped ? ["0"] : []
    if filter.isRewatched { conditions.append("+datedViewings >= 2") }
    if let platform = filter.platform { conditions.append("+platform = \(FilmFilter.platformKey(platform))") }
    // A literal instead of an argument, so that SQLite can use partial indexes with this condition.
    if let isWatched = filter.isWatched { conditions.append(isWatched ? "isWatched = 1" : "isWatched = 0") }
    if let range = filter.userRating { conditions.append(range.contains("rating")) }
    if let isRated = filter.isRated { conditions.append(isRated ? "rating IS NOT NULL" : "rating IS NULL") }
    if let days = filter.recentDays {
      let start = query.now.addingTimeInterval(-86_400 * Double(days))
      conditions.append("addedAt >= \(start.microseconds)")
    }
    if let times = filter.addedTimes {
      conditions.append(
        "addedAt >= \(times.lowerBound.microseconds) AND addedAt < \(times.upperBound.microseconds)")
    }
    if let days = filter.watchedDays { conditions.append(viewingCondition(days)) }
    if let audience = filter.audience { conditions.append("audience = \(audience.rawValue)") }
    for tag in filter.tags {
      let key = TextFolding.key(tag)
      conditions.append("instr(tags, \("\n\(key.isEmpty ? tag : key)\n")) > 0")
    }
    return conditions
  }

  /// Returns the condition that a film was watched in a range of days.
  ///
  /// A viewing of a month or a year matches if all its days do. The sign `~` comes after all characters of dates.
  private static func viewingCondition(_ days: ClosedRange<Int>) -> SQL {
    let (first, last) = PartialDate.bounds(ofDays: days)
    return "id IN (SELECT film FROM main.viewing WHERE date >= \(first.text) AND date || '~' <= \(last.text + "~"))"
  }

  private static func listConditions(_ filter: FilmFilter, _ db: Database) throws -> [SQL] {
    try filter.lists.map { name in
      let list = try CollectionStore.fetchListID(named: name, db)
      return "id IN (SELECT film FROM main.listItem WHERE list = \(list.uuidString))"
    }
  }

  private static func factConditions(_ filter: FilmFilter) -> [SQL] {
    var conditions: [SQL] = filter.genres.map(genreCondition)
    if !filter.types.isEmpty { conditions.append("type IN \(filter.types.flatMap(\.matchingTypes).map(\.rawValue))") }
    let ranges = [
      ("year", filter.years), ("imdbRating", filter.imdbRating), ("imdbVotes", filter.votes),
      ("runtimeMinutes", filter.runtime),
    ]
    conditions += ranges.compactMap { column, range in range?.contains(column) }
    conditions += filter.directors.map { PersonName($0).condition(in: "directors") }
    conditions += filter.actors.map { PersonName($0).condition(in: "actors") }
    conditions += filter.people.map { PersonName($0).condition(in: nil) }
    if let text = filter.grep { conditions.append(textCondition(text)) }
    return conditions
  }

  /// Returns the condition that a film has at least one of the given genres.
  ///
  /// One term per genre is fastest. More than 100 genres are one list, because SQLite limits the depth of
  /// expressions.
  private static func genreCondition(_ genres: [String]) -> SQL {
    let keys = genres.map { ", \($0.lowercased()), " }
    guard keys.count <= 100 else {
      let list = CollectionStore.jsonArray(of: keys)
      return "EXISTS (SELECT 1 FROM json_each(\(list)) WHERE instr(genres, value) > 0)"
    }
    let terms = keys.map { key -> SQL in "instr(genres, \(key)) > 0" }
    return "(\(terms.joined(separator: " OR ")))"
  }

  /// Returns the condition that a film's text contains every word of a string, apart from `and`.
  ///
  /// The condition first uses LIKE to find the rows that contain the longest word, because that is fastest.
  /// It ignores words of 1,000 bytes or more in this step, because SQLite limits the length of LIKE's
  /// patterns. Folded words contain no wildcards of LIKE. The condition then searches these rows for all
  /// words, which are one list, because SQLite limits the depth of expressions.
  private static func textCondition(_ text: String) -> SQL {
    let words = TextFolding.wordsWithoutAnd(text)
    guard !words.isEmpty else { return "0" }
    let likeWords = words.filter { $0.utf8.count < 1000 }
    let longestWord = likeWords.max { $0.count < $1.count } ?? ""
    let allWords = CollectionStore.jsonArray(of: words)
    return """
      number IN (SELECT number FROM listIndexText WHERE body LIKE \("%\(longestWord)%")
        AND NOT EXISTS (SELECT 1 FROM json_each(\(allWords)) WHERE instr(body, value) = 0))
      """
  }

  // MARK: - Order

  /// Returns the terms of `ORDER BY`.
  ///
  /// Missing values come last in ascending and in descending order. Films with equal values are sorted by
  /// title, then id.
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
    case .userRating: "rating"
    case .imdb, .weightedRating: "imdbRating"
    case .votes: "imdbVotes"
    case .watched: "watchedOn"
    case .runtime: "runtimeMinutes"
    case .random: "random()"
    }
  }

  /// Returns one term of `ORDER BY`.
  ///
  /// In SQLite, NULL is less than any other value, and comes last in descending order. A missing title has
  /// the greatest sort key instead, which comes last in ascending order.
  private static func term(_ column: String, isDescending: Bool) -> String {
    switch column {
    case "sortKey": isDescending ? "sortKey = X'FF', sortKey DESC" : "sortKey"
    case "addedAt", "random()": isDescending ? "\(column) DESC" : column
    default: isDescending ? "\(column) DESC" : "\(column) IS NULL, \(column)"
    }
  }
}

extension ClosedRange<Int> {
  /// Returns the condition that the value of a column is in the range.
  fileprivate func contains(_ column: String) -> SQL { "\(sql: column) BETWEEN \(lowerBound) AND \(upperBound)" }
}
