/// Counts what was read, and tells whoever wants to know.
struct ImportProgress: Sendable {
  private let allBytes: Int
  private var bytes = 0
  private var rows = 0
  private let report: @Sendable (CatalogImport.Progress) -> Void

  init(_ files: [DatasetFile], report: @escaping @Sendable (CatalogImport.Progress) -> Void) {
    allBytes = files.reduce(0) { $0 + $1.size }
    self.report = report
  }

  /// Notes lines of a file that was read up to a position.
  mutating func read(_ chunk: LineChunk, of file: DatasetFile) {
    rows += chunk.lineCount
    report(
      .init(file: file.name, rows: rows, bytes: bytes + chunk.position, allBytes: allBytes))
  }

  /// Notes the end of a file.
  mutating func end(_ file: DatasetFile) { bytes += file.size }

  /// Notes that the index is written.
  func write() { report(.init(file: nil, rows: rows, bytes: allBytes, allBytes: allBytes)) }
}
