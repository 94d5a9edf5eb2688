import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads titles as films.
struct FilmReader {
  private let titleStatement: Statement
  private let episodeStatement: Statement
  private let genres: [String]
  private let ratingsAsOf: String?

  init(_ db: Database, genres: [String], ratingsAsOf: String?) throws {
    titleStatement = try db.cachedStatement(
      sql: """
        SELECT title, original, type, year, endYear, runtime, genres, rating, votes FROM title
        WHERE id = ?
        """)
    episodeStatement = try db.cachedStatement(
      sql: """
        SELECT series, series.title, season, number FROM episode
        LEFT JOIN title AS series ON series.id = episode.series WHERE episode.id = ?
        """)
    self.genres = genres
    self.ratingsAsOf = ratingsAsOf
  }

  /// Returns the film with an id, without its people; `nil` if the catalog does not contain the film.
  func film(_ id: UInt32) throws -> Film? {
    try titleStatement.row(for: id) { row in
      guard let title = row.text(0) else { return nil }
      var film = Film(
        id: FilmID(imdbNumber: Int(id)), title: title, year: row.number(3), endYear: row.number(4),
        type: UInt8(exactly: row.number(2) ?? 0).flatMap(TitleType.init(rawValue:))?.mediaType,
        origin: .catalog, isComplete: true)
      film.originalTitle = row.text(1)
      film.isRunning = film.type == .series && film.year != nil && film.endYear == nil
      if film.type == .episode { film.episode = try episode(id) }
      film.runtimeMinutes = row.number(5)
      let bits = row.number(6) ?? 0
      film.genres = genres.enumerated().filter { bits & 1 << $0.offset != 0 }.map(\.element).sorted()
      if let votes = row.number(8) {
        film.imdbRating = Rating(tenths: row.number(7) ?? 0)
        film.imdbVotes = votes
        film.ratingsAsOf = ratingsAsOf
      }
      return film
    } ?? nil
  }

  /// Returns the series, season, and number of an episode; `nil` if they are not known.
  private func episode(_ id: UInt32) throws -> Episode? {
    try episodeStatement.row(for: id) { row in
      Episode(
        series: row.number(0).map { FilmID(imdbNumber: $0) }, seriesTitle: row.text(1),
        season: row.number(2), number: row.number(3))
    }
  }
}

/// Reads the directors, writers, and actors of titles.
struct CreditReader {
  /// The maximum number of actors of a film; the datasets list the lead actors first.
  private static let maximumActors = 10

  private let creditStatement: Statement
  private let nameStatement: Statement

  init(_ db: Database) throws {
    creditStatement = try db.cachedStatement(sql: "SELECT people FROM credits WHERE title = ?")
    nameStatement = try db.cachedStatement(sql: "SELECT name FROM person WHERE id = ?")
  }

  /// Sets the directors, writers, and actors of the film with an id, if the catalog has credits for it.
  func addPeople(to film: inout Film, _ id: UInt32) throws {
    guard let people = try creditStatement.row(for: id, { CreditList.read($0.blob(0)) }) else { return }
    film.directors = try names(of: people, .director)
    film.writers = try names(of: people, .writer)
    film.actors = Array(try names(of: people, .actor).prefix(Self.maximumActors))
  }

  private func names(of people: [(person: UInt32, role: Role)], _ role: Role) throws -> [String] {
    var seen: Set<UInt32> = []
    return try people.filter { $0.role.contains(role) && seen.insert($0.person).inserted }
      .compactMap { try nameStatement.row(for: $0.person) { $0.text(0) } ?? nil }
  }
}

/// Reads the facts of titles by their ranks.
///
/// A block that is read twice in a row is cached, so that reading consecutive ranks is cheap.
struct FactReader {
  private let blockStatement: Statement
  private let allBlocksStatement: Statement
  /// The cached block.
  private var block: [UInt8] = []
  /// The number of the cached block, counted from 0; -1 if none is cached.
  private var cachedNumber = -1
  /// The number of the block that was read last, counted from 0; -1 if none was read.
  private var lastNumber = -1

  init(_ db: Database) throws {
    blockStatement = try db.cachedStatement(sql: "SELECT facts FROM factBlock WHERE number = ?")
    allBlocksStatement = try db.cachedStatement(sql: "SELECT number, facts FROM factBlock ORDER BY number")
  }

  /// Returns the facts of the title with a rank, or `nil` if no title has the rank.
  mutating func facts(_ rank: UInt32) throws -> FactBlock.Facts? {
    let number = Int(rank) / FactBlock.size
    let index = Int(rank) % FactBlock.size
    if number != cachedNumber {
      guard number == lastNumber else {
        lastNumber = number
        return try read(number) { FactBlock.facts($0, at: index) } ?? nil
      }
      block = try read(number) { Array($0) } ?? []
      cachedNumber = number
    }
    return block.withUnsafeBytes { FactBlock.facts($0, at: index) }
  }

