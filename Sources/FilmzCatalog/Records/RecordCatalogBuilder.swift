import FilmzDomain
import GRDB

/// Writes the catalog of the films with own records, or of those with imported records.
struct RecordCatalogBuilder {
  let kind: RecordIndex.Kind
  /// The local catalog, which tells the facts that are stored nowhere else.
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
