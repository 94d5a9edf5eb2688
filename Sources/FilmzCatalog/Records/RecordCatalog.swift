package import FilmzDomain
import GRDB
import GRDBSQLite

/// A catalog of the films with own records, or of the films with imported records that the base catalog lacks.
///
/// The base catalog is the local catalog that ``CatalogWithRecords`` supplements with these films. A search of both
/// leaves these films out of the base catalog, so this catalog has all their names and facts, including those of
/// sources. It is searched like an imported catalog.
package struct RecordCatalog: Sendable {
  package let origin: Film.Origin
  package let name: String
  package let pageSize: Int? = 20

  let kind: RecordIndex.Kind
  let reader: CatalogReader
  private let database: DatabaseQueue
  /// The titles of this catalog, with their ranks in the base catalog.
  let overriddenTitles: ExcludedTitles

  /// Opens a catalog that ``write(_:_:over:key:to:)`` has written; returns `nil` if it has another key.
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
    let overridden = try database.inDatabase { db -> (ids: Set<UInt32>, ranks: NumberSet)? in
      guard try String.fetchOne(db, sql: "SELECT content FROM summary") == key else { return nil }
      return (
        Set(try Self.numbers(db, sql: "SELECT id FROM overriddenID")),
        NumberSet(try Self.numbers(db, sql: "SELECT rank FROM overriddenRank"))
      )
    }
    guard let overridden else { return nil }
    overriddenTitles = ExcludedTitles(key: key, ids: overridden.ids, ranks: overridden.ranks)
    reader = try CatalogReader(database, path: name, ratingsAsOf: nil)
  }

  /// Returns the numbers in the first column of a statement's rows.
  static func numbers(_ db: Database, sql: String) throws -> [UInt32] {
    try db.rows(sql) { UInt32(clamping: sqlite3_column_int64($0, 0)) }
  }

  /// Returns the films with the given numbers, by number; the facts of own records are applied to them.
  func films(_ numbers: [UInt32]) throws -> [UInt32: Film] {
    let films = try reader.films(numbers, withPeople: false)
    return try database.inDatabase { db in
      let statement = try db.cachedStatement(sql: "SELECT film, origin, facts FROM ownRecord WHERE number = ?")
      var result: [UInt32: Film] = [:]
      for (number, var film) in films {
        // A row of a damaged file may have other values.
        guard let row = try Row.fetchOne(statement, arguments: [Int64(number)]),
          let id = String.fromDatabaseValue(row["film"]), let origin = String.fromDatabaseValue(row["origin"]),
          let facts = String.fromDatabaseValue(row["facts"])
        else { continue }
        film.id = FilmID(unchecked: id)
        film.origin = Film.Origin(rawValue: origin)
        film.isComplete = false
        result[number] = film.applying(OwnRecord(film: film.id, json: facts))
      }
      return result
    }
  }

  /// Returns the numbers in this catalog of those films that have no IMDb id; films that it lacks are ignored.
  func numbers(of ids: Set<FilmID>) throws -> Set<UInt32> {
    let otherIDs = ids.filter { $0.imdbNumber == nil }
    guard !otherIDs.isEmpty else { return [] }
    return try database.inDatabase { db in
      let statement = try db.cachedStatement(sql: "SELECT number FROM ownRecord WHERE film = ?")
      return Set(
        try otherIDs.compactMap { id in
          try Int64.fetchOne(statement, arguments: [id.rawValue]).map { UInt32(clamping: $0) }
        })
    }
  }

  /// Returns the number of films.
  func count() throws -> Int {
    try database.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM ownRecord") ?? 0 }
  }

  /// Returns whether a title in the merged results of both catalogs is from this catalog.
  func contains(_ reference: RankedTitles.Reference) -> Bool {
    guard case .id(let number) = reference else { return false }
    return kind.otherNumbers.contains(number) || overriddenTitles.ids.contains(number)
  }

  /// Returns whether this catalog has a film with an IMDb id, which the base catalog may have too.
  func overrides(_ id: FilmID) -> Bool { id.imdbNumber.map(overriddenTitles.ids.contains) ?? false }

  /// Returns the films with the given numbers, in the same order.
  private func sortedFilms(_ numbers: [UInt32]) throws -> [Film] {
    let films = try films(numbers)
    return numbers.compactMap { films[$0] }
  }
}

