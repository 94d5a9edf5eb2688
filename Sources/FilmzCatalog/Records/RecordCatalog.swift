package import FilmzDomain
import GRDB
import GRDBSQLite

/// The films with own records as a catalog, which is searched like an imported one; or those with imported
/// records that the other local catalog lacks.
///
/// It has all names and facts of these films, also those from their sources. So another local catalog leaves these
/// films out of its results when both are searched (``CatalogWithRecords``).
package struct RecordCatalog: Sendable {
  package let origin: Film.Origin
  package let name: String
  package let pageSize: Int? = 20

  let kind: RecordIndex.Kind
  let reader: CatalogReader
  private let database: DatabaseQueue
  /// The titles of this catalog, with their ranks in the other local catalog.
  let overriddenTitles: ExcludedTitles

  /// Opens a catalog that ``RecordCatalogBuilder`` has written; returns `nil` if it has another key.
  ///
  /// - Parameters:
  ///   - database: The file, or a database in memory.
  ///   - kind: The kind of its records.
  ///   - key: The key that the catalog must have.
  /// - Throws: `DatabaseError`, ``CatalogError``.
  init?(_ database: DatabaseQueue, _ kind: RecordIndex.Kind, key: String) throws {
    self.database = database
    self.kind = kind
    origin = kind.origin
    name = kind.name
    let overridden = try database.inDatabase { db -> (ids: Set<UInt32>, ranks: RankSet)? in
      guard try String.fetchOne(db, sql: "SELECT content FROM summary") == key else { return nil }
      return (
        Set(try Self.numbers(db, sql: "SELECT id FROM overriddenID")),
        RankSet(try Self.numbers(db, sql: "SELECT rank FROM overriddenRank"))
      )
    }
    guard let overridden else { return nil }
    overriddenTitles = ExcludedTitles(key: key, ids: overridden.ids, ranks: overridden.ranks)
    reader = try CatalogReader(database, path: name, ratingsAsOf: nil)
  }

  /// Returns the numbers in the first column of a statement's rows.
  static func numbers(_ db: Database, sql: String) throws -> [UInt32] {
    let cursor = try db.cachedStatement(sql: sql).sqliteStatement
    defer { sqlite3_reset(cursor) }
    var numbers: [UInt32] = []
    while try cursor.next() { numbers.append(UInt32(clamping: sqlite3_column_int64(cursor, 0))) }
    return numbers
  }

  /// Returns the films with some numbers, with their own facts, by number.
  func films(_ numbers: [UInt32]) throws -> [UInt32: Film] {
    let films = try reader.films(numbers, withPeople: false)
    return try database.inDatabase { db in
      let statement = try db.cachedStatement(
        sql: "SELECT film, origin, facts FROM ownRecord WHERE number = ?")
      var result: [UInt32: Film] = [:]
      for (number, var film) in films {
        guard let row = try Row.fetchOne(statement, arguments: [Int64(number)]) else { continue }
        film.id = FilmID(unchecked: row["film"])
        film.origin = Film.Origin(rawValue: row["origin"])
        film.isComplete = false
        result[number] = film.applying(OwnRecord(film: film.id, json: row["facts"]))
      }
      return result
    }
  }

  /// Returns the number of films.
  func count() throws -> Int {
    try database.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM ownRecord") ?? 0 }
  }

  /// Returns whether a title of merged results is one of this catalog.
  func contains(_ reference: RankedTitles.Reference) -> Bool {
    guard case .id(let number) = reference else { return false }
    return kind.otherNumbers.contains(number) || overriddenTitles.ids.contains(number)
  }

  /// Returns whether this catalog has a film of the other local catalog.
  func overrides(_ id: FilmID) -> Bool {
    id.imdbNumber.map(overriddenTitles.ids.contains) ?? false
  }

  /// Returns films in the order of their numbers in a list.
  private func sortedFilms(_ numbers: [UInt32]) throws -> [Film] {
    let films = try films(numbers)
    return numbers.compactMap { films[$0] }
  }
}

