import CStarterCatalog
import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB
import GRDBSQLite

/// Builds the starter catalog and the catalog of own records, with the index format of an imported catalog.
enum StarterCatalogBuilder {
  /// Writes a catalog of titles, all of which have to refer to the same `bytes`.
  static func write(_ titles: [StarterTitle], to writer: CatalogWriter) async throws {
    var genres = GenreTable()
    var batch = TitleBatch(bytes: titles.first?.bytes ?? [])
    var log = PostingLog(spill: nil)
    var facts = TitleFacts(spill: nil)
    var localTitles = LocalTitleBatch()
    for (number, title) in titles.enumerated() {
      let titleFacts = title.facts(&genres)
      try facts.append(titleFacts)
      batch.rows.append(title.row(titleFacts))
      try add(title, UInt32(number), to: &log)
      for name in title.localTitles {
        localTitles.add(title.bytes.span.extracting(name), of: title.id)
      }
    }
    let ranks = try facts.ranks()
    try await writer.insert(batch)
    try await writer.insert(localTitles)
    try await writer.insert(facts, ranks: ranks)
    try await writer.insert(
      log, as: .titles, numbering: ranks, spellingRankLimit: UInt32(titles.count))
    try await insert(people: titles, ranks, writer)
    try await writer.finish(nil, genres: genres.names)
  }

  /// Adds the words of all names of a title to a log.
  private static func add(
    _ title: StarterTitle, _ number: UInt32, to log: inout PostingLog
  ) throws {
    let bytes = title.bytes.span
    for name in [title.title, title.original] {
      try log.add(bytes.extracting(name), document: number, isMain: true)
    }
    for name in title.localTitles {
      try log.add(bytes.extracting(name), document: number, isMain: false)
    }
  }

  /// Writes the people of titles.
  ///
  /// Each name is assigned an id, because the starter catalog has no ids of people.
  private static func insert(
    people titles: [StarterTitle], _ ranks: [UInt32], _ writer: CatalogWriter
  ) async throws {
    var ids: [String: UInt32] = [:]
    var names: [String] = []
    func id(_ name: String) -> UInt32 {
      if let id = ids[name] { return id }
      names.append(name)
      ids[name] = UInt32(names.count)
      return UInt32(names.count)
    }
    var people = CreditsBuilder(spill: nil, ranks: TitleIDMap())
    for (title, rank) in zip(titles, ranks) {
      for (role, list) in [(Role.director, title.directors), (.actor, title.actors)] {
        for name in list { try people.add(id(name), role, title.id, rank) }
      }
    }
    try await writer.insert(people.takeBatch(isAtEnd: true))
    let bytes = names.flatMap(\.utf8)
    var batch = PersonBatch(bytes: bytes)
    var start = 0
    for (index, name) in names.enumerated() {
      let range = start..<start + name.utf8.count
      try people.addName(UInt32(index + 1), bytes.span, range, to: &batch)
      start = range.upperBound
    }
    try await writer.insert(batch)
    try await writer.insert(people)
  }
}

/// The index of the starter catalog, which is part of the program.
///
/// It has the format of an imported catalog, and a table with the lines of ``StarterTable``.
struct StarterIndex: Sendable {
  /// The table of the lines, by the number in the IMDb id.
  static let lineTable = "CREATE TABLE starterLine (id INTEGER PRIMARY KEY, line TEXT NOT NULL)"

  let reader: CatalogReader
  private let database: DatabaseQueue

