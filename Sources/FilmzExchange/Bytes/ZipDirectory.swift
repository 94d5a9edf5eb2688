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
  /// The directory immediately precedes the record that describes it. What its offset lacks to that position has
  /// been prepended to the archive.
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
  /// - Throws: ``ZipReader/Problem/damagedDirectory`` if they are not as many and as long as they should be.
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
    guard
      position == range.upperBound
        || ZipRecord(.digitalSignature, size: 6, at: position, in: archive) != nil
    else { throw .damagedDirectory }
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

  /// Returns what the ZIP64 end of central directory record says (4.3.14); `nil` if there is no locator of it (4.3.15).
  private static func zip64Summary(
    before end: ZipRecord, in archive: [UInt8]
  ) throws(ZipReader.Problem) -> Summary? {
    guard let locator = ZipRecord(.zip64Locator, size: 20, at: end.start - 20, in: archive) else {
      return nil
    }
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

/// What a record at the end of an archive says about its central directory.
private struct Summary {
  /// The position after the directory, which is that of the record.
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
    isOnOneDisk =
      end.uint16(at: 4) == 0 && end.uint16(at: 6) == 0 && end.uint16(at: 8) == end.uint16(at: 10)
  }

  init(zip64 end: ZipRecord) {
    directoryEnd = end.start
    size = end.uint64(at: 40)
    offset = end.uint64(at: 48)
    count = end.uint64(at: 32)
    isOnOneDisk =
      end.uint32(at: 16) == 0 && end.uint32(at: 20) == 0 && end.uint64(at: 24) == end.uint64(at: 32)
  }
}
