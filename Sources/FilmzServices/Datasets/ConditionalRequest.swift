/// A request for a file that may already be stored, completely or in part.
enum ConditionalRequest: Sendable, Equatable {
  /// Requests the complete file.
  case full
  /// Requests the complete file if the server has a version other than this one.
  case ifChanged(since: DatasetVersion)
  /// Requests the bytes of a version from an offset to the end. If the server has another version,
  /// it sends the complete file.
  case remainder(of: DatasetVersion, from: Int)

  /// Creates a request that avoids downloading stored bytes again, if the metadata permits that.
  ///
  /// - Parameters:
  ///   - metadata: The metadata of the stored files.
  ///   - partBytes: The size of the stored part; 0 if there is none.
  ///   - wholeBytes: The size of the stored complete file; `nil` if there is none.
  ///   - source: The address of the file, as in ``DatasetVersion/source``.
  init(_ metadata: DownloadMetadata, partBytes: Int, wholeBytes: Int?, source: String) {
    if let part = metadata.part, part.source == source, part.ifRange != nil, partBytes > 0 {
      self = .remainder(of: part, from: partBytes)
    } else if let whole = metadata.whole, whole.source == source, whole.bytes == wholeBytes,
      whole.etag != nil || whole.lastModified != nil, wholeBytes != nil
    {
      self = .ifChanged(since: whole)
    } else {
      self = .full
    }
  }

  /// The header fields of the request (RFC 9110, 13.1 and 14.2).
  var fields: [(String, String)] {
    let optionalFields: [(String, String?)] =
      switch self {
      case .full: []
      case .ifChanged(let version): [("If-None-Match", version.etag), ("If-Modified-Since", version.lastModified)]
      case .remainder(let version, let bytes): [("Range", "bytes=\(bytes)-"), ("If-Range", version.ifRange)]
      }
    // Sizes and positions refer to the bytes of the file; a content coding would change them.
    return [("Accept-Encoding", "identity")] + optionalFields.compactMap { name, value in value.map { (name, $0) } }
  }
}

/// The meaning of a response to a ``ConditionalRequest``, according to its head.
enum ConditionalResponse: Equatable {
  /// The stored complete file is the current version.
  case notModified
  /// The body is the complete file, which replaces any stored part.
  case full
  /// The body is the requested remainder; `total` is the size of the complete file, or `nil` if the
  /// size is unknown.
  case remainder(total: Int?)
  /// The stored part cannot be continued, so the complete file must be requested.
  case cannotResume
  /// The server does not have the file.
  case notFound
  /// The response has a status code that the request does not permit or that reports an error.
  case refused

  init(_ head: HTTPHead, to request: ConditionalRequest) {
    self =
      switch (head.status, request) {
      case (200, _): .full
      case (206, .remainder(let version, let bytes)): Self.remainder(head, of: version, from: bytes)
      case (416, .remainder): .cannotResume
      case (304, .ifChanged): .notModified
      case (404, _), (410, _): .notFound
      default: .refused
      }
  }

  /// Returns the meaning of a partial response.
  ///
  /// The response is used only if it starts at the requested offset and none of its fields
  /// contradicts the version of the stored part.
  private static func remainder(_ head: HTTPHead, of version: DatasetVersion, from bytes: Int) -> ConditionalResponse {
    guard let range = ContentRange(head["Content-Range"]), range.bytes.lowerBound == bytes,
      range.total == nil || version.bytes == nil || range.total == version.bytes, !version.conflicts(with: head)
    else { return .cannotResume }
    return .remainder(total: range.total ?? version.bytes)
  }
}
