package import FilmzDomain
package import Foundation

/// Imports the files of the IMDb datasets into a new catalog.
package struct CatalogImport: Sendable {
  /// The titles that are imported.
  package struct Options: Sendable, Hashable {
    package var includesEpisodes = false
    package var includesAdult = false
    /// Imports only titles of these types; `nil` for all types except episodes and games.
    package var types: Set<MediaType>?

    package init() {}
  }

  /// The progress of an import.
  package struct Progress: Sendable, Hashable {
    /// The file that is being read; `nil` while the index is written.
    package let file: String?
    /// The number of lines read so far, of all files.
    package let rows: Int
    /// The number of bytes read so far, of all files, counted before decompression.
    package let bytes: Int
    /// The size of all files on disk.
    package let totalBytes: Int

    package init(file: String?, rows: Int, bytes: Int, totalBytes: Int) {
      self.file = file
      self.rows = rows
      self.bytes = bytes
      self.totalBytes = totalBytes
    }
  }

  private let paths: [String]
  private let options: Options
  private let file: URL
  private let now: @Sendable () -> Date

  /// Creates an import of dataset files and of folders with dataset files into a catalog file.
  package init(
    paths: [String], options: Options, into file: URL, now: @escaping @Sendable () -> Date
  ) {
    self.paths = paths
    self.options = options
    self.file = file
    self.now = now
  }

  /// Imports the datasets.
  ///
  /// The previous catalog is replaced atomically at the end; errors leave it unchanged.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  package func run(
    progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> CatalogInfo {
    let datasets = try DatasetFile.find(paths)
    let publisher = try CatalogPublisher(file)
    do {
      var info = try await build(datasets, at: publisher.draft, progress)
      try Task.checkCancellation()
      info.bytes = try publisher.publish()
      return info
    } catch {
      publisher.discard()
      throw error
    }
  }

  private func build(
    _ datasets: [DatasetFile], at path: String, _ report: @escaping @Sendable (Progress) -> Void
  ) async throws -> CatalogInfo {
    let writer = try CatalogWriter(path: path)
    let spill = try SpillFile(in: URL(filePath: path).deletingLastPathComponent())
    var builder = CatalogBuilder(
      writer: writer, spill: spill, options: options,
      progress: ImportProgressReporter(datasets, report: report))
    do {
      for dataset in datasets { try await builder.read(dataset) }
      let info = try await builder.finish(importedAt: now())
      try await writer.close()
      return info
    } catch {
      // The draft is discarded; an error of closing it would hide the original error.
      try? await writer.close()
      throw error
    }
  }
}
