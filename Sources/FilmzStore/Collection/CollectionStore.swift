package import FilmzDomain
package import Foundation
import GRDB

/// The collection on its file: ids, what is mine, and the journal of every change.
package struct CollectionStore: Sendable {
  let connection: StoreConnection
  let cache: FilmCache
  /// How titles are sorted.
  let collation: TitleCollation
  /// The kinds of things that the journal knows.
  let subjects: SubjectRegistry

  init(
    connection: StoreConnection, collation: TitleCollation = .folded,
    subjects: SubjectRegistry = .standard
  ) {
    self.connection = connection
    cache = FilmCache(connection: connection)
    self.collation = collation
    self.subjects = subjects
  }

  // MARK: - Writing

  /// Makes one step of changes: all of them and their journal in one transaction, or nothing.
  ///
  /// - Parameters:
  ///   - command: The command line that asked for it, for `log`; `nil` for what filmz found by itself,
  ///     which `log` does not list and `undo` does not undo.
  ///   - now: The moment of the step.
  ///   - step: A step that these changes belong to, such as facts that come after an `add`.
  ///   - body: Makes the changes; what it throws rolls everything back.
  /// - Returns: What the body returns.
  /// - Throws: A ``StoreError``, or what the body throws.
  package func apply<Value: Sendable>(
    _ command: String?, at now: Date, continuing step: UUID? = nil,
    _ body: @escaping @Sendable (JournalTransaction) throws -> Value
  ) async throws -> Value {
    try await writing { [subjects] db in
      try body(JournalTransaction(db, subjects, command: command, now: now, continuing: step))
    }
  }

  /// What is wrong with the file, or nothing where SQLite's full check finds it sound.
  package func damage() async throws -> String? {
    let damage = try await connection.check(.collection) { db in
      if let damage = try db.verdict(of: "PRAGMA main.integrity_check(1)") { return damage }
      let lost = try Row.fetchAll(db, sql: "PRAGMA main.foreign_key_check").count
      return lost == 0 ? nil : "\(lost.counted("reference")) to what is not there"
    }
    if damage != nil { _ = connection.foundDamage() }
    return damage
  }

  // MARK: - Reading

  /// The entries of those films that are in the collection.
  package func entries(_ ids: [FilmID]) async throws -> [FilmID: CollectionEntry] {
    try await read { db in
      let found = try Self.fetchEntries(ids, db)
      return Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
    }
  }

  /// How many films there are, how many watched and rated.
  package func counts() async throws -> CollectionCounts {
    try await read { try Self.fetchCounts($0) }
  }

  /// Films of the collection that were passed over in a rating session and have the rating of then, the
  /// oldest skip first.
  package func ratingSkips() async throws -> [FilmID] {
    try await read { db in
      let sql = """
        SELECT entry.id FROM main.ratingSkip JOIN main.entry USING (id)
        WHERE entry.rating IS ratingSkip.rating ORDER BY skippedAt, entry.id
        """
      return try String.fetchAll(db, sql: sql).map(FilmID.init(canonical:))
    }
  }

  static func fetchCounts(_ db: Database) throws -> CollectionCounts {
    let sql = """
      SELECT count(*) AS total, count(rating) AS rated,
        (SELECT count(DISTINCT film) FROM viewing) AS watched FROM entry
      """
    guard let row = try Row.fetchOne(db, sql: sql) else { throw DamagedRowError(file: .collection) }
    return CollectionCounts(
      total: try row.value("total"), watched: try row.value("watched"),
      rated: try row.value("rated"))
  }

  /// Reads, from one state of the files unless a film alone is looked at.
  func read<Value: Sendable>(
    isOneState: Bool = true, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await connection.perform { try isOneState ? $0.readTransaction(body) : body($0) }
  }

  /// Changes the collection in one transaction, unless it was found damaged.
  func writing<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await connection.change(body)
  }

  /// One film's entry with its viewings.
  static func fetchEntry(_ id: FilmID, _ db: Database) throws -> CollectionEntry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT *, EXISTS (SELECT 1 FROM viewing WHERE film = entry.id) AS isWatched
        FROM entry WHERE id = ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [id.rawValue])
    // The row is not copied: it is there as long as the cursor stands on it.
    let found = try withExtendedLifetime(rows) {
      try rows.next().map {
        (entry: try CollectionEntry(row: $0), isWatched: try $0.value("isWatched", Bool.self))
      }
    }
    guard var entry = found?.entry else { return nil }
    guard found?.isWatched == true else { return entry }
    entry.viewings = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM viewing WHERE film = ? ORDER BY position, id"),
      arguments: [id.rawValue]
    ).map(Viewing.init(row:))
    return entry
  }

  static func fetchEntries(_ ids: [FilmID], _ db: Database) throws -> [CollectionEntry] {
    if ids.count == 1 { return try fetchEntry(ids[0], db).map { [$0] } ?? [] }
    let list = text(of: ids.map(\.rawValue))
    let sql = "SELECT * FROM entry WHERE id IN (SELECT value FROM json_each(?))"
    var entries = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [list])
      .cancellableMap(CollectionEntry.init(row:))
    let viewings = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM viewing WHERE film IN (SELECT value FROM json_each(?))
          ORDER BY position, id
          """), arguments: [list]
    ).cancellableMap(Viewing.init(row:))
    let byFilm = Dictionary(grouping: viewings, by: \.film)
    for index in entries.indices { entries[index].viewings = byFilm[entries[index].id] ?? [] }
    return entries
  }

  // MARK: - Values in columns

  /// A list as its column holds it: a JSON array.
  static func text(of list: [String]) -> String {
    guard !list.isEmpty, let data = try? JSONEncoder().encode(list) else { return "[]" }
    return String(decoding: data, as: UTF8.self)
  }

  static func list(_ text: String?) -> [String] {
    guard let text, text != "[]" else { return [] }
    return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
  }

  /// Adds the SQL functions that the list index is made and asked with.
  static func addFunctions(_ collation: TitleCollation, to db: Database) {
    // The text in small letters, of every script.
    db.add(
      function: DatabaseFunction("caseless", argumentCount: 1, pure: true) {
        String.fromDatabaseValue($0[0])?.lowercased()
      })
    // What titles are sorted by.
    db.add(
      function: DatabaseFunction("sortkey", argumentCount: 1, pure: true) {
        collation.key(String.fromDatabaseValue($0[0]))
      })
    // The text as it is compared.
    db.add(
      function: DatabaseFunction("fold", argumentCount: 1, pure: true) {
        String.fromDatabaseValue($0[0]).map(TextFolding.key)
      })
    db.add(function: PersonName.function)
  }
}
