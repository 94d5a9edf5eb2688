import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation

extension Home {
  static let backups = "data/backups"

  /// Returns a day of March 2026, at noon by default, in the local time zone.
  static func day(_ number: Int, hour: Int = 12) -> Date {
    let components = DateComponents(year: 2026, month: 3, day: number, hour: hour)
    return Calendar(identifier: .gregorian).date(from: components) ?? .sample
  }

  /// Adds a film to the collection, by default with a new database, like a separate run of filmz.
  ///
  /// - Returns: The warnings.
  @discardableResult
  func add(_ title: String, at now: Date, by database: CollectionDatabase? = nil) async throws
    -> [String]
  {
    let database = database ?? CollectionDatabase(paths: paths)
    let stores = try await database.openForWriting(at: now)
    try await stores.collection.insert([.sample("tt" + title, title)], at: now)
    return database.warnings.takeAll().messages
  }

  /// Returns the titles of the collection, by default as a new database reads them.
  func titles(_ database: CollectionDatabase? = nil) async throws -> Set<String> {
    let store = try await (database ?? CollectionDatabase(paths: paths)).openForReading().collection
    let ids = try await store.ids(matching: CollectionQuery())
    return Set(try await store.listedFilms(ids).compactMap { $0.entry.caption?.title })
  }

  /// Returns the names of the backups, newest first.
  func backupNames() throws -> [String] {
    try CollectionDatabase(paths: paths).backups.list().map(\.name)
  }

  /// Returns the names of all files in the folder of the backups.
  func backupFiles() throws -> [String] {
    try folder.files().filter { $0.hasPrefix(Self.backups + "/") }
      .map { String($0.dropFirst(Self.backups.count + 1)) }
  }

  /// Overwrites all pages of the collection file except for the first.
  func damageCollection() throws {
    let content = try bytes(of: Self.collection)
    let damagedPages = Data(repeating: 0xA5, count: content.count - 4096)
    try folder.write(content.prefix(4096) + damagedPages, to: Self.collection)
  }
}