  /// Opens the index, without copying it.
  ///
  /// - Throws: `DatabaseError`.
  init() throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      let code = filmz_open_starter_index(db.sqliteConnection)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    database = try DatabaseQueue(configuration: configuration)
    reader = try CatalogReader(
      database, path: "the starter catalog", ratingsAsOf: StarterTitle.ratingsAsOf)
  }

  /// Returns the titles with some ids, by id; ids that are not in the catalog are ignored.
  func titles(_ ids: some Sequence<UInt32>) throws -> [UInt32: StarterTitle] {
    try database.inDatabase { db in
      let cursor = try db.cachedStatement(sql: "SELECT line FROM starterLine WHERE id = ?")
        .sqliteStatement
      defer { sqlite3_reset(cursor) }
      var titles: [UInt32: StarterTitle] = [:]
      for id in ids {
        sqlite3_reset(cursor)
        sqlite3_bind_int64(cursor, 1, Int64(id))
        guard try cursor.next() else { continue }
        let line = Array(cursor.blob(0))
        titles[id] = StarterTitle(line.indices, of: line)
      }
      return titles
    }
  }

  /// Returns the ids of all titles.
  func ids() throws -> [UInt32] {
    try database.inDatabase { try RecordCatalog.numbers($0, sql: "SELECT id FROM title") }
  }
}

