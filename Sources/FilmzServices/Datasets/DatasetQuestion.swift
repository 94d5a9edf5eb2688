/// What a server is asked about a file.
enum DatasetQuestion: Sendable, Equatable {
  /// The file.
  case whole
  /// The file, unless it is still that version.
  case changed(since: DatasetVersion)
  /// What comes after so many bytes, or another version whole.
  case rest(of: DatasetVersion, from: Int)

  /// The question that what is here suggests: the sizes are those of the part and of the file.
  init(_ note: DatasetNote, partBytes: Int, wholeBytes: Int?, source: String) {
    if let part = note.part, part.source == source, part.ifRange != nil, partBytes > 0 {
      self = .rest(of: part, from: partBytes)
    } else if let whole = note.whole, whole.source == source, whole.bytes == wholeBytes,
      whole.etag != nil || whole.lastModified != nil, wholeBytes != nil
    {
      self = .changed(since: whole)
    } else {
      self = .whole
    }
  }

  /// The fields that say so (RFC 9110, 13.1 and 14.2).
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
