import FilmzDomain
import Foundation
import NIOCore
import Synchronization

/// One call that brings one file up to date, in as many attempts as it takes.
struct DatasetFetch: Sendable {
  let name: String
  let address: DatasetAddress
  let files: DatasetFiles
  let client: APIClient
  let timeouts: DownloadTimeouts
  let mostBytes: Int
  let now: @Sendable () -> Date
  let progress: @Sendable (DatasetDownload.Progress) -> Void
  /// Bytes that came over the network.
  private let received = Tally()

  init(
    name: String, address: DatasetAddress, files: DatasetFiles, client: APIClient,
    timeouts: DownloadTimeouts, mostBytes: Int, now: @escaping @Sendable () -> Date,
    progress: @escaping @Sendable (DatasetDownload.Progress) -> Void
  ) {
    self.name = name
    self.address = address
    self.files = files
    self.client = client
    self.timeouts = timeouts
    self.mostBytes = mostBytes
    self.now = now
    self.progress = progress
  }

  /// A count that only grows.
  private final class Tally: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock(\.self) }
    func add(_ number: Int) { count.withLock { $0 += number } }
  }

  /// What came of one attempt that did not fail.
  private enum Step: Sendable {
    case unchanged(DatasetVersion)
    case fetched(DatasetVersion)
    case noSuchRest
  }

  private typealias Attempt = APIClient.Attempt<Step>

  /// Makes attempts until the file is here.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`.
  func outcome() async throws -> DatasetDownload.Outcome {
    var isNew = false
    let step = try await client.retrying(
      RetryBudget(from: files.partBytes), position: files.partBytes
    ) {
      while true {
        isNew = try files.finishWholePart(from: address.source) || isNew
        let last = try await attempt()
        guard case .success(.noSuchRest) = last.result else { return last }
        // The next request is for the whole file, and has no such answer.
        files.dropPart()
      }
    }
    switch step {
    case .unchanged(let version) where !isNew: return .unchanged(local(version))
    case .unchanged(let version), .fetched(let version):
      return .fetched(local(version), bytes: received.value)
    case .noSuchRest: throw DatasetError.missing(host: address.host, file: name)
    }
  }

  private func local(_ version: DatasetVersion) -> LocalDataset {
    LocalDataset(file: files.file, date: version.date, bytes: version.bytes ?? 0)
  }

  private func attempt() async throws -> Attempt {
    let start = ContinuousClock.now
    let before = received.value
    let request = files.request(to: address.source)
    let fields = request.fields + (address.authorization.map { [("Authorization", $0)] } ?? [])
    do {
      return try await client.stream(address.url, fields: fields, timeouts: timeouts) {
        head, body in
        defer { report("\(head.status), \(received.value - before) bytes", since: start) }
        return try await take(head, body, of: request)
      }
    } catch let failure as HTTPFailure {
      report(failure.cause, since: start)
      return Attempt(result: .failure(broken(failure.cause)), canPass: canPass(failure))
    }
  }

  private func report(_ summary: String, since start: ContinuousClock.Instant) {
    client.report(address.source, summary, since: start)
  }

  /// A connection that broke, or that does not come to stand again in the middle of a download.
  private func canPass(_ failure: HTTPFailure) -> Bool {
    failure.isDropped || (failure.isUnsent && received.value > 0)
  }

  private func broken(_ cause: String) -> DatasetError {
    var goesOn = false
    if case .rest = files.request(to: address.source) { goesOn = true }
    return .broken(host: address.host, file: name, cause: cause, goesOn: goesOn)
  }

  // MARK: - Taking an answer

  /// Takes an answer: writes what comes, and puts the file in its place when all has come.
  ///
  /// - Throws: An ``HTTPFailure`` if it broke; a ``DatasetError`` or `StoreError`.
  private func take(
    _ head: HTTPHead, _ body: HTTPBody, of request: ConditionalRequest
  ) async throws -> Attempt {
    switch (ConditionalResponse(head, to: request), request) {
    case (.unchanged, .changed(let version)): return Attempt(result: .success(.unchanged(version)))
    case (.whole, _): return Attempt(result: .success(.fetched(try await takeWhole(head, body))))
    case (.rest(let total), .rest(let version, let bytes)):
      try checkSize(total)
      let part = try files.openPart(for: total)
      // Another program may have touched it meanwhile.
      guard part.bytes == bytes else { return Attempt(result: .success(.noSuchRest)) }
      progress(.init(bytes: part.bytes, total: total))
      let whole = try await take(body.makeAsyncIterator(), to: part, version, total)
      return Attempt(result: .success(.fetched(whole)))
    case (.noSuchRest, _): return Attempt(result: .success(.noSuchRest))
    case (.missing, _):
      return Attempt(result: .failure(DatasetError.missing(host: address.host, file: name)))
    default: return refusal(head)
    }
  }

  private func refusal(_ head: HTTPHead) -> Attempt {
    let error = DatasetError.refused(host: address.host, file: name, status: head.status)
    return Attempt(
      result: .failure(error), canPass: APIClient.canPass(head.status),
      retryAfter: RetryAfter.seconds(head["Retry-After"], from: now()))
  }

  /// Writes a file from its beginning; the part that is here stays until this is known to be gzip.
  private func takeWhole(_ head: HTTPHead, _ body: HTTPBody) async throws -> DatasetVersion {
    var pieces = body.makeAsyncIterator()
    var opening = ByteBuffer()
    while opening.readableBytes < 2, var piece = try await pieces.next() {
      opening.writeBuffer(&piece)
    }
    guard opening.readableBytesView.starts(with: [0x1f, 0x8b]) else {
      throw DatasetError.notGzip(host: address.host, file: name)
    }
    let version = DatasetVersion(head, from: address.source, at: now())
    try checkSize(version.bytes)
    let part = try files.begin(version)
    progress(.init(bytes: 0, total: version.bytes))
    try add(opening, to: part, version.bytes)
    return try await take(pieces, to: part, version, version.bytes)
  }

  /// Writes the pieces to the end of a part, which becomes the file.
  private func take(
    _ pieces: HTTPBody.AsyncIterator, to part: PartialFile, _ version: DatasetVersion, _ total: Int?
  ) async throws -> DatasetVersion {
    var pieces = pieces
    while let piece = try await pieces.next() {
      try Task.checkCancellation()
      try add(piece, to: part, total)
    }
    guard total == nil || part.bytes == total else {
      throw HTTPFailure.dropped("\(address.host) ended the file early")
    }
    try part.close()
    var whole = version
    whole.bytes = part.bytes
    try files.finish(whole)
    return whole
  }

  private func add(_ piece: ByteBuffer, to part: PartialFile, _ total: Int?) throws {
    received.add(piece.readableBytes)
    guard total.map({ part.bytes + piece.readableBytes <= $0 }) ?? true else {
      files.dropPart()
      throw HTTPFailure.dropped("\(address.host) sent more than it had said")
    }
    try checkSize(part.bytes + piece.readableBytes)
    try part.write(piece)
    progress(.init(bytes: part.bytes, total: total))
  }

  /// Checks the size that the file has as far as it is known; a part of a larger one is of no use.
  private func checkSize(_ bytes: Int?) throws(DatasetError) {
    guard let bytes, bytes > mostBytes else { return }
    files.dropPart()
    throw .tooLarge(host: address.host, file: name, mostBytes: mostBytes)
  }
}
