/// Reads the lines of a file in chunks; the next chunk is read while the caller processes the current
/// one.
struct LinePrefetcher: Sendable {
  private let reader: DatasetLineReader
  private var nextChunk: Task<LineChunk?, any Error>

  init(_ file: DatasetFile) throws {
    let reader = try DatasetLineReader(file)
    self.reader = reader
    nextChunk = Task { try await reader.next() }
  }

  /// Returns the next lines, or `nil` at the end of the file.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  mutating func next() async throws -> LineChunk? {
    try Task.checkCancellation()
    let chunk = try await nextChunk.value
    if chunk != nil { nextChunk = Task { [reader] in try await reader.next() } }
    return chunk
  }
}
