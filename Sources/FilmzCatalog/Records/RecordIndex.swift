package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB

/// Adds the films of the user's own records to local catalogs.
///
/// The index of these films is a file, which is written again if own records have changed or the catalog has
/// been replaced. It has the facts of sources that are known then; searches filter and sort by them. If the
/// file cannot be written, the index is built in memory.
package actor RecordIndex {
  /// The version of the file's format.
  private static let version = 1

  nonisolated package let file: URL
  private let revision: @Sendable () async throws -> String?
  private let films: @Sendable () async throws -> [RecordedFilm]
  private var current: (key: String, catalog: Task<RecordCatalog, any Error>)?

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - file: The file of the index.
  ///   - revision: Returns a string that differs if own records have changed; `nil` if there are none.
  ///   - films: Returns the films with own records.
  package init(
    file: URL, revision: @escaping @Sendable () async throws -> String?,
    films: @escaping @Sendable () async throws -> [RecordedFilm]
  ) {
    self.file = file
    self.revision = revision
    self.films = films
  }

  /// Returns a catalog with the films of own records.
  package nonisolated func adding(to catalog: any FilmCatalog) -> any FilmCatalog {
    guard let base = catalog as? any RankedCatalog else { return catalog }
    return CatalogWithRecords(base: base, index: self)
  }

  /// Writes the file again, and returns the number of films in it.
  ///
  /// - Throws: The errors of reading own records, ``CatalogError``.
  package func rebuild(over catalog: any FilmCatalog) async throws -> Int {
    let base = (catalog as? CatalogWithRecords)?.base ?? catalog as? any RankedCatalog
    guard let base, let revision = try await revision() else { return 0 }
    let key = Self.key(revision, base)
    let records = try await Self.build(films(), over: base, key: key, file)
    current = (key, Task { records })
    return try records.count()
  }

  /// Returns the films with own records, whose other facts are those of a catalog; `nil` if there are none.
  ///
  /// - Throws: The errors of reading own records, ``CatalogError``.
  func records(over base: any RankedCatalog) async throws -> RecordCatalog? {
    guard let revision = try await revision() else { return nil }
    return try await records(over: base, key: Self.key(revision, base))
  }

  private static func key(_ revision: String, _ base: any RankedCatalog) -> String {
    "\(version) \(CatalogSchema.version) \(revision) \(base.revision)"
  }

  private func records(over base: any RankedCatalog, key: String) async throws -> RecordCatalog {
    if let current, current.key == key { return try await current.catalog.value }
    let task = Task { [file, films] in
      if let catalog = Self.open(file, key: key) { return catalog }
      return try await Self.build(films(), over: base, key: key, file)
    }
    current = (key, task)
    do {
      return try await task.value
    } catch {
      if current?.key == key { current = nil }
      throw error
    }
  }

  /// Opens the file; returns `nil` if it cannot be used or has another key.
  private static func open(_ file: URL, key: String) -> RecordCatalog? {
    var configuration = Configuration()
    configuration.readonly = true
    let database = try? DatabaseQueue(
      path: file.path(percentEncoded: false), configuration: configuration)
    return try? database.flatMap { try RecordCatalog($0, key: key) }
  }

  private static func build(
    _ films: [RecordedFilm], over base: any RankedCatalog, key: String, _ file: URL
  ) async throws -> RecordCatalog {
    do {
      try await PrivateFile.replace(file) { path in
        let writer = try CatalogWriter(path: path)
        try await RecordCatalogBuilder.write(films, over: base, key: key, to: writer)
        try await writer.close()
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      // The file cannot be written, for example because the disk is full.
    }
    if let catalog = open(file, key: key) { return catalog }
    let writer = try CatalogWriter(path: nil)
    try await RecordCatalogBuilder.write(films, over: base, key: key, to: writer)
    guard let catalog = try RecordCatalog(await writer.connection(), key: key) else {
      throw CatalogError.damaged(path: file.path(percentEncoded: false))
    }
    return catalog
  }
}
