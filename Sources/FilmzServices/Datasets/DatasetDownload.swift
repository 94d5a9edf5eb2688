import FilmzDomain
import Foundation
import Synchronization

/// The download of one file, with retries.
struct DatasetDownload: Sendable {
  let name: String
  let address: DatasetAddress
  let files: DatasetFiles
  let client: APIClient
  let timeouts: DownloadTimeouts
  let maximumBytes: Int
  let now: @Sendable () -> Date
  let progress: @Sendable (DatasetDownloader.Progress) -> Void
  /// The number of bytes received over the network.
  private let receivedBytes = ByteCounter()

  init(
    name: String, address: DatasetAddress, files: DatasetFiles, client: APIClient,
    timeouts: DownloadTimeouts, maximumBytes: Int, now: @escaping @Sendable () -> Date,
    progress: @escaping @Sendable (DatasetDownloader.Progress) -> Void
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

  /// The outcome of an attempt that did not fail.
  private enum AttemptOutcome: Sendable {
    /// The stored file is the current version.
    case notModified(DatasetVersion)
    /// This version has replaced the stored file.
    case downloaded(DatasetVersion)
    /// The stored part cannot be continued.
    case cannotResume
  }

  private typealias Attempt = APIClient.Attempt<AttemptOutcome>

  /// Downloads the file unless the stored file is the published version, and returns the outcome.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`.
  func run() async throws -> DatasetDownloader.Outcome {
    var hasNewVersion = false
    let outcome = try await client.retrying(
      RetryBudget(initialBytes: files.partBytes), position: files.partBytes
    ) {
      while true {
        hasNewVersion = try files.publishCompletePart(from: address.source) || hasNewVersion
        let lastAttempt = try await attempt()
        guard case .success(.cannotResume) = lastAttempt.result else { return lastAttempt }
        // Without the part, the next attempt cannot have this outcome.
        files.removePart()
      }
    }
    switch outcome {
    case .notModified(let version) where !hasNewVersion: return .unchanged(dataset(version))
    case .notModified(let version), .downloaded(let version):
      return .downloaded(dataset(version), bytes: receivedBytes.value)
    // Does not happen: the loop above repeats such an attempt.
    case .cannotResume: throw DatasetError.missing(host: address.host, file: name)
    }
  }

  private func dataset(_ version: DatasetVersion) -> LocalDataset {
    LocalDataset(file: files.file, date: version.date, bytes: version.bytes ?? 0)
  }

  private func attempt() async throws -> Attempt {
    let start = ContinuousClock.now
    let previousBytes = receivedBytes.value
    let request = files.request(to: address.source)
    let fields = request.fields + (address.authorization.map { [("Authorization", $0)] } ?? [])
    do {
      return try await client.stream(address.url, fields: fields, timeouts: timeouts) {
        head, body in
        defer {
          trace("\(head.status), \(receivedBytes.value - previousBytes) bytes", since: start)
        }
        return try await receive(head, body, of: request)
      }
    } catch let failure as HTTPFailure {
      trace(failure.cause, since: start)
      let error =
        failure.missingLibrary.map { DatasetError.missingLibrary($0) }
        ?? transferError(failure.cause)
      return Attempt(result: .failure(error), isRetryable: isRetryable(failure))
    }
  }

  private func trace(_ summary: String, since start: ContinuousClock.Instant) {
    client.traceRequest(to: address.source, summary, since: start)
  }

  /// Returns whether to retry after a failure.
  ///
  /// Retries if an established connection was lost. Also retries if no connection could be
  /// established, provided that this download has received bytes before.
  private func isRetryable(_ failure: HTTPFailure) -> Bool {
    failure.isConnectionLost || (failure.isUnsent && receivedBytes.value > 0)
  }

  private func transferError(_ cause: String) -> DatasetError {
    var canResume = false
    if case .remainder = files.request(to: address.source) { canResume = true }
    return .transferFailed(host: address.host, file: name, cause: cause, canResume: canResume)
  }

  // MARK: - Receiving a response

  /// Processes a response.
  ///
  /// Writes received bytes of the file to the part. Once the part is complete, it replaces the
  /// file.
  ///
  /// - Throws: An ``HTTPFailure`` if the transfer fails; a ``DatasetError`` or `StoreError`;
  ///   `CancellationError`.
  private func receive(
    _ head: HTTPHead, _ body: HTTPBody, of request: ConditionalRequest
  ) async throws -> Attempt {
    switch (ConditionalResponse(head, to: request), request) {
    case (.notModified, .ifChanged(let version)):
      return Attempt(result: .success(.notModified(version)))
    case (.full, _):
      return Attempt(result: .success(.downloaded(try await receiveFull(head, body))))
    case (.remainder(let total), .remainder(let version, let bytes)):
      try checkSize(total)
      let part = try files.openPart(for: total)
      // Another program may have changed the part since the request was sent.
      guard part.bytes == bytes else { return Attempt(result: .success(.cannotResume)) }
      progress(.init(bytes: part.bytes, total: total))
      let newVersion = try await appendAll(body.makeAsyncIterator(), to: part, version, total)
      return Attempt(result: .success(.downloaded(newVersion)))
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

  /// Receives a complete file.
  ///
  /// Replaces an existing part only if the response begins with the two bytes that identify gzip.
  private func receiveFull(_ head: HTTPHead, _ body: HTTPBody) async throws -> DatasetVersion {
    var chunks = body.makeAsyncIterator()
    var firstBytes: [UInt8] = []
    while firstBytes.count < 2, let chunk = try await chunks.next() { firstBytes += chunk }
    guard firstBytes.starts(with: [0x1f, 0x8b]) else {
      throw DatasetError.notGzip(host: address.host, file: name)
    }
    let version = DatasetVersion(head, from: address.source, at: now())
    try checkSize(version.bytes)
    let part = try files.createPart(of: version)
    progress(.init(bytes: 0, total: version.bytes))
    try append(firstBytes, to: part, version.bytes)
    return try await appendAll(chunks, to: part, version, version.bytes)
  }

  /// Appends the remaining chunks to a part, and replaces the file with the part.
  private func appendAll(
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

  /// Appends a chunk to a part.
  ///
  /// If the part would have more than `total` bytes, removes it and throws an ``HTTPFailure`` after
  /// which the request may be retried.
  private func append(_ chunk: [UInt8], to part: PartialFile, _ total: Int?) throws {
    receivedBytes.add(chunk.count)
    guard total.map({ part.bytes + chunk.count <= $0 }) ?? true else {
      files.removePart()
      throw HTTPFailure.connectionLost("\(address.host) sent more data than announced")
    }
    try checkSize(part.bytes + chunk.count)
    try part.write(chunk)
    progress(.init(bytes: part.bytes, total: total))
  }

  /// If a file of this size is larger than allowed, removes the part and throws an error.
  private func checkSize(_ bytes: Int?) throws(DatasetError) {
    guard let bytes, bytes > maximumBytes else { return }
    files.removePart()
    throw .tooLarge(host: address.host, file: name, maximumBytes: maximumBytes)
  }
}
