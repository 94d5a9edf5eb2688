import CDynamicLibraries
import Foundation
import Synchronization

/// One request and its response.
///
/// The ``HTTPTransferThread`` receives the response; a task reads it.
final class HTTPTransfer: Sendable {
  /// The maximum size in bytes of all heads and trailers of a transfer.
  private static let maximumHeadBytes = 256 << 10
  /// The number of unread bytes at which receiving pauses until a task has read them.
  private static let maximumUnreadBytes = 1 << 16

  private typealias Reader = CheckedContinuation<Void, Never>

  private struct State {
    var head = HTTPHeadParser()
    var headBytes = 0
    /// The bytes of the body that no task has read.
    var unreadBody: [UInt8] = []
    var isPaused = false
    /// The failure for an address that must not be connected to; `nil` if all addresses so far were allowed.
    var refusal: HTTPFailure?
    /// The result of the transfer: success, an ``HTTPFailure``, or a `CancellationError`; `nil` until it
    /// has ended.
    var end: Result<Void, any Error>?
    /// The task that waits for the response; `nil` if none does.
    var reader: Reader?

    /// Removes and returns the waiting reader, which the caller resumes after it has unlocked the state.
    mutating func takeReader() -> Reader? { reader.take() }
  }

  let request: HTTPRequest
  private let transfers: HTTPTransferThread
  private let state = Mutex(State())

  init(_ request: HTTPRequest, in transfers: HTTPTransferThread) {
    self.request = request
    self.transfers = transfers
  }

  // MARK: - Reading

  /// Returns the head when it has arrived.
  ///
  /// - Throws: An ``HTTPFailure``; `CancellationError`.
  func head() async throws -> HTTPHead {
    try await wait { $0.head.result != nil }
    guard let head = state.withLock(\.head.result) else { throw failure() }
    return head
  }

  /// Returns the bytes of the body that have arrived, after waiting for some; `nil` at the end of the body.
  ///
  /// - Throws: An ``HTTPFailure``; `CancellationError`.
  func nextChunk() async throws -> [UInt8]? {
    try await wait { !$0.unreadBody.isEmpty }
    let (chunk, isPaused, end) = state.withLock { state in
      defer { (state.unreadBody, state.isPaused) = ([], false) }
      return (state.unreadBody, state.isPaused, state.end)
    }
    if isPaused { transfers.resume(self) }
    guard chunk.isEmpty else { return chunk }
    if case .success = end { return nil }
    throw failure()
  }

  /// Returns the whole body, which may have at most `limit` bytes; messages show the limit as `limitText`.
  ///
  /// `sender` is the name of the server in messages.
  ///
  /// - Throws: An ``HTTPFailure``, also if the body is larger, or is announced to be; `CancellationError`.
  func body(upTo limit: Int, _ limitText: String, from sender: String) async throws -> Data {
    let failure = HTTPFailure.neverRetried("\(sender) sent more than \(limitText)")
    // libcurl refuses a size that is not a number, so a size that is not an `Int` exceeds the limit.
    if let size = try await head()["Content-Length"], Int(size).map({ $0 > limit }) ?? true { throw failure }
    var body = Data()
    while let chunk = try await nextChunk() {
      guard body.count + chunk.count <= limit else { throw failure }
      body.append(contentsOf: chunk)
    }
    return body
  }

  /// Ends the transfer, and the wait of the task that reads it, immediately; does nothing if it has ended.
  func cancel() {
    end(.failure(CancellationError()))
    transfers.remove(self)
  }

  /// Waits until a condition is satisfied or the transfer has ended.
  private func wait(until isReady: @escaping @Sendable (borrowing State) -> Bool) async throws {
    try Task.checkCancellation()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard state.end == nil, !isReady(state) else { return false }
          state.reader = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Returns the error for which the rest of the response cannot be read.
  private func failure() -> any Error {
    if case .failure(let error) = state.withLock(\.end) { return error }
    // A server that sends no head does not use HTTP.
    return HTTPFailure.neverRetried("the request to \(request.host) failed")
  }

  // MARK: - Delivering

  /// The functions that libcurl calls with the response; they do not retain this transfer, which must not be released
  /// before the end of the response.
  var receiver: filmz_curl_receiver {
    filmz_curl_receiver(
      context: Unmanaged.passUnretained(self).toOpaque(),
      receive_line: { context, bytes, count in
        transfer(context)?.receiveLine(UnsafeRawBufferPointer(start: bytes, count: count)) ?? false
      },
      receive_body: { context, bytes, count in
        transfer(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: count)) ?? FILMZ_BODY_REFUSED
      }, continues: { context in transfer(context)?.isWanted ?? false },
      allows_address: { context, address in transfer(context)?.allows(address) ?? false })
  }

  /// `true` unless the transfer has ended, or all transfers are shut down.
  private var isWanted: Bool { state.withLock { $0.end == nil } && !transfers.isShutDown }

  private func receiveLine(_ line: UnsafeRawBufferPointer) -> Bool {
    let (isAccepted, reader) = state.withLock { state -> (Bool, Reader?) in
      state.headBytes += line.count
      guard state.headBytes <= Self.maximumHeadBytes else { return (false, nil) }
      // A line after the head is a trailer, for which no task waits.
      guard state.head.result == nil else { return (true, nil) }
      state.head.add(String(decoding: line, as: UTF8.self))
      return (true, state.head.result == nil ? nil : state.takeReader())
    }
    reader?.resume()
    return isAccepted
  }

  private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> filmz_curl_answer {
    let (answer, reader) = state.withLock { state -> (filmz_curl_answer, Reader?) in
      guard state.unreadBody.count < Self.maximumUnreadBytes else {
        state.isPaused = true
        return (FILMZ_BODY_PAUSED, nil)
      }
      state.unreadBody.append(contentsOf: bytes)
      return (FILMZ_BODY_TAKEN, state.takeReader())
    }
    reader?.resume()
    return answer
  }

  private func allows(_ address: UnsafePointer<sockaddr>?) -> Bool {
    guard request.requiresPublicAddress else { return true }
    if let address, NetworkAddress(address)?.isPublic == true { return true }
    state.withLock { $0.refusal = .notPublic(request.host) }
    return false
  }

  /// Ends the transfer with the result from libcurl.
  func end(with result: filmz_curl_result) {
    guard let failure = HTTPFailure(result, request) else { return end(.success(())) }
    // libcurl may have been stopped by the shutdown.
    guard !transfers.isShutDown else { return end(with: .shutDown) }
    let isUnconnected = Int(result.code) == FILMZ_CURL_NOT_CONNECTED
    end(with: isUnconnected ? state.withLock(\.refusal) ?? failure : failure)
  }

  /// Ends the transfer with a failure.
  func end(with failure: HTTPFailure) { end(.failure(failure)) }

  private func end(_ end: Result<Void, any Error>) {
    let reader = state.withLock { state in
      if state.end == nil { state.end = end }
      return state.takeReader()
    }
    reader?.resume()
  }
}

/// Returns the transfer for the context with which libcurl calls the functions of a receiver.
private func transfer(_ context: UnsafeMutableRawPointer?) -> HTTPTransfer? {
  context.map { Unmanaged<HTTPTransfer>.fromOpaque($0).takeUnretainedValue() }
}
