package import FilmzDomain
package import Foundation

/// Makes a catalog of the files of the IMDb datasets.
package struct CatalogImport: Sendable {
  /// What goes into the catalog.
  package struct Options: Sendable, Hashable {
    package var includesEpisodes = false
    package var includesAdult = false
    /// Only titles of these types; nothing: all but episodes and games.
    package var types: Set<MediaType>?

    package init() {}
  }

  /// How far an import is.
  package struct Progress: Sendable, Hashable {
    /// The file that is read, or nothing while the index is written.
    package let file: String?
    /// Lines so far of all files.
    package let rows: Int
    /// Bytes so far of all files, as they lie on the disk.
    package let bytes: Int
    package let allBytes: Int

    package init(file: String?, rows: Int, bytes: Int, allBytes: Int) {
      self.file = file
      self.rows = rows
      self.bytes = bytes
      self.allBytes = allBytes
    }
  }

  private let paths: [String]
  private let options: Options
  private let file: URL
  private let now: @Sendable () -> Date

  /// An import of a folder or of files into the catalog of a home.
  package init(
    paths: [String], options: Options, into file: URL, now: @escaping @Sendable () -> Date
  ) {
    self.paths = paths
    self.options = options
    self.file = file
    self.now = now
  }

  /// Imports; the catalog of before is replaced in one step at the end, and stays where this fails.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  package func run(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> CatalogInfo {
    let datasets = try DatasetFile.find(paths)
    let place = try CatalogPublisher(file)
    do {
      var info = try await build(datasets, at: place.draft, progress)
      try Task.checkCancellation()
      info.bytes = try place.publish()
      return info
    } catch {
      place.discard()
      throw error
    }
  }

  private func build(
    _ datasets: [DatasetFile], at path: String, _ report: @escaping @Sendable (Progress) -> Void
  ) async throws -> CatalogInfo {
    let writer = try CatalogWriter(path: path)
    let spill = try SpillFile(in: URL(filePath: path).deletingLastPathComponent())
    var build = CatalogBuilder(
      writer: writer, spill: spill, options: options,
      progress: ImportProgress(datasets, report: report))
    do {
      for dataset in datasets { try await build.read(dataset) }
      let info = try await build.finish(importedAt: now())
      try await writer.close()
      return info
    } catch {
      // The draft goes; that it cannot be closed would only hide why.
      try? await writer.close()
      throw error
    }
  }
}
