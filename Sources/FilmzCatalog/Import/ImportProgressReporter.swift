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
    report(
      .init(
        file: file.name, rows: lineCount, bytes: finishedBytes + chunk.position,
        totalBytes: totalBytes))
  }

  /// Adds the size of a file that was read to its end.
  mutating func finish(_ file: DatasetFile) { finishedBytes += file.size }

  /// Reports that the index is being written.
  func reportIndexing() {
    report(.init(file: nil, rows: lineCount, bytes: totalBytes, totalBytes: totalBytes))
  }
}
