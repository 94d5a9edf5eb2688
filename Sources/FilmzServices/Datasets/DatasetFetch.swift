import FilmzDomain
import Foundation
import NIOCore
import Synchronization

/// The download of one file, with retries.
struct DatasetFetch: Sendable {
  let name: String
  let address: DatasetAddress
  let files: DatasetFiles
  let client: APIClient
  let timeouts: DownloadTimeouts
  let maximumBytes: Int
  let now: @Sendable () -> Date
  let progress: @Sendable (DatasetDownload.Progress) -> Void
  /// The number of bytes received over the network.
  private let received = ByteCounter()

  init(
    name: String, address: DatasetAddress, files: DatasetFiles, client: APIClient,
    timeouts: DownloadTimeouts, maximumBytes: Int, now: @escaping @Sendable () -> Date,
    progress: @escaping @Sendable (DatasetDownload.Progress) -> Void
  ) {
    self.name = name
    self.address = address
    self.files = files
    self.client = client
    self.timeouts = timeouts
    self.maximumBytes = maximumBytes
    self.now = now
    self.progress = progress
  }

  /// A thread-safe counter of bytes.
  private final class ByteCounter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock(\.self) }
    func add(_ bytes: Int) { count.withLock { $0 += bytes } }
  }

  /// The outcome of one attempt that did not fail.
  private enum AttemptOutcome: Sendable {
    case notModified(DatasetVersion)
    case fetched(DatasetVersion)
    case cannotResume
  }

  private typealias Attempt = APIClient.Attempt<AttemptOutcome>

  /// Downloads the file if a newer version has been published, and returns the outcome.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`.
  func outcome() async throws -> DatasetDownload.Outcome {
    var isNew = false
    let outcome = try await client.retrying(
      RetryBudget(initialBytes: files.partBytes), position: files.partBytes
    ) {
      while true {
        isNew = try files.publishCompletePart(from: address.source) || isNew
        let last = try await attempt()
        guard case .success(.cannotResume) = last.result else { return last }
        // Without the part, the next request is for the complete file and cannot have this outcome.
        files.removePart()
      }
    }
    switch outcome {
    case .notModified(let version) where !isNew: return .unchanged(dataset(version))
    case .notModified(let version), .fetched(let version):
      return .fetched(dataset(version), bytes: received.value)
    case .cannotResume: throw DatasetError.missing(host: address.host, file: name)
    }
  }

  private func dataset(_ version: DatasetVersion) -> LocalDataset {
    LocalDataset(file: files.file, date: version.date, bytes: version.bytes ?? 0)
  }

  private func attempt() async throws -> Attempt {
    let start = ContinuousClock.now
    let previousBytes = received.value
    let request = files.request(to: address.source)
    let fields = request.fields + (address.authorization.map { [("Authorization", $0)] } ?? [])
    do {
      return try await client.stream(address.url, fields: fields, timeouts: timeouts) {
        head, body in
        defer { trace("\(head.status), \(received.value - previousBytes) bytes", since: start) }
        return try await receive(head, body, of: request)
      }
    } catch let failure as HTTPFailure {
      trace(failure.cause, since: start)
      return Attempt(
        result: .failure(transferFailed(failure.cause)), isRetryable: isRetryable(failure))
    }
  }

  private func trace(_ summary: String, since start: ContinuousClock.Instant) {
    client.traceRequest(to: address.source, summary, since: start)
  }

  /// Returns whether a connection was lost, or cannot be re-established during a download.
  private func isRetryable(_ failure: HTTPFailure) -> Bool {
    failure.isConnectionLost || (failure.isUnsent && received.value > 0)
  }

  private func transferFailed(_ cause: String) -> DatasetError {
    var canResume = false
    if case .remainder = files.request(to: address.source) { canResume = true }
    return .transferFailed(host: address.host, file: name, cause: cause, canResume: canResume)
  }

  // MARK: - Receiving a response

  /// Writes the body of a response to the part, which replaces the file once it is complete.
  ///
  /// - Throws: An ``HTTPFailure`` if the transfer fails; a ``DatasetError`` or `StoreError`.
  private func receive(
    _ head: HTTPHead, _ body: HTTPBody, of request: ConditionalRequest
  ) async throws -> Attempt {
    switch (ConditionalResponse(head, to: request), request) {
    case (.notModified, .ifChanged(let version)):
      return Attempt(result: .success(.notModified(version)))
    case (.full, _): return Attempt(result: .success(.fetched(try await receiveFull(head, body))))
    case (.remainder(let total), .remainder(let version, let bytes)):
      try checkSize(total)
      let part = try files.openPart(for: total)
      // Another program may have changed the file since the request was sent.
      guard part.bytes == bytes else { return Attempt(result: .success(.cannotResume)) }
      progress(.init(bytes: part.bytes, total: total))
      let fetched = try await receive(body.makeAsyncIterator(), to: part, version, total)
      return Attempt(result: .success(.fetched(fetched)))
    case (.cannotResume, _): return Attempt(result: .success(.cannotResume))
    case (.notFound, _):
      return Attempt(result: .failure(DatasetError.missing(host: address.host, file: name)))
    default: return refusal(head)
    }
  }

  private func refusal(_ head: HTTPHead) -> Attempt {
    let error = DatasetError.refused(host: address.host, file: name, status: head.status)
    return Attempt(
      result: .failure(error), isRetryable: APIClient.isRetryable(head.status),
      retryAfter: RetryAfter.seconds(head["Retry-After"], from: now()))
  }

  /// Writes a complete file; a stored part is replaced only once the new file is known to be gzip.
  private func receiveFull(_ head: HTTPHead, _ body: HTTPBody) async throws -> DatasetVersion {
    var chunks = body.makeAsyncIterator()
    var firstBytes = ByteBuffer()
    while firstBytes.readableBytes < 2, var chunk = try await chunks.next() {
      firstBytes.writeBuffer(&chunk)
    }
    guard firstBytes.readableBytesView.starts(with: [0x1f, 0x8b]) else {
      throw DatasetError.notGzip(host: address.host, file: name)
    }
    let version = DatasetVersion(head, from: address.source, at: now())
    try checkSize(version.bytes)
    let part = try files.createPart(of: version)
    progress(.init(bytes: 0, total: version.bytes))
    try append(firstBytes, to: part, version.bytes)
    return try await receive(chunks, to: part, version, version.bytes)
  }

  /// Appends the chunks to a part, which then replaces the file.
  private func receive(
    _ chunks: HTTPBody.AsyncIterator, to part: PartialFile, _ version: DatasetVersion, _ total: Int?
  ) async throws -> DatasetVersion {
    var chunks = chunks
    while let chunk = try await chunks.next() {
      try Task.checkCancellation()
      try append(chunk, to: part, total)
    }
    guard total == nil || part.bytes == total else {
      throw HTTPFailure.connectionLost("\(address.host) ended the transfer early")
    }
    try part.close()
    var completeVersion = version
    completeVersion.bytes = part.bytes
    try files.publish(completeVersion)
    return completeVersion
  }

  private func append(_ chunk: ByteBuffer, to part: PartialFile, _ total: Int?) throws {
    received.add(chunk.readableBytes)
    guard total.map({ part.bytes + chunk.readableBytes <= $0 }) ?? true else {
      files.removePart()
      throw HTTPFailure.connectionLost("\(address.host) sent more data than announced")
    }
    try checkSize(part.bytes + chunk.readableBytes)
    try part.write(chunk)
    progress(.init(bytes: part.bytes, total: total))
  }

  /// Removes the part and throws an error if the file is larger than allowed.
  private func checkSize(_ bytes: Int?) throws(DatasetError) {
    guard let bytes, bytes > maximumBytes else { return }
    files.removePart()
    throw .tooLarge(host: address.host, file: name, maximumBytes: maximumBytes)
  }
}
