import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation

extension Home {
  static let backups = "data/backups"

  /// A day of 2026 at noon, by the user's calendar.
  static func day(_ number: Int, hour: Int = 12) -> Date {
    let components = DateComponents(year: 2026, month: 3, day: number, hour: hour)
    return Calendar(identifier: .gregorian).date(from: components) ?? .sample
  }

  /// Adds a film as a program of its own that runs at a moment does.
  ///
  /// - Returns: What was warned of.
  @discardableResult
  func add(_ title: String, at now: Date, by database: CollectionDatabase? = nil) async throws
    -> [String]
  {
    let database = database ?? CollectionDatabase(paths: paths)
    let stores = try await database.openForWriting(at: now)
    try await stores.collection.insert([.sample("tt" + title, title)], at: now)
    return database.warnings.take().texts
  }

  /// The titles of the collection as a program that is started now sees them.
  func titles(_ database: CollectionDatabase? = nil) async throws -> Set<String> {
    let store = try await (database ?? CollectionDatabase(paths: paths)).openForReading().collection
    let ids = try await store.ids(matching: CollectionQuery())
    return Set(try await store.listed(ids).compactMap { $0.entry.caption?.title })
  }

  /// The names of the backups, newest first.
  func backupNames() throws -> [String] {
    try CollectionDatabase(paths: paths).backups.list().map(\.name)
  }

  /// Everything in the backups' folder.
  func backupFiles() throws -> [String] {
    try folder.files().filter { $0.hasPrefix(Self.backups + "/") }
      .map { String($0.dropFirst(Self.backups.count + 1)) }
  }

  /// Overwrites the collection's file from its second page on.
  func damageCollection() throws {
    let whole = try bytes(of: Self.collection)
    let rest = Data(repeating: 0xA5, count: whole.count - 4096)
    try folder.write(whole.prefix(4096) + rest, to: Self.collection)
  }
}
