package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB

/// The index of the films with own records, or of those with imported records, which adds these films to local
/// catalogs.
///
/// The index is a file, which is written again after the records have changed or the catalog has been replaced. It
/// contains copies of the facts from sources, by which searches filter and sort. If the file cannot be written, the
/// index is built in memory.
package actor RecordIndex {
  /// The kind of the records.
  package enum Kind: String, Sendable {
    /// Own records, whose films replace those of the catalog.
    case own
    /// Imported records; only films that the catalog lacks are added.
    case imported

    var origin: Film.Origin { self == .own ? .own : .mflix }

    var name: String { self == .own ? "your own records" : "imported records" }

    /// The range of the numbers that films without IMDb ids have; the numbers in IMDb ids are lower.
    var otherNumbers: ClosedRange<UInt32> { self == .own ? 0xF000_0000...UInt32.max : 0xE000_0000...0xEFFF_FFFF }
  }

  /// The version of the file's format.
  private static let version = 3

  nonisolated package let kind: Kind
  nonisolated package let file: URL
  private let revision: @Sendable () async throws -> String?
  private let films: @Sendable () async throws -> [RecordedFilm]
  /// The catalog that was opened or built last, with its key.
  private var current: (key: String, catalog: Task<RecordCatalog, any Error>)?

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - kind: The kind of the records.
  ///   - file: The file of the index.
  ///   - revision: Returns a string that differs if the records have changed; `nil` if there are none.
  ///   - films: Returns the films with records of the kind.
  package init(
    _ kind: Kind = .own, file: URL, revision: @escaping @Sendable () async throws -> String?,
    films: @escaping @Sendable () async throws -> [RecordedFilm]
  ) {
    (self.kind, self.file, self.revision, self.films) = (kind, file, revision, films)
  }

  /// Returns a catalog with the films of the records.
  package nonisolated func adding(to catalog: any FilmCatalog) -> any FilmCatalog {
    guard let base = catalog as? any RankedCatalog else { return catalog }
    return CatalogWithRecords(base: base, index: self)
  }

  /// Writes the file again, and returns the number of films in it.
  ///
  /// - Throws: The errors of reading records, ``CatalogError``, also if the file cannot be written.
  package func rebuild(over catalog: any FilmCatalog) async throws -> Int {
    guard let base = base(of: catalog), let revision = try await revision() else { return 0 }
    let key = key(revision, base)
    let records = try await Self.build(kind, films(), over: base, key: key, file, requiresFile: true)
    current = (key, Task { records })
    return try records.count()
  }

  /// Returns the catalog to which this index added films, or the innermost catalog if it added none.
  private func base(of catalog: any FilmCatalog) -> (any RankedCatalog)? {
    var base = catalog as? any RankedCatalog
    while let catalog = base as? CatalogWithRecords {
      base = catalog.base
      if catalog.index === self { break }
    }
    return base
  }

  /// Returns the catalog of the films with records, completed with facts from `base`; `nil` if there are no records.
  ///
  /// - Throws: The errors of reading records, ``CatalogError``.
  func records(over base: any RankedCatalog) async throws -> RecordCatalog? {
    guard let revision = try await revision() else { return nil }
    return try await records(over: base, key: key(revision, base))
  }

  /// Returns a string that differs if the records, the base catalog, or a format has changed.
  private func key(_ revision: String, _ base: any RankedCatalog) -> String {
    "\(kind.rawValue) \(Self.version) \(CatalogSchema.version) \(revision) \(base.revision)"
  }

  private func records(over base: any RankedCatalog, key: String) async throws -> RecordCatalog {
    if let current, current.key == key { return try await current.catalog.value }
    let task = Task { [kind, file, films] in
      if let catalog = Self.open(kind, file, key: key) { return catalog }
      return try await Self.build(kind, films(), over: base, key: key, file)
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
  private static func open(_ kind: Kind, _ file: URL, key: String) -> RecordCatalog? {
    guard let uri = DatabasePath.immutableURI(of: file.path(percentEncoded: false)) else { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    let database = try? DatabaseQueue(path: uri, configuration: configuration)
    return try? database.flatMap { try RecordCatalog($0, kind, key: key) }
  }

  private static func build(
    _ kind: Kind, _ films: [RecordedFilm], over base: any RankedCatalog, key: String, _ file: URL,
    requiresFile: Bool = false
  ) async throws -> RecordCatalog {
    do {
      try await PrivateFile.replace(file) { path in
        let writer = try CatalogWriter(path: path)
        try await RecordCatalog.write(films, kind, over: base, key: key, to: writer)
        try await writer.close()
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      // The file cannot be written, for example because the disk is full.
      if requiresFile { throw writeFailure(error, file) }
    }
    if let catalog = open(kind, file, key: key) { return catalog }
    let writer = try CatalogWriter(path: nil)
    try await RecordCatalog.write(films, kind, over: base, key: key, to: writer)
    guard let catalog = try RecordCatalog(await writer.connection(), kind, key: key) else {
      throw CatalogError.damaged(path: file.path(percentEncoded: false))
    }
    return catalog
  }

  /// Returns an error of writing the temporary file, with the path of the index; returns other errors unchanged.
  private static func writeFailure(_ error: any Error, _ file: URL) -> any Error {
    let path = file.path(percentEncoded: false)
    return switch error {
    case let error as FileError: CatalogError.cannotWrite(path: path, reason: error.reason)
    case CatalogError.unusableFolder(_, let reason), CatalogError.cannotWrite(_, let reason):
      CatalogError.cannotWrite(path: path, reason: reason)
    default: error
    }
  }
}

/// The indexes of own and of imported records.
package struct RecordIndexPair: Sendable {
  package let own: RecordIndex
  package let imported: RecordIndex

  package init(own: RecordIndex, imported: RecordIndex) {
    self.own = own
    self.imported = imported
  }

  /// Returns the catalog with the films of own records, and with those films of imported records that it lacks.
  package func adding(to catalog: any FilmCatalog) -> any FilmCatalog { own.adding(to: imported.adding(to: catalog)) }
}
