/// Counts the lines and bytes that were read, and reports the progress of an import.
struct ImportProgressReporter: Sendable {
  private let totalBytes: Int
  /// The size of the finished files.
  private var bytes = 0
  private var rows = 0
  private let report: @Sendable (CatalogImport.Progress) -> Void

  init(_ files: [DatasetFile], report: @escaping @Sendable (CatalogImport.Progress) -> Void) {
    totalBytes = files.reduce(0) { $0 + $1.size }
    self.report = report
  }

  /// Adds the lines of a chunk, and reports the progress.
  mutating func add(_ chunk: LineChunk, of file: DatasetFile) {
    rows += chunk.lineCount
    report(
      .init(file: file.name, rows: rows, bytes: bytes + chunk.position, totalBytes: totalBytes))
  }

  /// Adds the size of a file that was read to its end.
  mutating func finish(_ file: DatasetFile) { bytes += file.size }

  /// Reports that the index is being written.
  func reportIndexing() {
    report(.init(file: nil, rows: rows, bytes: totalBytes, totalBytes: totalBytes))
  }
}