/// The facts of the starter catalog: a tab-separated table with a header and one film per line, from which the index is
/// made.
package enum StarterTable {
  /// The names of the columns.
  ///
  /// Items of lists are separated by `, `, and local titles, which may contain commas, by ` / `. The original title is
  /// empty if it equals the title. The years are a year, `2011–2019`, or `2011–` for a series that is still running.
  /// Votes are rounded.
  static let columns = [
    "id", "title", "original title", "years", "type", "runtime", "genres", "directors", "actors",
    "languages", "countries", "rating", "votes", "local titles",
  ]

  /// A line that is not a film, or a header without the names of the columns.
  package struct MalformedLine: Error {
    /// The number of the line, counted from 1.
    package let number: Int
  }

  /// Returns the titles of a table in UTF-8, in the order of its lines.
  ///
  /// - Throws: ``MalformedLine``.
  static func titles(_ table: [UInt8]) throws(MalformedLine) -> [StarterTitle] {
    var lines: [Range<Int>] = []
    table.span.forEachPart(of: table.indices, separatedBy: UInt8(ascii: "\n")) { lines.append($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    guard let header = lines.first,
      table[header].elementsEqual(columns.joined(separator: "\t").utf8)
    else { throw MalformedLine(number: 1) }
    var titles: [StarterTitle] = []
    for (index, line) in lines.enumerated().dropFirst() {
      guard let title = StarterTitle(line, of: table) else {
        throw MalformedLine(number: index + 1)
      }
      titles.append(title)
    }
    return titles
  }

  /// Writes the index of a table to a file.
  ///
  /// Equal tables have equal files, if the version of SQLite is the same.
  ///
  /// - Throws: ``MalformedLine``, ``CatalogError``, `DatabaseError`, `FileError`.
  package static func writeIndex(of table: [UInt8], to file: URL) async throws {
    let titles = try titles(table)
    let writer = try CatalogWriter(path: nil)
    try await StarterCatalogBuilder.write(titles, to: writer)
    try await writer.write { db in
      try db.execute(sql: StarterIndex.lineTable)
      let insertion = try db.cachedStatement(sql: "INSERT INTO starterLine VALUES (?, ?)")
      for title in titles { try insertion.execute(arguments: [Int64(title.id), title.line]) }
    }
    try await PrivateFile.replace(file) { path in
      try await writer.connection().vacuum(into: path)
    }
  }
}

/// A film of the starter catalog: a line of a ``StarterTable``.
///
/// Fields other than the id are parsed only when they are accessed.
struct StarterTitle: Sendable {
  /// The year of most ratings and votes; some are a few years older, a few are from 2025.
  static let ratingsAsOf = "2024"

  /// The number in the IMDb id of the title.
  let id: UInt32
  /// The line, in UTF-8; other lines may precede and follow it.
  let bytes: [UInt8]
  /// The range of the title in ``bytes``.
  var title: Range<Int> { fields[1] }
  /// The range of the original title in ``bytes``; empty if it equals the title.
  var original: Range<Int> { fields[2] }

  /// The ranges of the fields in ``bytes``.
  private let fields: [Range<Int>]

  /// Splits the line in a range of bytes into fields; returns `nil` if the number of fields or the id is
  /// wrong.
  init?(_ line: Range<Int>, of bytes: [UInt8]) {
    var fields: [Range<Int>] = []
    fields.reserveCapacity(StarterTable.columns.count)
    bytes.span.forEachPart(of: line, separatedBy: UInt8(ascii: "\t")) { fields.append($0) }
    guard fields.count == StarterTable.columns.count, let id = bytes.span.id(fields[0], "tt") else {
      return nil
    }
    (self.id, self.bytes, self.fields) = (id, bytes, fields)
  }

  /// The ranges of the local titles: the titles in other countries, in the script of the country, and
  /// common spellings of the title.
  ///
  /// The local titles are separated by ` / `, because a title may contain commas and slashes.
  var localTitles: [Range<Int>] {
    var titles: [Range<Int>] = []
    var start = fields[13].lowerBound
    for index in fields[13].dropFirst().dropLast()
    where index > start && bytes[index - 1...index + 1].elementsEqual(" / ".utf8) {
      titles.append(start..<index - 1)
      start = index + 2
    }
    return fields[13].isEmpty ? [] : titles + [start..<fields[13].upperBound]
  }

  /// The local titles, as strings.
  var localNames: [String] { localTitles.map(text) }

  /// The line.
  var line: String { text(fields[0].lowerBound..<fields[fields.count - 1].upperBound) }

  /// Returns the string in a range of bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the facts by which titles are filtered and ranked; adds new genres to the table.
  func facts(_ genres: inout GenreTable) -> FactBlock.Facts {
    FactBlock.Facts(
      id: id, votes: UInt32(number(12) ?? 0), genres: genres.bits(list(6)),
      year: UInt16(years.first ?? 0), rating: UInt8(rating?.tenths ?? 0),
      type: TitleType(type ?? .movie), runtime: UInt16(clamping: number(5) ?? 0))
  }

  /// Returns the row of the title; the ranges in the row refer to ``bytes``.
  func row(_ facts: FactBlock.Facts) -> TitleRow {
    TitleRow(
      facts: facts, title: title, original: original, endYear: UInt16(years.last ?? 0))
  }

  var directors: [String] { list(7) }
  var actors: [String] { list(8) }

  /// The film with all its facts.
  var film: Film {
    let (first, last) = years
    var film = Film(
      id: FilmID(imdbNumber: Int(id)), title: text(title), year: first, endYear: last, type: type,
      origin: .starter, isComplete: true)
    film.isRunning = first != nil && last == nil && fields[3].count > 4
    film.originalTitle = original.isEmpty ? nil : text(original)
    film.runtimeMinutes = number(5)
    film.genres = list(6)
    film.directors = directors
    film.actors = actors
    film.languages = list(9)
    film.countries = list(10)
    film.imdbRating = rating
    film.imdbVotes = number(12)
    film.ratingsAsOf = Self.ratingsAsOf
    return film
  }

  // MARK: - Fields

  /// The first and the last year in a field such as `1999`, `2011–2019`, or `2011–`, which stands for a
  /// series that is still running.
  private var years: (first: Int?, last: Int?) {
    let span = bytes.span
    let first = fields[3].prefix(4)
    return (span.number(first), span.number(fields[3].dropFirst(first.count + "–".utf8.count)))
  }

  private var type: MediaType? { MediaType(rawValue: text(fields[4])) }

  private var rating: Rating? { bytes.span.tenths(fields[11]).flatMap { Rating(tenths: $0) } }

  private func number(_ field: Int) -> Int? { bytes.span.number(fields[field]) }

  /// Returns the items of a field, which are separated by a comma and a space.
  private func list(_ field: Int) -> [String] {
    var items: [String] = []
    guard !fields[field].isEmpty else { return items }
    bytes.span.forEachPart(of: fields[field], separatedBy: UInt8(ascii: ",")) { item in
      items.append(text(item.drop { bytes[$0] == 0x20 }))
    }
    return items
  }
}
