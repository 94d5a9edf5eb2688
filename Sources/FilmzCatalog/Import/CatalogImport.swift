package import FilmzDomain
package import Foundation

/// Imports the files of the IMDb datasets into a new catalog.
package struct CatalogImport: Sendable {
  /// The selection of the titles to import.
  package struct Options: Sendable, Hashable {
    /// `true` to import episodes even if ``types`` excludes them.
    package var includesEpisodes = false
    /// `true` to import titles that IMDb marks as adult.
    package var includesAdult = false
    /// The types to import, together with their `matchingTypes`; `nil` for all types except episodes
    /// and games.
    package var types: Set<MediaType>?

    package init() {}
  }

  /// The progress of an import.
  package struct Progress: Sendable, Hashable {
    /// The name of the file that is being read; `nil` while the index is written.
    package let file: String?
    /// The number of lines read so far in all files, including headers.
    package let rows: Int
    /// The number of bytes read so far in all files, counted before decompression; equal to
    /// ``totalBytes`` while the index is written.
    package let bytes: Int
    /// The total size of all files on disk, in bytes.
    package let totalBytes: Int
  }

  private let paths: [String]
  private let options: Options
  private let file: URL
  private let now: @Sendable () -> Date

  /// Creates an import into a catalog file; `paths` name dataset files, and folders with dataset
  /// files.
  package init(paths: [String], options: Options, into file: URL, now: @escaping @Sendable () -> Date) {
    (self.paths, self.options, self.file, self.now) = (paths, options, file, now)
  }

  /// Imports the datasets.
  ///
  /// The previous catalog is replaced atomically at the end; it remains unchanged after an error or a
  /// cancellation.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  package func run(progress: @escaping @Sendable (Progress) -> Void) async throws -> CatalogInfo {
    let datasets = try DatasetFile.find(paths)
    let publisher = try CatalogPublisher(file)
    do {
      var info = try await build(datasets, at: publisher.draftPath, progress)
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
      writer: writer, spill: spill, options: options, progress: ImportProgressReporter(datasets, report: report))
    do {
      for dataset in datasets { try await builder.read(dataset) }
      let info = try await builder.finish(importedAt: now())
      try await writer.close()
      return info
    } catch {
      // The caller discards the draft. An error from closing it would hide the original error.
      try? await writer.close()
      throw error
    }
  }
}

/// Counts the lines and bytes that were read, and reports the progress of an import.
struct ImportProgressReporter: Sendable {
  private let totalBytes: Int
  /// The total size of the finished files.
  private var finishedBytes = 0
  /// The number of lines read so far in all files.
  private var lineCount = 0
  private let report: @Sendable (CatalogImport.Progress) -> Void

  init(_ files: [DatasetFile], report: @escaping @Sendable (CatalogImport.Progress) -> Void) {
    totalBytes = files.reduce(0) { $0 + $1.size }
    self.report = report
  }

  /// Adds the lines of a chunk, and reports the progress.
  mutating func add(_ chunk: LineChunk, of file: DatasetFile) {
    lineCount += chunk.lineCount
    report(.init(file: file.name, rows: lineCount, bytes: finishedBytes + chunk.position, totalBytes: totalBytes))
  }

  /// Adds the size of a file that was read to its end.
  mutating func finish(_ file: DatasetFile) { finishedBytes += file.size }

  /// Reports that the index is being written.
  func reportIndexing() { report(.init(file: nil, rows: lineCount, bytes: totalBytes, totalBytes: totalBytes)) }
}
