import AsyncHTTPClient
import NIOCore

/// The body of an answer, piece by piece as it comes.
///
/// Iterating throws an ``HTTPFailure`` where the connection breaks, or `CancellationError`.
struct HTTPBody: AsyncSequence, Sendable {
  typealias Element = ByteBuffer

  let pieces: HTTPClientResponse.Body
  let timeout: IdleTimeout
  let host: String

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(pieces: pieces.makeAsyncIterator(), timeout: timeout, host: host)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var pieces: HTTPClientResponse.Body.AsyncIterator
    fileprivate let timeout: IdleTimeout
    fileprivate let host: String

    /// The next piece; only the wait for it counts as the server's silence.
    mutating func next() async throws -> ByteBuffer? {
      timeout.awaitPiece(from: host)
      defer { timeout.endWait() }
      do {
        return try await pieces.next()
      } catch {
        guard !Task.isCancelled else { throw CancellationError() }
        // Whatever it is, there was a connection.
        throw HTTPFailure.dropped(HTTPFetcher.failure(of: error, host: host).cause)
      }
    }
  }
}
