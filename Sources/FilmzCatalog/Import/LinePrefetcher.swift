/// Reads the lines of a file in chunks; the next chunks are read while the caller processes the current
/// one.
struct LinePrefetcher: Sendable {
  /// The number of chunks that are read ahead, so that reading goes on while the caller waits for
  /// something else.
  private static let count = 3

  private let reader: DatasetLineReader
  /// The next chunks; each task waits for the preceding one.
  private var nextChunks: [Task<LineChunk?, any Error>] = []

  init(_ file: DatasetFile) throws {
    reader = try DatasetLineReader(file)
    for _ in 0..<Self.count { prefetch() }
  }

  /// Returns the next lines, or `nil` at the end of the file.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  mutating func next() async throws -> LineChunk? {
    try Task.checkCancellation()
    let chunk = try await nextChunks.removeFirst().value
    prefetch()
    return chunk
  }

  private mutating func prefetch() {
    nextChunks.append(
      Task { [reader, precedingChunk = nextChunks.last] in
        if let precedingChunk, try await precedingChunk.value == nil { return nil }
        return try await reader.next()
      })
  }
}
