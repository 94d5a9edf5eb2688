/// A request for a file of which something may be here already.
enum ConditionalRequest: Sendable, Equatable {
  /// The file.
  case whole
  /// The file, unless it is still that version.
  case changed(since: DatasetVersion)
  /// What comes after so many bytes, or another version whole.
  case rest(of: DatasetVersion, from: Int)

  /// Creates the request that fits what is here: the sizes are those of the part and of the file.
  init(_ metadata: DownloadMetadata, partBytes: Int, wholeBytes: Int?, source: String) {
    if let part = metadata.part, part.source == source, part.ifRange != nil, partBytes > 0 {
      self = .rest(of: part, from: partBytes)
    } else if let whole = metadata.whole, whole.source == source, whole.bytes == wholeBytes,
      whole.etag != nil || whole.lastModified != nil, wholeBytes != nil
    {
      self = .changed(since: whole)
    } else {
      self = .whole
    }
  }

  /// The header fields that say so (RFC 9110, 13.1 and 14.2).
  var fields: [(String, String)] {
    // The bytes of the file are wanted, not another coding of them.
    [("Accept-Encoding", "identity")]
      + conditions.compactMap { name, value in
        value.map { (name, $0) }
      }
  }

  private var conditions: [(String, String?)] {
    switch self {
    case .whole: []
    case .changed(let version):
      [("If-None-Match", version.etag), ("If-Modified-Since", version.lastModified)]
    case .rest(let version, let bytes):
      [("Range", "bytes=\(bytes)-"), ("If-Range", version.ifRange)]
    }
  }
}

/// What the head of an answer says to a ``ConditionalRequest``.
enum ConditionalResponse: Equatable {
  case unchanged
  /// The file comes, whatever part of it is here.
  case whole
  /// The rest comes, of a file of that length, if the length is known.
  case rest(total: Int?)
  /// There is no such rest: the file is to be fetched from its beginning.
  case noSuchRest
  case missing
  case refused

  init(_ head: HTTPHead, to request: ConditionalRequest) {
    self =
      switch (head.status, request) {
      case (200, _): .whole
      case (206, .rest(let version, let bytes)): Self.rest(head, of: version, from: bytes)
      case (416, .rest): .noSuchRest
      case (304, .changed): .unchanged
      case (404, _), (410, _): .missing
      default: .refused
      }
  }

  /// Bytes are put together only if all that the server says fits.
  private static func rest(
    _ head: HTTPHead, of version: DatasetVersion, from bytes: Int
  ) -> ConditionalResponse {
    guard let range = ContentRange(head["Content-Range"]), range.bytes.lowerBound == bytes,
      range.total == nil || version.bytes == nil || range.total == version.bytes,
      !version.isContradicted(by: head)
    else { return .noSuchRest }
    return .rest(total: range.total ?? version.bytes)
  }
}
