import FilmzDomain
import Glibc

/// The first line of a dataset file, which names its columns.
enum DatasetHeader {
  /// The maximum number of bytes of the first line; the headers of the datasets are much shorter.
  private static let maximumLength = 4096

  /// Returns the first line of a plain or compressed file, without a byte order mark and the line end.
  ///
  /// A longer line is cut at ``maximumLength`` bytes. Returns `nil` if the file cannot be read or
  /// decompressed.
  static func read(_ path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: maximumLength)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count >= 0 else { return nil }
    bytes.removeSubrange(count...)
    if bytes.starts(with: [0x1F, 0x8B]) {
      guard let unpacked = unpack(bytes) else { return nil }
      bytes = unpacked
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    return String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }

  /// Decompresses the beginning of a file up to the end of the first line; returns `nil` if it is
  /// damaged.
  private static func unpack(_ input: [UInt8]) -> [UInt8]? {
    let gzip = GzipStream()
    var consumed = 0
    var line: [UInt8] = []
    while consumed < input.count, line.count < maximumLength, !line.contains(0x0A) {
      let count = line.count
      let used = input[consumed...].withUnsafeBufferPointer {
        try? gzip.unpack($0, appendingTo: &line, atMost: maximumLength)
      }
      guard let used else { return nil }
      guard used > 0 || line.count > count else { break }
      consumed += used
    }
    return line
  }
}

extension DatasetKind {
  /// Creates the kind whose columns a header begins with; returns `nil` if there is none.
  init?(header: String) {
    let names = header.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard let kind = Self.allCases.first(where: { names.starts(with: $0.columns) }) else {
      return nil
    }
    self = kind
  }
}

extension CatalogInfo.File {
  /// The kind of the dataset; `nil` if it is unknown.
  var kind: DatasetKind? {
    dataset.flatMap(DatasetKind.init(rawValue:)) ?? DatasetKind(fileName: name)
  }
}
