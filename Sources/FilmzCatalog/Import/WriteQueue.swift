/// Writes batches to a catalog one after another, while the caller prepares the next ones.
struct WriteQueue: Sendable {
  private var lastWrite: Task<Void, any Error>?

  /// Waits until the preceding batch has been written, and begins to write the next one.
  ///
  /// - Throws: The error of writing the preceding batch.
  mutating func add(_ write: @escaping @Sendable () async throws -> Void) async throws {
    try await finish()
    lastWrite = Task { try await write() }
  }

  /// Waits until all batches have been written.
  ///
  /// - Throws: The error of writing the last batch.
  mutating func finish() async throws { try await lastWrite.take()?.value }
}
