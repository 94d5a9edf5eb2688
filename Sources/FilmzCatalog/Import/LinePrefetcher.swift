/// Lines of a file; the next ones are read while these are worked on.
struct LinePrefetcher: Sendable {
  private let source: DatasetLineReader
  private var coming: Task<LineChunk?, any Error>

  init(_ file: DatasetFile) throws {
    let source = try DatasetLineReader(file)
    self.source = source
    coming = Task { try await source.next() }
  }

  /// The next lines, or nothing at the end.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  mutating func next() async throws -> LineChunk? {
    try Task.checkCancellation()
    let chunk = try await coming.value
    if chunk != nil { coming = Task { [source] in try await source.next() } }
    return chunk
  }
}