extension RecordCatalog: RankedCatalog {
  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let titles = try rankedTitles(query, count: .max, excluding: nil)
    return try await self.page(page, of: titles, query)
  }

  func rankedTitles(
    _ query: SearchQuery, count: Int, excluding excluded: ExcludedTitles?
  ) throws -> RankedTitles {
    try reader.titles(query, limits: .none, excluding: excluded?.ranks)
  }

  func films(_ titles: [RankedTitles.Found], _ explainer: MatchExplainer) throws -> [FoundFilm] {
    let found = try reader.ids(titles)
    let films = try films(found.map(\.id))
    let localTitles = try reader.localTitles(of: found.map(\.id)) ?? [:]
    return found.compactMap { id, cause in
      films[id].map { film in
        FoundFilm(
          film: film, match: explainer.match(film, cause, localTitles: localTitles[id] ?? []))
      }
    }
  }

  func ranks(of ids: Set<UInt32>) throws -> [UInt32] { try reader.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) -> Set<UInt32> { overriddenTitles.ids.intersection(ids) }

  package func film(id: FilmID) async throws -> Film? {
    let number = try await database.read { db in
      try Int64.fetchOne(
        db, sql: "SELECT number FROM ownRecord WHERE film = ?", arguments: [id.rawValue])
    }
    return try number.flatMap { try sortedFilms([UInt32(clamping: $0)]).first }
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    try sortedFilms(reader.titles(named: title, year: year).map(\.facts.id))
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    try sortedFilms(reader.titles(beginningWith: key, limit: limit))
  }

  package func films(
    withLocalTitleBeginningWith key: String, limit: Int
  ) async throws -> [TitledFilm] {
    let numbers = try reader.titles(withLocalTitleBeginningWith: key, limit: limit)
    let films = try films(numbers)
    let localTitles = try reader.localTitles(of: numbers) ?? [:]
    return numbers.compactMap { number in
      films[number].map { film in
        let title = localTitles[number]?.first { TextFolding.isPrefix(key, of: $0) }
        return TitledFilm(id: film.id, title: title ?? film.title, year: film.year)
      }
    }
  }

  package func genres() async throws -> [String] { reader.genres }

  package func people(named text: String, limit: Int) async throws -> [String]? {
    try reader.people(named: text, limit: limit)
  }

  package func people(near text: String) async throws -> [String] {
    try reader.people(near: text)
  }
}

/// Writes the catalog of the films with own records, or of those with imported records.
struct RecordCatalogBuilder {
  let kind: RecordIndex.Kind
  /// The local catalog, which provides the facts that are stored nowhere else.
  let base: any RankedCatalog

  /// The tables of the catalog in addition to those of ``CatalogSchema``.
  ///
  /// The numbers of films are the numbers in their IMDb ids or, for other films, ``RecordIndex/Kind/otherNumbers``.
  /// `facts` is the own record as JSON. The other tables contain the numbers of the
  /// films with IMDb ids, and the ranks of these films in the other local catalog.
  private static let tables = """
    CREATE TABLE ownRecord (
      number INTEGER PRIMARY KEY, film TEXT NOT NULL UNIQUE, origin TEXT NOT NULL, facts TEXT NOT NULL
    );
    CREATE TABLE overriddenID (id INTEGER PRIMARY KEY);
    CREATE TABLE overriddenRank (rank INTEGER PRIMARY KEY);
    """

