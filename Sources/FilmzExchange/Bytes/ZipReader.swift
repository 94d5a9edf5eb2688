import CZlib
import FilmzFiles

/// Reads the entries of a ZIP archive that is in memory (PKWARE, APPNOTE.TXT 6.3.10).
///
/// Entries can be stored or deflated. Folders are not entries. ZIP64, data descriptors, comments, and data in front of
/// the archive are supported.
package struct ZipReader: Sendable {
  /// A file in an archive.
  package struct Entry: Sendable {
    /// The name, as it is in the archive.
    ///
    /// It can be absolute, contain `..` and control characters, and be equal to the name of another entry.
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
    /// if it is shorter or has another checksum. The bytes that were returned must then be discarded. The function
    /// throws `CancellationError` if the task is cancelled.
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
  /// The limit of the unpacked size is checked with the sizes in the directory. ``Entry/chunks()`` never returns more
  /// than the size in the directory, whatever the data of the entry is.
  ///
  /// - Parameters:
  ///   - archive: The bytes of the archive.
  ///   - maximumCount: The maximum number of entries and folders.
  ///   - maximumSize: The maximum size of all entries together after decompression, in bytes.
  /// - Throws: ``Problem``.
  package init(_ archive: [UInt8], maximumCount: Int = 10_000, maximumSize: Int = 1_073_741_824) throws(Problem) {
    let directory = try ZipDirectory(of: archive)
    guard directory.count <= UInt64(maximumCount) else { throw .tooManyEntries }
    let headers = try directory.headers(in: archive).filter { !$0.isFolder }
    for header in headers { try Self.checkSupport(of: header) }
    try Self.checkSize(of: headers, limit: maximumSize)
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
    // Stored or deflated (4.4.5).
    guard [0, 8].contains(header.method) else { throw .unsupportedMethod(header.text, method: header.method) }
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
  /// A reason why an archive or one of its entries cannot be read; the associated string is the name of the entry.
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

/// The central directory of a ZIP archive, which has a header of each entry (PKWARE, APPNOTE.TXT 6.3.10, 4.3.12).
struct ZipDirectory {
  /// The positions of the headers in the archive.
  let range: Range<Int>
  /// The number of headers.
  let count: UInt64
  /// The position that offsets in headers refer to; the size of the data in front of the archive.
  let origin: Int

  /// Finds the directory from the end of the archive.
  ///
  /// The directory immediately precedes the record that describes it. If its offset in the record is lower, the
  /// difference is the size of data that was prepended to the archive.
  init(of archive: [UInt8]) throws(ZipReader.Problem) {
    guard let end = Self.end(of: archive) else { throw .notAnArchive }
    let summary = try Self.zip64Summary(before: end, in: archive) ?? Summary(end)
    guard summary.isOnOneDisk else { throw .multipleDisks }
    guard let size = Int(exactly: summary.size), size <= summary.directoryEnd,
      let offset = Int(exactly: summary.offset), offset <= summary.directoryEnd - size
    else { throw .notAnArchive }
    range = summary.directoryEnd - size..<summary.directoryEnd
    count = summary.count
    origin = range.lowerBound - offset
  }

  /// Returns the headers.
  ///
  /// - Throws: ``ZipReader/Problem/damagedDirectory`` if their number or size differs from that of the directory.
  func headers(in archive: [UInt8]) throws(ZipReader.Problem) -> [ZipHeader] {
    var headers: [ZipHeader] = []
    var position = range.lowerBound
    while UInt64(headers.count) < count {
      guard let header = ZipHeader(at: position, in: archive), header.end <= range.upperBound else {
        throw .damagedDirectory
      }
      headers.append(header)
      position = header.end
    }
    // A digital signature may follow (4.3.13).
    guard position == range.upperBound || ZipRecord(.digitalSignature, size: 6, at: position, in: archive) != nil else {
      throw .damagedDirectory
    }
    return headers
  }

  /// Returns the end of central directory record (4.3.16): the last one whose comment fills the rest of the file.
  private static func end(of archive: [UInt8]) -> ZipRecord? {
    let last = archive.count - 22
    let first = max(0, last - Int(UInt16.max))
    guard first <= last else { return nil }
    return (first...last).reversed().lazy
      .compactMap { ZipRecord(.end, size: 22, at: $0, in: archive) }
      .first { $0.end + Int($0.uint16(at: 20)) == archive.count }
  }

  /// Returns the values of the ZIP64 end of central directory record (4.3.14); `nil` if the archive has no locator of
  /// it (4.3.15).
  private static func zip64Summary(before end: ZipRecord, in archive: [UInt8]) throws(ZipReader.Problem) -> Summary? {
    guard let locator = ZipRecord(.zip64Locator, size: 20, at: end.start - 20, in: archive) else { return nil }
    guard locator.uint32(at: 4) == 0, locator.uint32(at: 16) <= 1 else { throw .multipleDisks }
    // The offset does not point to the record if data has been prepended; then the record has its minimum size.
    let positions = [Int(clamping: locator.uint64(at: 8)), locator.start - 56]
    let records = positions.compactMap { ZipRecord(.zip64End, size: 56, at: $0, in: archive) }
    guard let record = records.first(where: { isZip64Record($0, endingAt: locator.start) }) else {
      throw .damagedDirectory
    }
    return Summary(zip64: record)
  }

  /// The size of the record excludes its first 12 bytes (4.3.14.1).
  private static func isZip64Record(_ record: ZipRecord, endingAt position: Int) -> Bool {
    record.end <= position && record.uint64(at: 4) == UInt64(position - record.start - 12)
  }
}

/// The size, position, and number of headers of the central directory, from a record at the end of the archive.
private struct Summary {
  /// The position after the directory, at which the record begins.
  let directoryEnd: Int
  let size: UInt64
  let offset: UInt64
  let count: UInt64
  let isOnOneDisk: Bool

  init(_ end: ZipRecord) {
    directoryEnd = end.start
    size = UInt64(end.uint32(at: 12))
    offset = UInt64(end.uint32(at: 16))
    count = UInt64(end.uint16(at: 10))
    isOnOneDisk = end.uint16(at: 4) == 0 && end.uint16(at: 6) == 0 && end.uint16(at: 8) == end.uint16(at: 10)
  }

  init(zip64 end: ZipRecord) {
    directoryEnd = end.start
    size = end.uint64(at: 40)
    offset = end.uint64(at: 48)
    count = end.uint64(at: 32)
    isOnOneDisk = end.uint32(at: 16) == 0 && end.uint32(at: 20) == 0 && end.uint64(at: 24) == end.uint64(at: 32)
  }
}

/// Yields the content of an entry of a ZIP archive in chunks, and verifies its size and checksum.
final class ZipContent {
  private static let chunkSize = 65_536

  private let entry: ZipReader.Entry
  private let inflation: InflateStream?
  /// The data that has not been decompressed.
  private var input: ArraySlice<UInt8>
  /// The number of bytes that have been yielded.
  private var count = 0
  /// The CRC-32 of the bytes that have been yielded.
  private var checksum: UInt32 = 0

  init(of entry: ZipReader.Entry) {
    self.entry = entry
    inflation = entry.isDeflated ? InflateStream(.raw) : nil
    input = entry.data
  }

  /// Returns the next bytes, or `nil` at the end.
  func next() throws(ZipReader.Problem) -> [UInt8]? {
    let chunk = try unpackedChunk()
    guard chunk.count <= entry.size - count else { throw .damagedEntry(entry.name) }
    guard !chunk.isEmpty else {
      guard count == entry.size, checksum == entry.checksum else { throw .damagedEntry(entry.name) }
      return nil
    }
    count += chunk.count
    checksum = chunk.zipChecksum(continuing: checksum)
    return chunk
  }

  /// Returns the next bytes, or none at the end; together at most one byte more than the size of the entry.
  private func unpackedChunk() throws(ZipReader.Problem) -> [UInt8] {
    let rest = entry.size - count
    guard let inflation else { return Array(entry.data.dropFirst(count).prefix(Self.chunkSize)) }
    do {
      return try inflated(inflation, rest < Self.chunkSize ? rest + 1 : Self.chunkSize)
    } catch { throw .damagedEntry(entry.name) }
  }

  /// Returns the next decompressed bytes: at most `maximum`, which is positive; none at the end of the stream.
  ///
  /// - Throws: `DamagedData`, also if the stream does not end where the data ends.
  private func inflated(_ inflation: InflateStream, _ maximum: Int) throws(InflateStream.DamagedData) -> [UInt8] {
    while !inflation.isAtEnd {
      var output: [UInt8] = []
      let used = try input.withUnsafeBufferPointer { input throws(InflateStream.DamagedData) in
        try inflation.unpack(input, appendingTo: &output, atMost: maximum)
      }
      input = input.dropFirst(used)
      guard output.isEmpty else { return output }
      guard inflation.isAtEnd || used > 0 else { throw InflateStream.DamagedData() }
    }
    guard input.isEmpty else { throw InflateStream.DamagedData() }
    return []
  }
}

extension [UInt8] {
  /// Returns the CRC-32 of the bytes (APPNOTE 4.4.7), or of some previous bytes and these.
  func zipChecksum(continuing checksum: UInt32 = 0) -> UInt32 {
    withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(uLong(checksum), $0.baseAddress, $0.count)) }
  }
}

extension String {
  /// Decodes code page 437, the character set of MS-DOS and of names in ZIP archives (APPNOTE, appendix D).
  init(codePage437 bytes: some Sequence<UInt8>) {
    self.init()
    for byte in bytes {
      unicodeScalars.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437Characters[Int(byte) - 0x80])
    }
  }
}

/// The characters of code page 437 from 0x80; those below are ASCII.
private let codePage437Characters = Array(
  """
  ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
  └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
  """.unicodeScalars)
