/// The body of a response as a sequence of chunks of bytes.
///
/// Iterating throws an ``HTTPFailure`` if the connection is lost, and `CancellationError` if the
/// task is cancelled.
struct HTTPBody: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  let transfer: HTTPTransfer
  let timeout: IdleTimeout

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(transfer: transfer, timeout: timeout) }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let transfer: HTTPTransfer
    fileprivate let timeout: IdleTimeout

    /// Returns the next chunk; `nil` at the end of the body.
    ///
    /// The idle timeout runs only while this method waits for the server.
    mutating func next() async throws -> [UInt8]? {
      timeout.startWaitingForChunk(from: transfer.request.host)
      defer { timeout.stopWaiting() }
      do {
        return try await transfer.nextChunk()
      } catch let failure as HTTPFailure {
        // The head has arrived, so treat any failure as a lost connection.
        throw HTTPFailure.connectionLost(failure.cause)
      }
    }
  }
}