  /// Writes a catalog.
  ///
  /// - Parameters:
  ///   - films: The films with records.
  ///   - key: The key of the catalog.
  ///   - writer: The empty catalog to write to.
  /// - Throws: ``CatalogError``, the errors of the other catalog.
  func write(_ films: [RecordedFilm], key: String, to writer: CatalogWriter) async throws {
    let films = kind == .own ? films : try await missingFilms(films)
    let baseFilms =
      kind == .own
      ? try await base.films(films.map(\.film.id).filter { Self.number($0) != nil }) : [:]
    var otherNumber = kind.otherNumbers.lowerBound
    var lines: [String] = []
    var records: [Record] = []
    for recorded in films {
      let id = recorded.film.id
      let number = Self.number(id) ?? otherNumber
      if number == otherNumber { otherNumber += 1 }
      let baseFilm = baseFilms[id]
      let film =
        recorded.isWithoutSource
        ? baseFilm?.applying(recorded.records) ?? recorded.film : recorded.film
      let localTitles = kind == .own ? try await base.localTitles(of: id) : []
      let otherTitles = ([baseFilm?.title].compactMap(\.self) + localTitles).filter {
        $0 != film.title && $0 != film.originalTitle
      }
      lines.append(Self.line(film, number: number, otherTitles: otherTitles))
      records.append((number, id, film.origin, recorded.facts))
    }
    try await StarterCatalogBuilder.write(Self.titles(lines), to: writer)
    let ids = Set(records.map(\.number).filter { !kind.otherNumbers.contains($0) })
    let ranks = kind == .own ? try await base.ranks(of: ids) : []
    try await Self.insert(records, ids, ranks: ranks, key, writer)
  }

  /// Returns the films that the other catalog lacks.
  private func missingFilms(_ films: [RecordedFilm]) async throws -> [RecordedFilm] {
    let existing = try await base.existingIDs(in: films.compactMap { Self.number($0.film.id) })
    return films.filter { film in
      Self.number(film.film.id).map { !existing.contains($0) } ?? true
    }
  }

  /// Returns the number in an id of IMDb; `nil` for other ids, and for numbers that IMDb does not have yet.
  static func number(_ id: FilmID) -> UInt32? {
    id.imdbNumber.flatMap { $0 < RecordIndex.Kind.imported.otherNumbers.lowerBound ? $0 : nil }
  }

  /// A row of the table of own records.
  private typealias Record = (number: UInt32, film: FilmID, origin: Film.Origin, facts: String)

  private static func titles(_ lines: [String]) -> [StarterTitle] {
    let bytes = Array(lines.joined(separator: "\n").utf8)
    var titles: [StarterTitle] = []
    bytes.span.forEachPart(of: 0..<bytes.count, separatedBy: UInt8(ascii: "\n")) { line in
      if let title = StarterTitle(line, of: bytes) { titles.append(title) }
    }
    return titles
  }

  private static func insert(
    _ records: [Record], _ ids: Set<UInt32>, ranks: [UInt32], _ key: String,
    _ writer: CatalogWriter
  ) async throws {
    try await writer.write { db in
      try db.execute(sql: tables)
      let insertion = try db.cachedStatement(sql: "INSERT INTO ownRecord VALUES (?, ?, ?, ?)")
      for (number, film, origin, facts) in records {
        try insertion.execute(
          arguments: [Int64(number), film.rawValue, origin.rawValue, facts])
      }
      for (table, numbers) in [("overriddenID", Array(ids)), ("overriddenRank", ranks)] {
        let insertion = try db.cachedStatement(sql: "INSERT INTO \(table) VALUES (?)")
        for number in numbers { try insertion.execute(arguments: [Int64(number)]) }
      }
      try db.execute(sql: "INSERT INTO summary VALUES (?)", arguments: [key])
    }
  }

  /// Returns a line of a ``StarterTable``.
  private static func line(_ film: Film, number: UInt32, otherTitles: [String]) -> String {
    let year = film.year.map(String.init) ?? ""
    let end = film.endYear.map(String.init) ?? ""
    let fields: [String] = [
      "tt\(number)", field(film.title), field(film.originalTitle),
      film.type == .series && !year.isEmpty ? "\(year)–\(end)" : year, film.type?.rawValue ?? "",
      film.runtimeMinutes.map(String.init) ?? "", list(film.genres), list(film.directors),
      list(film.actors), list(film.languages), list(film.countries),
      film.imdbRating?.decimalText ?? "", film.imdbVotes.map(String.init) ?? "",
      otherTitles.map { field($0) }.filter { !$0.isEmpty }.joined(separator: " / "),
    ]
    return fields.joined(separator: "\t")
  }

  private static func field(_ text: String?) -> String {
    (text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// Returns a field of names; a comma within a name would divide it.
  private static func list(_ values: [String]) -> String {
    values.map { field($0).replacing(",", with: " ") }.joined(separator: ", ")
  }
}
