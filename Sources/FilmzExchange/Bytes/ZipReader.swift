/// Reads the entries of a ZIP archive that is in memory (PKWARE, APPNOTE.TXT 6.3.10).
///
/// Entries can be stored or deflated. Folders are not entries. ZIP64, data descriptors, comments, and data in front of
/// the archive are supported.
package struct ZipReader: Sendable {
  /// What an archive may contain.
  package struct Limits: Sendable {
    /// The maximum number of entries and folders.
    package var entries = 10_000
    /// The maximum size of all entries together after decompression, in bytes.
    package var unpackedSize = 1_073_741_824

    package init() {}
  }

  /// A file in an archive.
  package struct Entry: Sendable {
    /// The name, as it is in the archive.
    ///
    /// It can be absolute, contain `..` and control characters, and be that of another entry as well.
    package let name: String
    /// The size of the content, in bytes.
    package let size: Int
    let checksum: UInt32
    let isDeflated: Bool
    /// The stored or deflated bytes.
    let data: ArraySlice<UInt8>

    /// Returns a function that returns the next bytes of the content, at most 64 KB; `nil` at the end.
    ///
    /// The function throws ``Problem/damagedEntry(_:)`` as soon as the content is longer than ``size``, and at the end
    /// if it is shorter or has another checksum: what has been returned before must then be discarded. It throws
    /// `CancellationError` if the task is cancelled.
    package func chunks() -> () throws -> [UInt8]? {
      let content = ZipContent(of: self)
      return {
        try Task.checkCancellation()
        return try content.next()
      }
    }
  }

  /// The files in the archive, in the order of its directory.
  package let entries: [Entry]

  /// Reads the directory of an archive.
  ///
  /// The limit of the unpacked size is checked with the sizes in the directory. No entry yields more than its size,
  /// whatever its data is, so the limit holds for the content as well.
  package init(_ archive: [UInt8], limits: Limits = Limits()) throws(Problem) {
    let directory = try ZipDirectory(of: archive)
    guard directory.count <= UInt64(limits.entries) else { throw .tooManyEntries }
    let headers = try directory.headers(in: archive).filter { !$0.isFolder }
    for header in headers {
      try Self.checkSupport(of: header)
    }
    try Self.checkSize(of: headers, limit: limits.unpackedSize)
    var entries: [Entry] = []
    var ranges = [directory.range]
    for header in headers {
      let location = try header.location(in: archive, from: directory.origin)
      ranges.append(location.entry)
      entries.append(try Entry(header, data: archive[location.data]))
    }
    guard !Self.haveOverlap(ranges) else { throw .overlappingEntries }
    self.entries = entries
  }

  /// Returns whether a file that begins with some bytes is an archive, possibly one without entries.
  static func recognizes(_ start: some Collection<UInt8>) -> Bool {
    ["PK\u{3}\u{4}", "PK\u{5}\u{6}"].contains { start.starts(with: $0.utf8) }
  }

  private static func checkSupport(of header: ZipHeader) throws(Problem) {
    guard header.isOnFirstDisk else { throw .multipleDisks }
    guard !header.isEncrypted else { throw .encrypted(header.text) }
    guard [0, 8].contains(header.method) else {
      throw .unsupportedMethod(header.text, method: header.method)
    }
  }

  private static func checkSize(of headers: [ZipHeader], limit: Int) throws(Problem) {
    var rest = UInt64(limit)
    for header in headers {
      guard header.size <= rest else { throw .tooLarge }
      rest -= header.size
    }
  }

  private static func haveOverlap(_ ranges: [Range<Int>]) -> Bool {
    let sorted = ranges.filter { !$0.isEmpty }.sorted { $0.lowerBound < $1.lowerBound }
    return zip(sorted, sorted.dropFirst()).contains { $0.upperBound > $1.lowerBound }
  }
}

extension ZipReader {
  /// A reason why an archive, or the entry with a name, cannot be read.
  package enum Problem: Error, Hashable {
    case notAnArchive
    case multipleDisks
    case damagedDirectory
    case tooManyEntries
    case tooLarge
    case overlappingEntries
    case encrypted(String)
    case unsupportedMethod(String, method: UInt16)
    case damagedEntry(String)

    /// The name of the entry, or `nil` if the problem is one of the archive.
    package var entryName: String? {
      switch self {
      case .encrypted(let name), .unsupportedMethod(let name, _), .damagedEntry(let name): name
      default: nil
      }
    }

    /// The reason, as a sentence without a name.
    package var reason: String {
      switch self {
      case .notAnArchive: "it is not a ZIP archive, or a part of it is missing"
      case .multipleDisks: "it is a part of an archive that consists of several files"
      case .damagedDirectory: "its list of files is damaged"
      case .tooManyEntries: "it contains too many files"
      case .tooLarge: "its files are too large when unpacked"
      case .overlappingEntries: "some of its files are at the same place of the archive"
      case .encrypted: "it is encrypted"
      case .unsupportedMethod(_, let method): "it is compressed with the unknown method \(method)"
      case .damagedEntry: "it is damaged"
      }
    }
  }
}

extension ZipReader.Entry {
  /// Creates the entry, whose header has been checked.
  fileprivate init(_ header: ZipHeader, data: ArraySlice<UInt8>) throws(ZipReader.Problem) {
    name = header.text
    size = Int(clamping: header.size)
    checksum = header.checksum
    isDeflated = header.method == 8
    self.data = data
    guard isDeflated || size == data.count else { throw .damagedEntry(name) }
  }
}
