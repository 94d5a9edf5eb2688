package import FilmzDomain
package import Foundation
import GRDB
import Synchronization

/// The stored collection: its films with the user's data, and the journal of all changes.
package struct CollectionStore: Sendable {
  let connection: StoreConnection
  let cache: FilmCache
  /// The sort order of titles.
  let collation: TitleCollation
  /// The kinds of subjects that the journal records.
  let subjects: SubjectRegistry
  /// The filter of the films in lists, counts, and names; `nil` to show all films.
  package let kidsFilter: KidsFilter?
  /// `true` if there are films that the kids filter may hide.
  package var hidesFilms: Bool { kidsFilter != nil }

  init(
    connection: StoreConnection, collation: TitleCollation = .folded,
    subjects: SubjectRegistry = .standard, kidsFilter: KidsFilter? = nil
  ) {
    self.connection = connection
    cache = FilmCache(connection: connection)
    (self.collation, self.subjects, self.kidsFilter) = (collation, subjects, kidsFilter)
  }

  // MARK: - Writing

  /// Makes the changes of one step and records them in the journal, in one transaction.
  ///
  /// - Parameters:
  ///   - command: The command line that made the changes, for `log`; `nil` for changes that filmz makes
  ///     by itself, which `log` does not list and `undo` does not undo.
  ///   - now: The time of the step.
  ///   - step: The id of the existing step to add the changes to, or `nil` for a new step. For example,
  ///     changes that result from facts fetched after an `add` are added to the step of the `add`.
  ///   - body: A closure that makes the changes; if it throws, all of them are rolled back.
  /// - Returns: The value that the closure returns.
  /// - Throws: A ``StoreError``, `CancellationError`, or an error of the closure.
  package func apply<Value: Sendable>(
    _ command: String?, at now: Date, continuing step: UUID? = nil,
    _ body: @escaping @Sendable (JournalTransaction) throws -> Value
  ) async throws -> Value {
    try await write { [subjects] db in
      try body(JournalTransaction(db, subjects, command: command, now: now, continuing: step))
    }
  }

  /// Checks the collection and returns a description of its damage, or `nil` if there is none.
  ///
  /// The description is the first problem that SQLite's full integrity check reports. Once damage has been found,
  /// the collection is not changed any more.
  package func damage() async throws -> String? {
    let damage = try await connection.check(.collection) { try $0.integrityCheck("PRAGMA main.integrity_check(1)") }
    if damage != nil { _ = connection.markAsDamaged() }
    return damage
  }

  /// Returns the number of rows whose film or list does not exist; such rows never result from a journal.
  package func brokenReferences() async throws -> Int {
    try await read { try Row.fetchAll($0, sql: "PRAGMA main.foreign_key_check").count }
  }

  // MARK: - Reading

  /// Returns the entries of the films that are in the collection, by id.
  package func entries(_ ids: [FilmID]) async throws -> [FilmID: CollectionEntry] {
    try await read { db in
      let entries = try Self.fetchEntries(ids, db)
      return Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
    }
  }

  /// Returns the numbers of all, of watched, and of rated films.
  package func counts() async throws -> CollectionCounts { try await read { try Self.fetchCounts($0) } }

  /// Returns the films of the collection that were skipped in a rating session and whose rating has not
  /// changed since the skip, in the order of the skips.
  package func ratingSkips() async throws -> [FilmID] {
    try await read { db in
      let sql = """
        SELECT entry.id FROM main.ratingSkip JOIN main.entry USING (id)
        WHERE entry.rating IS ratingSkip.rating ORDER BY skippedAt, entry.id
        """
      return try db.filmIDs(sql)
    }
  }

  /// Returns the numbers of all, of watched, and of rated films.
  static func fetchCounts(_ db: Database) throws -> CollectionCounts {
    let sql = """
      SELECT count(*) AS total, count(rating) AS rated,
        (SELECT count(DISTINCT film) FROM viewing) AS watched FROM entry
      """
    return try CollectionCounts(row: Row.fetchOne(db, sql: sql))
  }

  /// Runs a closure that reads.
  ///
  /// `inTransaction` may be `false` if the closure runs only one statement, or if its statements need not see
  /// the same snapshot.
  func read<Value: Sendable>(
    inTransaction: Bool = true, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await connection.perform { try inTransaction ? $0.readTransaction(body) : body($0) }
  }

  /// Runs a closure in a write transaction.
  ///
  /// If the collection was found to be damaged, throws the error that reports the damage.
  func write<Value: Sendable>(_ body: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
    try await connection.write(body)
  }

  /// Returns a film's entry with its viewings, or `nil` if the film is not in the collection.
  static func fetchEntry(_ id: FilmID, _ db: Database) throws -> CollectionEntry? {
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(CollectionEntry.columns),
          EXISTS (SELECT 1 FROM viewing WHERE film = entry.id) AS isWatched
        FROM entry WHERE id = ?
        """)
    let rows = try Row.fetchCursor(statement, arguments: [id.rawValue])
    // The row is not copied, and is only valid until the cursor advances.
    let result = try withExtendedLifetime(rows) {
      try rows.next().map { (entry: try CollectionEntry(row: $0), isWatched: try $0.value("isWatched", Bool.self)) }
    }
    guard var entry = result?.entry else { return nil }
    guard result?.isWatched == true else { return entry }
    entry.viewings = try db.rows(
      "SELECT \(Viewing.columns) FROM viewing WHERE film = ? ORDER BY position, id", [id.rawValue]
    ).map(Viewing.init(row:))
    return entry
  }

  /// Returns the entries of the films that are in the collection, with their viewings, in any order.
  static func fetchEntries(_ ids: [FilmID], _ db: Database) throws -> [CollectionEntry] {
    if ids.count == 1 { return try fetchEntry(ids[0], db).map { [$0] } ?? [] }
    let list = jsonArray(of: ids)
    let entryRows = try db.rowCursor(
      "SELECT \(CollectionEntry.columns) FROM entry WHERE id IN (SELECT value FROM json_each(?))", [list])
    var entries: [CollectionEntry] = []
    entries.reserveCapacity(ids.count)
    while let row = try entryRows.next() {
      try Task.checkCancellation()
      entries.append(try CollectionEntry(row: row))
    }
    let viewingRows = try db.rowCursor(
      """
      SELECT \(Viewing.columns) FROM viewing WHERE film IN (SELECT value FROM json_each(?))
      ORDER BY position, id
      """, [list])
    var viewings: [FilmID: [Viewing]] = [:]
    while let row = try viewingRows.next() {
      try Task.checkCancellation()
      let viewing = try Viewing(row: row)
      viewings[viewing.film, default: []].append(viewing)
    }
    for index in entries.indices { entries[index].viewings = viewings[entries[index].id] ?? [] }
    return entries
  }

  // MARK: - Values in columns

  /// Returns a list as a JSON array, the form in which columns store lists.
  static func jsonArray(of list: some Collection<String>) -> String {
    guard !list.isEmpty else { return "[]" }
    var bytes: [UInt8] = []
    bytes.append(jsonArray: list)
    return String(decoding: bytes, as: UTF8.self)
  }

  static func jsonArray(of films: some Collection<FilmID>) -> String { jsonArray(of: films.map(\.rawValue)) }

  /// Returns the strings in a JSON array, or an empty list if the text is `nil` or not an array of strings.
  static func strings(fromJSON text: String?) -> [String] {
    guard var text, text != "[]" else { return [] }
    let value = text.withUTF8 { bytes in
      var scanner = CanonicalJSONScanner(bytes)
      let value = scanner.value()
      return scanner.isAtEnd ? value : nil
    }
    if case .list(let strings) = value { return strings }
    return (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
  }

  /// Adds the SQL functions of the program's statements.
  static func addFunctions(_ collation: TitleCollation, to db: Database) {
    func add(_ name: String, _ body: @escaping @Sendable (String?) -> (any DatabaseValueConvertible)?) {
      let function = DatabaseFunction(name, argumentCount: 1, pure: true) { body(String.fromDatabaseValue($0[0])) }
      db.add(function: function)
    }
    // Returns the text in lowercase, for all scripts.
    add("caseless") { $0?.lowercased() }
    // Returns the sort key of a title.
    add("sortkey") { collation.key($0) }
    // Returns the folded text, for comparisons; symbols are kept if there is nothing else.
    add("fold") { $0.map(TextFolding.titleKey) }
    // Returns the form in which the kids filter compares certifications.
    add("certificationkey") { $0.flatMap(FilmFilter.certificationKey) }
    // Returns the time stamp of an imported value from the text of its day; NULL without a text.
    add("importedclock") { $0.map { HybridTimestamp(importedOn: $0).rawValue } }
    db.add(function: PersonName.function)
  }
}

extension CollectionCounts {
  /// Creates counts from the columns `total`, `watched`, and `rated` of the only row of a statement.
  init(row: Row?) throws {
    guard let row else { throw DamagedRowError(file: .collection) }
    self.init(total: try row.value("total"), watched: try row.value("watched"), rated: try row.value("rated"))
  }
}

extension DatabaseWriter {
  /// Runs a closure with the database on the calling thread.
  ///
  /// If the task is cancelled, interrupts the closure's statements.
  ///
  /// GRDB's asynchronous methods use another thread; waking that thread takes longer than most queries
  /// here. Cancellation does not interrupt the statements of other tasks.
  func performOnCallingThread<Value>(_ body: (Database) throws -> Value) async throws -> Value {
    let isRunning = Mutex(false)
    return try await withTaskCancellationHandler {
      try writeWithoutTransaction { db in
        isRunning.withLock { $0 = true }
        defer { isRunning.withLock { $0 = false } }
        try Task.checkCancellation()
        return try body(db)
      }
    } onCancel: {
      isRunning.withLock { if $0 { interrupt() } }
    }
  }
}

extension Database {
  /// Runs a closure in a transaction, so that all its reads see the same snapshot of the files.
  ///
  /// GRDB's `read` also sets `query_only`, after which SQLite has to compile every cached statement
  /// again.
  func readTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value { try transaction { try body(self) } }

  /// Runs a closure in a write transaction on the collection.
  ///
  /// GRDB's `write` would acquire the write locks of all attached files, and a locked film cache would then
  /// block changes of the collection. This method only acquires the collection's write lock, before the
  /// closure is called.
  func writeTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try transaction {
      try cachedStatement(sql: "DELETE FROM main.installation WHERE 0").execute()
      return try body(self)
    }
  }

  /// Runs a closure in a write transaction on the film cache.
  ///
  /// Waits at most one second for the write lock: if facts are not stored, they can be fetched again.
  func cacheWriteTransaction<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try cachedStatement(sql: "PRAGMA busy_timeout = 1000").execute()
    defer { try? cachedStatement(sql: "PRAGMA busy_timeout = 10000").execute() }
    return try transaction {
      // Acquires the write lock before the closure reads: a read transaction may fail to acquire it later.
      try cachedStatement(sql: "DELETE FROM cache.listIndexState WHERE 0").execute()
      return try body(self)
    }
  }

  private func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    var value: Value?
    try inTransaction(.deferred) {
      value = try body()
      return .commit
    }
    guard let value else { throw CancellationError() }
    return value
  }
}
