import GRDB
import GRDBSQLite

/// The tables of a catalog file.
///
/// A catalog of another version is not migrated. It contains no user data and can be imported again.
enum CatalogSchema {
  /// `PRAGMA user_version`.
  static let version = 3
  /// `PRAGMA application_id`: `flmc`.
  static let applicationID = 0x666C_6D63

  /// The titles, their facts ordered by rank, the index of their words, and their credits.
  ///
  /// The ids of titles and people are the numbers in their IMDb ids. Ranks count from 0, the most
  /// popular title first. `type` is the raw value of a ``TitleType``, `genres` a set of bits, and
  /// `rating` is in tenths of a point; unknown values are 0 or NULL. Blobs are described at
  /// ``FactBlock``, ``TermBlock``, ``SpellingBlock`` and ``CreditList``. The titles of a row of
  /// `localTitle` are separated by line feeds; catalogs of this version from before it was added lack this table.
  static let tables = """
    CREATE TABLE title (
      id INTEGER PRIMARY KEY,
      title TEXT NOT NULL,
      original TEXT,
      type INTEGER NOT NULL,
      year INTEGER NOT NULL,
      endYear INTEGER NOT NULL,
      runtime INTEGER NOT NULL,
      genres INTEGER NOT NULL,
      rating INTEGER NOT NULL,
      votes INTEGER NOT NULL
    );
    CREATE TABLE factBlock (number INTEGER PRIMARY KEY, facts BLOB NOT NULL);
    CREATE TABLE titleTerm (
      number INTEGER PRIMARY KEY, first BLOB NOT NULL, terms BLOB NOT NULL, postings BLOB NOT NULL
    );
    CREATE TABLE spelling (number INTEGER PRIMARY KEY, words BLOB NOT NULL);
    CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE filmography (person INTEGER PRIMARY KEY, titles BLOB NOT NULL);
    CREATE TABLE personTerm (
      number INTEGER PRIMARY KEY, first BLOB NOT NULL, terms BLOB NOT NULL, postings BLOB NOT NULL
    );
    CREATE TABLE credits (title INTEGER PRIMARY KEY, people BLOB NOT NULL);
    CREATE TABLE episode (
      id INTEGER PRIMARY KEY, series INTEGER NOT NULL, season INTEGER, number INTEGER
    );
    CREATE TABLE localTitle (title INTEGER PRIMARY KEY, titles TEXT NOT NULL);
    CREATE TABLE genre (bit INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE summary (content TEXT NOT NULL);
    """

  /// The indexes, which are created after the tables have been filled because this is faster.
  static let indexes = """
    CREATE UNIQUE INDEX titleTermFirst ON titleTerm (first);
    CREATE UNIQUE INDEX personTermFirst ON personTerm (first);
    """
}

extension Statement {
  /// Executes the statement with a number as its argument, and returns the result of a closure for the first row; `nil`
  /// if there is no row.
  @discardableResult @inline(__always)
  func row<Value>(for number: UInt32, _ body: (SQLiteStatement) throws -> Value) throws -> Value? {
    let cursor = sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(number))
    return try cursor.next() ? body(cursor) : nil
  }
}

extension Database {
  /// Executes a statement, and returns the result of a closure for each row.
  func rows<Value>(_ sql: String, _ body: (SQLiteStatement) -> Value) throws -> [Value] {
    let cursor = try cachedStatement(sql: sql).sqliteStatement
    defer { sqlite3_reset(cursor) }
    var values: [Value] = []
    while try cursor.next() { values.append(body(cursor)) }
    return values
  }
}

extension SQLiteStatement {
  /// Advances to the next row; returns `false` if there is none.
  ///
  /// - Throws: `DatabaseError` if the file cannot be read.
  func next() throws -> Bool {
    switch sqlite3_step(self) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  /// Returns the blob in a column of the current row.
  ///
  /// The blob is valid until the statement advances or is reset.
  func blob(_ column: CInt) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: sqlite3_column_blob(self, column), count: Int(sqlite3_column_bytes(self, column)))
  }

  /// Returns the string in a column of the current row, or `nil` for NULL.
  func text(_ column: CInt) -> String? { sqlite3_column_text(self, column).map { String(cString: $0) } }

  /// Returns the number in a column of the current row, or `nil` for 0 and NULL, which stand for an
  /// unknown value.
  func number(_ column: CInt) -> Int? {
    let value = Int(sqlite3_column_int64(self, column))
    return value == 0 ? nil : value
  }

  /// Binds a text in UTF-8 without copying its bytes, which must remain valid until the statement has been executed.
  func bind(text bytes: UnsafeRawBufferPointer, at index: CInt) {
    let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    sqlite3_bind_text(self, index, start, CInt(bytes.count), nil)
  }

  /// Binds a copy of a blob.
  func bind(_ blob: [UInt8], at index: CInt) {
    // SQLITE_TRANSIENT is a macro with a cast, which Swift does not import.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_blob64(self, index, blob, sqlite3_uint64(blob.count), transient)
  }
}
