import FilmzDomain
import FilmzFiles
import FilmzStore
import Foundation
import Glibc
import Synchronization

/// Downloads one file, and retries after transient failures.
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

  /// A thread-safe counter of bytes.
  private final class ByteCounter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock(\.self) }
    func add(_ bytes: Int) { count.withLock { $0 += bytes } }
  }

  /// An attempt to download the file; its value is `nil` if the stored part cannot be continued.
  private typealias Attempt = APIClient.Attempt<DatasetDownloader.Outcome?>

  /// Downloads the file unless the stored file is the published version, and returns the outcome.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`.
  func run() async throws -> DatasetDownloader.Outcome {
    var hasNewVersion = false
    let outcome = try await client.retrying(RetryBudget(initialBytes: files.partBytes), position: files.partBytes) {
      while true {
        hasNewVersion = try files.publishCompletePart(from: address.source) || hasNewVersion
        let lastAttempt = try await attempt()
        guard case .success(nil) = lastAttempt.result else { return lastAttempt }
        // Without the part, the next attempt cannot have this outcome.
        files.removePart()
      }
    }
    switch outcome {
    case .unchanged(let dataset)? where hasNewVersion: return .downloaded(dataset, bytes: receivedBytes.value)
    case let outcome?: return outcome
    // Cannot be reached, because the loop above repeats such an attempt.
    case nil: throw DatasetError.missing(host: address.host, file: name)
    }
  }

  private func dataset(_ version: DatasetVersion) -> LocalDataset {
    LocalDataset(file: files.file, date: version.date, bytes: version.bytes ?? 0)
  }

  /// Returns a successful attempt, after which `version` has replaced the stored file.
  private func downloaded(_ version: DatasetVersion) -> Attempt {
    Attempt(result: .success(.downloaded(dataset(version), bytes: receivedBytes.value)))
  }

  private func attempt() async throws -> Attempt {
    let start = ContinuousClock.now
    let previousBytes = receivedBytes.value
    let request = files.request(to: address.source)
    let fields = request.fields + (address.authorization.map { [("Authorization", $0)] } ?? [])
    do {
      return try await client.fetcher.stream(address.url, fields: fields, timeouts: timeouts) { head, body in
        defer { trace("\(head.status), \(receivedBytes.value - previousBytes) bytes", since: start) }
        return try await receive(head, body, of: request)
      }
    } catch let failure as HTTPFailure {
      trace(failure.cause, since: start)
      let error = failure.missingLibrary.map { DatasetError.missingLibrary($0) } ?? transferError(failure.cause)
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
  private func receive(_ head: HTTPHead, _ body: HTTPBody, of request: ConditionalRequest) async throws -> Attempt {
    switch (ConditionalResponse(head, to: request), request) {
    case (.notModified, .ifChanged(let version)): return Attempt(result: .success(.unchanged(dataset(version))))
    case (.full, _): return downloaded(try await receiveFull(head, body))
    case (.remainder(let total), .remainder(let version, let bytes)):
      try checkSize(total)
      let part = try files.openPart(for: total)
      // Another program may have changed the part since the request was sent.
      guard part.bytes == bytes else { return Attempt(result: .success(nil)) }
      progress(.init(bytes: part.bytes, total: total))
      return downloaded(try await appendAll(body, to: part, version, total))
    case (.cannotResume, _): return Attempt(result: .success(nil))
    case (.notFound, _): return Attempt(result: .failure(DatasetError.missing(host: address.host, file: name)))
    default: return refusal(head)
    }
  }

  private func refusal(_ head: HTTPHead) -> Attempt {
    let error = DatasetError.refused(host: address.host, file: name, status: head.status)
    return Attempt(
      result: .failure(error), isRetryable: APIClient.isRetryable(head.status),
      retryAfter: head.retryAfter(from: now()))
  }

  /// Receives a complete file.
  ///
  /// Replaces an existing part only if the response begins with the two bytes that identify gzip.
  private func receiveFull(_ head: HTTPHead, _ body: HTTPBody) async throws -> DatasetVersion {
    var firstBytes: [UInt8] = []
    while firstBytes.count < 2, let chunk = try await body.nextChunk() { firstBytes += chunk }
    guard firstBytes.starts(with: [0x1f, 0x8b]) else { throw DatasetError.notGzip(host: address.host, file: name) }
    let version = DatasetVersion(head, from: address.source, at: now())
    try checkSize(version.bytes)
    let part = try files.createPart(of: version)
    progress(.init(bytes: 0, total: version.bytes))
    try append(firstBytes, to: part, version.bytes)
    return try await appendAll(body, to: part, version, version.bytes)
  }

  /// Appends the remaining chunks to a part, and replaces the file with the part.
  private func appendAll(
    _ body: HTTPBody, to part: PartialFile, _ version: DatasetVersion, _ total: Int?
  ) async throws -> DatasetVersion {
    while let chunk = try await body.nextChunk() {
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

/// The metadata of a downloaded file and its part, stored in `NAME.json`.
///
/// The names of the properties are the JSON keys.
struct DownloadMetadata: Codable, Sendable, Equatable {
  /// The version of the complete file; `nil` if there is none.
  var whole: DatasetVersion?
  /// The version of the part; `nil` if there is none.
  var part: DatasetVersion?
}

/// The attributes that identify a version of a published file.
///
/// The names of the properties are JSON keys in `NAME.json`.
struct DatasetVersion: Codable, Sendable, Equatable {
  /// The address of the file without its query; entity tags and dates of different servers cannot
  /// be compared.
  let source: String
  /// The `ETag` field; `nil` if it is missing or malformed.
  let etag: String?
  /// The `Last-Modified` field; `nil` if it is missing or not a date.
  let lastModified: String?
  /// The value for the `If-Range` field; `nil` if a part of this version cannot be continued.
  let ifRange: String?
  /// The size of the complete file; `nil` if it is unknown.
  var bytes: Int?
  /// The publication date, or the date of the download if the server reported none.
  let date: Date

  /// Creates the version of a complete response (status 200).
  init(_ head: HTTPHead, from source: String, at now: Date) {
    self.source = source
    etag = head.entityTag
    let modified = head["Last-Modified"].flatMap(Date.init(httpDate:))
    lastModified = modified == nil ? nil : head["Last-Modified"]
    ifRange = Self.ifRange(head, modified: modified, at: now)
    bytes = head["Content-Length"].flatMap(Self.byteCount)
    date = modified ?? now
  }

  /// Returns the strong validator of a response.
  ///
  /// This is the entity tag if it is strong. Otherwise it is the modification date if that is at
  /// least one second earlier than the date of the response (RFC 9110, 8.8.2.2 and 13.1.5). A later
  /// version then has a later date. Returns `nil` if neither is strong.
  private static func ifRange(_ head: HTTPHead, modified: Date?, at now: Date) -> String? {
    if let tag = head.entityTag, !tag.hasPrefix("W/") { return tag }
    guard let modified else { return nil }
    let responseDate = head["Date"].flatMap(Date.init(httpDate:)) ?? now
    return responseDate.timeIntervalSince(modified) >= 1 ? head["Last-Modified"] : nil
  }

  /// Returns whether a partial response belongs to another version according to its validators.
  ///
  /// Compares the entity tags if both are known. Otherwise compares the modification dates if both
  /// are known. If neither can be compared, returns `false`.
  func conflicts(with head: HTTPHead) -> Bool {
    if let etag, let other = head.entityTag { return other != etag }
    guard let lastModified, let other = head["Last-Modified"] else { return false }
    return Date(httpDate: other) != Date(httpDate: lastModified)
  }

  /// Returns the number of bytes in a string of digits; `nil` for any other string, or if the
  /// number is too large for an `Int`.
  static func byteCount(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int(text)
  }
}

/// A partially downloaded file that is open for appending.
final class PartialFile {
  /// The current size of the file.
  private(set) var bytes: Int
  private let path: String
  /// The size up to which the file may grow.
  private let capacity: Int
  private var descriptor: CInt

  /// Opens or creates the file, and empties it if `isNew` is `true`.
  ///
  /// Fails if the file is a symbolic link, and does not wait for a named pipe. Writing beyond
  /// `capacity` bytes fails with ``DatasetError/diskFull(path:)``.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  init(_ url: URL, isNew: Bool, capacity: Int = .max) throws {
    path = url.path(percentEncoded: false)
    self.capacity = capacity
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = open(path, flags | (isNew ? O_TRUNC : 0), 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    bytes = Int(lseek(descriptor, 0, SEEK_END))
  }

  deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Appends bytes; if that fails, the bytes written so far remain in the file.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func write(_ chunk: [UInt8]) throws {
    guard bytes + chunk.count <= capacity else { throw DatasetError.diskFull(path: path) }
    try chunk.withUnsafeBytes { bytes in
      var remainingBytes = bytes[...]
      while !remainingBytes.isEmpty {
        let written = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: remainingBytes).baseAddress, remainingBytes.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw Self.failure(path) }
        remainingBytes = remainingBytes.dropFirst(written)
        self.bytes += written
      }
    }
  }

  /// Closes the file; some file systems report a full disk only when a file is closed.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func close() throws {
    let openDescriptor = descriptor
    descriptor = -1
    guard Glibc.close(openDescriptor) == 0 else { throw Self.failure(path) }
  }

  /// Returns the error to throw after a system call for a file has failed.
  static func failure(_ path: String, _ code: CInt = errno) -> any Error {
    switch code {
    case ENOSPC, EDQUOT: DatasetError.diskFull(path: path)
    case ELOOP: StoreError.cannotWrite(path: path, reason: "it is a symbolic link")
    default: StoreError.cannotWrite(path: path, reason: .systemError(code))
    }
  }
}
