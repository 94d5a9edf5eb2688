import Foundation
import NIOCore

extension DatasetFetch {
  /// Takes an answer: writes what comes, and puts the file in its place when all has come.
  ///
  /// - Throws: An ``HTTPFailure`` where it broke; a ``DatasetError`` or `StoreError`.
  func take(_ head: HTTPHead, _ body: HTTPBody, to question: DatasetQuestion) async throws -> Try {
    switch (DatasetAnswer(head, to: question), question) {
    case (.unchanged, .changed(let version)): return .unchanged(version)
    case (.whole, _): return .fetched(try await takeWhole(head, body))
    case (.rest(let total), .rest(let version, let bytes)):
      let part = try DatasetPart(files.part, isNew: false)
      // Somebody may have touched it meanwhile.
      guard part.bytes == bytes else { return .noSuchRest }
      progress(.init(bytes: part.bytes, total: total))
      return .fetched(try await take(body.makeAsyncIterator(), to: part, version, total))
    case (.noSuchRest, _): return .noSuchRest
    case (.missing, _):
      return .failed(.missing(host: address.host, file: name), canPass: false)
    default: return refusal(head)
    }
  }

  private func refusal(_ head: HTTPHead) -> Try {
    .failed(
      .refused(host: address.host, file: name, status: head.status),
      canPass: head.status == 429 || (500...599).contains(head.status),
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
    let part = try files.begin(version)
    progress(.init(bytes: 0, total: version.bytes))
    try add(opening, to: part, version.bytes)
    return try await take(pieces, to: part, version, version.bytes)
  }

  /// Writes the pieces to the end of a part, which becomes the file.
  private func take(
    _ pieces: HTTPBody.AsyncIterator, to part: DatasetPart, _ version: DatasetVersion, _ total: Int?
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

  private func add(_ piece: ByteBuffer, to part: DatasetPart, _ total: Int?) throws {
    received.add(piece.readableBytes)
    guard total.map({ part.bytes + piece.readableBytes <= $0 }) ?? true else {
      files.dropPart()
      throw HTTPFailure.dropped("\(address.host) sent more than it had said")
    }
    try part.write(piece)
    progress(.init(bytes: part.bytes, total: total))
  }
}