  /// Calls a closure with the facts of all titles, ordered by rank, until the closure returns
  /// `false`.
  ///
  /// The function is inlined, so that the closure is inlined too: this halves the time for millions of titles.
  ///
  /// - Throws: `DatabaseError`, `CancellationError`, and the errors of the closure.
  @inline(__always)
  func readAll(_ body: (_ rank: UInt32, FactBlock.Facts) throws -> Bool) throws {
    let cursor = allBlocksStatement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    while try cursor.next() {
      // The numbers in the table count from 1.
      let number = UInt32(truncatingIfNeeded: sqlite3_column_int64(cursor, 0) - 1)
      if number.isMultiple(of: 16) { try Task.checkCancellation() }
      let bytes = cursor.blob(1)
      for index in 0..<FactBlock.size {
        guard let facts = FactBlock.facts(bytes, at: index) else { break }
        guard try body(number &* UInt32(FactBlock.size) &+ UInt32(index), facts) else { return }
      }
    }
  }

  /// Returns the result of a closure for the bytes of a block; `nil` if the catalog lacks the block.
  private func read<Value>(_ number: Int, _ body: (UnsafeRawBufferPointer) -> Value) throws -> Value? {
    // The numbers in the table count from 1.
    try blockStatement.row(for: UInt32(number) + 1) { body($0.blob(0)) }
  }
}

/// Reads the titles and original titles.
struct NameReader {
  private let statement: Statement

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT title, original FROM title WHERE id = ?")
  }

  /// Returns the title and, if it differs, the original title; empty if the catalog lacks the id.
  func mainNames(of id: UInt32) throws -> [String] {
    try statement.row(for: id) { [$0.text(0), $0.text(1)].compactMap(\.self) } ?? []
  }

  /// Returns the exactness of the title or of the original title, whichever is more exact; `.none` if the catalog lacks
  /// the id.
  func exactness(of id: UInt32, _ matcher: NameMatcher) throws -> ScoredTitle.Exactness {
    try statement.row(for: id) { row in
      let exactness = Self.exactness(row, 0, matcher)
      guard exactness != .main else { return .main }
      let original = Self.exactness(row, 1, matcher)
      return original == .none ? exactness : original
    } ?? .none
  }

  /// Returns whether lowercase letters are the initials of the title or the original title, or of its part before a
  /// colon; a leading article may be left out.
  func hasInitials(_ letters: [UInt8], _ id: UInt32) throws -> Bool { try initials(of: id).contains(letters) }

  /// Returns the initials of the title and the original title, of their parts before a colon, and of all these without
  /// a leading article, in lowercase.
  func initials(of id: UInt32) throws -> [[UInt8]] {
    try statement.row(for: id) { row in
      ([0, 1] as [CInt]).flatMap { column in
        guard let start = sqlite3_column_text(row, column) else { return [[UInt8]]() }
        return Self.initials(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column))))
      }
    } ?? []
  }

  private static func initials(_ name: UnsafeRawBufferPointer) -> [[UInt8]] {
    var initials: [UInt8] = []
    var firstWord: [UInt8] = []
    var countBeforeColon: Int?
    var isInWord = false
    for byte in name {
      let letter = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      let isPartOfWord =
        (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte >= 0x80 || byte == UInt8(ascii: "'")
      if isPartOfWord, !isInWord { initials.append(letter) }
      if isPartOfWord, initials.count == 1 { firstWord.append(letter) }
      if byte == UInt8(ascii: ":"), countBeforeColon == nil { countBeforeColon = initials.count }
      isInWord = isPartOfWord
    }
    let all = [initials, Array(initials.prefix(countBeforeColon ?? initials.count))]
    return Articles.contains(firstWord[...]) ? all + all.map { Array($0.dropFirst()) } : all
  }

  private static func exactness(
    _ row: SQLiteStatement, _ column: CInt, _ matcher: NameMatcher
  ) -> ScoredTitle.Exactness {
    guard let start = sqlite3_column_text(row, column) else { return .none }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(row, column)))
    return matcher.exactness(bytes) { String(cString: start) }
  }
}

/// Reads the local titles of titles.
struct LocalTitleReader {
  private let statement: Statement

  /// Creates a reader; returns `nil` if the catalog does not store local titles.
  init?(_ db: Database) throws {
    // `Database.tableExists` would read the whole schema.
    let exists = try db.cachedStatement(sql: "SELECT EXISTS (SELECT * FROM sqlite_master WHERE name = 'localTitle')")
    guard try Bool.fetchOne(exists) == true else { return nil }
    statement = try db.cachedStatement(sql: "SELECT titles FROM localTitle WHERE title = ?")
  }

  /// Returns the local titles of the title with an id, in the order in which they were imported.
  func titles(of id: UInt32) throws -> [String] {
    let text = try statement.row(for: id) { $0.text(0) } ?? nil
    return text?.split(separator: "\n").map(String.init) ?? []
  }
}
