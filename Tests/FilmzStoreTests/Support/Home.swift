import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import GRDB

/// A home in a temporary folder.
struct Home: Sendable {
  static let collection = "data/collection.sqlite"
  static let filmCache = "cache/films.sqlite"

  let folder: ScratchFolder

  var paths: Paths { Paths(home: folder.path, config: nil, environment: [:]) }

  static func with<T>(_ body: (Home) async throws -> T) async throws -> T {
    try await ScratchFolder.with { try await body(Home(folder: $0)) }
  }

  /// Returns the content of a file of the home.
  func bytes(of name: String) throws -> Data { try Data(contentsOf: folder.url(of: name)) }

  /// Adds films, given by id and title, to the collection with a new database.
  func addFilms(_ titles: [String: String]) async throws {
    let store = try await CollectionDatabase(paths: paths).openForWriting().collection
    try await store.apply("add", at: .sample) { transaction in
      for (id, title) in titles.sorted(by: <) { try transaction.insert(.sample(id, title)) }
    }
  }

  /// Runs SQL on a file of the home, bypassing the store; creates the file if it is missing.
  func runSQL(_ sql: String, on name: String) throws {
    let folder = folder.url(of: name).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let queue = try DatabaseQueue(path: self.folder.path(of: name))
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
  }
}
