import AsyncHTTPClient
import NIOCore

/// The body of a response as a sequence of chunks.
///
/// Iterating throws an ``HTTPFailure`` if the connection is lost, and `CancellationError` if the
/// task is cancelled.
struct HTTPBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let chunks: HTTPClientResponse.Body
  let timeout: IdleTimeout
  let host: String

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(chunks: chunks.makeAsyncIterator(), timeout: timeout, host: host)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var chunks: HTTPClientResponse.Body.AsyncIterator
    fileprivate let timeout: IdleTimeout
    fileprivate let host: String

    /// Returns the next chunk; `nil` at the end of the body.
    ///
    /// The idle timeout runs only while this method waits for the server.
    mutating func next() async throws -> ByteBuffer? {
      timeout.startWaitingForChunk(from: host)
      defer { timeout.stopWaiting() }
      do {
        return try await chunks.next()
      } catch {
        guard !Task.isCancelled else { throw CancellationError() }
        // The head has arrived, so treat any error as a lost connection.
        throw HTTPFailure.connectionLost(HTTPFetcher.failure(of: error, host: host).cause)
      }
    }
  }
}