extension RecordCatalog: RankedCatalog {
  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let titles = try rankedTitles(query, count: .max, without: nil)
    return try await self.page(page, of: titles, query)
  }

  func rankedTitles(_ query: SearchQuery, count: Int, without excluded: ExcludedTitles?) throws -> RankedTitles {
    var titles = try reader.titles(query, limits: .none, excluding: excluded?.ranks)
    let excludedNumbers = try numbers(of: query.excludedFilms)
    if !excludedNumbers.isEmpty { titles.removeTitles(withIDs: excludedNumbers) }
    return titles
  }

  func films(_ titles: [RankedTitles.Found], _ explainer: MatchExplainer) throws -> [MatchedFilm?] {
    let found = try reader.ids(titles)
    let ids = found.compactMap { $0?.id }
    let films = try films(ids)
    let localTitles = try reader.localTitles(of: ids) ?? [:]
    return found.map { title in
      guard let (id, cause) = title, let film = films[id] else { return nil }
      return (film, explainer.match(film, cause, localTitles: localTitles[id] ?? []))
    }
  }

  func ranks(of ids: Set<UInt32>) throws -> [UInt32] { try reader.ranks(of: ids) }

  func existingIDs(in ids: [UInt32]) -> Set<UInt32> { overriddenTitles.ids.intersection(ids) }

  package func film(id: FilmID) async throws -> Film? {
    let number = try await database.read { db in
      try Int64.fetchOne(db, sql: "SELECT number FROM ownRecord WHERE film = ?", arguments: [id.rawValue])
    }
    return try number.flatMap { try sortedFilms([UInt32(clamping: $0)]).first }
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    try sortedFilms(reader.titles(named: title, years: year.map { $0...$0 }).map(\.facts.id))
  }

  package func films(titled title: String, years: ClosedRange<Int>) async throws -> [Film] {
    try sortedFilms(reader.titles(named: title, years: years).map(\.facts.id))
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    try sortedFilms(reader.ids(beginningWith: key, limit: limit))
  }

  package func films(withLocalTitleBeginningWith key: String, limit: Int) async throws -> [TitledFilm] {
    let numbers = try reader.ids(withLocalTitleBeginningWith: key, limit: limit)
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

  package func people(near text: String) async throws -> [String] { try reader.people(near: text) }
}

extension RecordCatalog {
  /// The tables of the catalog in addition to those of ``CatalogSchema``.
  ///
  /// The number of a film is that in its IMDb id or, without such an id, one of ``RecordIndex/Kind/otherNumbers``.
  /// `facts` is the own record as JSON. `overriddenID` and `overriddenRank` contain the numbers of the films with IMDb
  /// ids, and the ranks of these films in the base catalog.
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
  ///   - kind: The kind of the records.
  ///   - base: The base catalog, which supplies facts that only it has.
  ///   - key: The key of the catalog, see ``RecordIndex``.
  ///   - writer: The empty catalog to write to.
  /// - Throws: ``CatalogError``, the errors of the base catalog.
  static func write(
    _ films: [RecordedFilm], _ kind: RecordIndex.Kind, over base: any RankedCatalog, key: String,
    to writer: CatalogWriter
  ) async throws {
    let films = kind == .own ? films : try await Self.films(films, missingIn: base)
    let baseFilms = kind == .own ? try await base.films(films.map(\.film.id).filter { number($0) != nil }) : [:]
    var otherNumber = kind.otherNumbers.lowerBound
    var lines: [String] = []
    var records: [Record] = []
    for recorded in films {
      let id = recorded.film.id
      let number = number(id) ?? otherNumber
      if number == otherNumber { otherNumber += 1 }
      let baseFilm = baseFilms[id]
      let film = recorded.isWithoutSource ? baseFilm?.applying(recorded.records) ?? recorded.film : recorded.film
      let localTitles = kind == .own ? try await base.localTitles(of: id) : []
      let otherTitles = ([baseFilm?.title].compactMap(\.self) + localTitles).filter {
        $0 != film.title && $0 != film.originalTitle
      }
      lines.append(line(film, number: number, otherTitles: otherTitles))
      records.append((number, id, film.origin, recorded.facts))
    }
    try await writer.write(titles(lines))
    let ids = Set(records.map(\.number).filter { !kind.otherNumbers.contains($0) })
    let ranks = kind == .own ? try await base.ranks(of: ids) : []
    try await insert(records, ids, ranks: ranks, key, writer)
  }

  /// Returns the films that another catalog lacks.
  private static func films(_ films: [RecordedFilm], missingIn base: any RankedCatalog) async throws -> [RecordedFilm] {
    let existing = try await base.existingIDs(in: films.compactMap { number($0.film.id) })
    return films.filter { film in number(film.film.id).map { !existing.contains($0) } ?? true }
  }

  /// Returns the number in an id of IMDb; `nil` for other ids, and for numbers as large as those of
  /// ``RecordIndex/Kind/otherNumbers``.
  private static func number(_ id: FilmID) -> UInt32? {
    id.imdbNumber.flatMap { $0 < RecordIndex.Kind.imported.otherNumbers.lowerBound ? $0 : nil }
  }

  /// A row of the table `ownRecord`.
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
    _ records: [Record], _ ids: Set<UInt32>, ranks: [UInt32], _ key: String, _ writer: CatalogWriter
  ) async throws {
    try await writer.write { db in
      try db.execute(sql: tables)
      let insertion = try db.cachedStatement(sql: "INSERT INTO ownRecord VALUES (?, ?, ?, ?)")
      for (number, film, origin, facts) in records {
        try insertion.execute(arguments: [Int64(number), film.rawValue, origin.rawValue, facts])
      }
      for (table, numbers) in [("overriddenID", Array(ids)), ("overriddenRank", ranks)] {
        let insertion = try db.cachedStatement(sql: "INSERT INTO \(table) VALUES (?)")
        for number in numbers { try insertion.execute(arguments: [Int64(number)]) }
      }
      try db.execute(sql: "INSERT INTO summary VALUES (?)", arguments: [key])
    }
  }

  /// Returns a line of a ``StarterTable``, whose fields are in the order of ``StarterTable/Column``.
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

  /// Returns a field with a list of names; commas within names are removed, because they would divide the names.
  private static func list(_ values: [String]) -> String {
    values.map { field($0).replacing(",", with: " ") }.joined(separator: ", ")
  }
}
