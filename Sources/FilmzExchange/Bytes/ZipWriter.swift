import FilmzDomain

/// Writes a ZIP archive of stored entries (PKWARE, APPNOTE.TXT 6.3.10), so that equal entries give equal bytes.
///
/// All entries are dated 1980-01-01 00:00:00, and only their owner may read and write them when they are unpacked.
/// Besides the entry that is being written, only the directory is in memory.
package struct ZipWriter {
  private let write: (ArraySlice<UInt8>) throws -> Void
  /// The headers of the central directory.
  private var directory: [UInt8] = []
  private var count = 0
  /// The number of bytes that have been written.
  private var offset: UInt64 = 0

  /// Creates a writer of an archive; `write` is called with one part of the archive after another.
  package init(write: @escaping (ArraySlice<UInt8>) throws -> Void) { self.write = write }

  /// Writes an entry.
  ///
  /// `name` must have at most 65,535 bytes in UTF-8.
  ///
  /// - Throws: The errors of `write`; the archive is then unusable.
  package mutating func add(_ name: String, _ content: [UInt8]) throws {
    let header = ZipEntryHeader(
      name: Array(name.utf8), checksum: content.zipChecksum(), size: UInt64(content.count), offset: offset)
    try append(header.local)
    try append(content)
    directory += header.central
    count += 1
  }

  /// Writes the directory, after which nothing can be added.
  ///
  /// - Throws: The errors of `write`.
  package mutating func finish() throws {
    let end = ZipEnd(count: UInt64(count), directorySize: UInt64(directory.count), directoryOffset: offset)
    try append(directory)
    try append(end.bytes)
  }

  private mutating func append(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    try write(bytes[...])
    offset += UInt64(bytes.count)
  }
}

/// The values in the headers of a stored entry.
struct ZipEntryHeader {
  let name: [UInt8]
  /// The CRC-32 of the content.
  let checksum: UInt32
  /// The size of the content, in bytes.
  let size: UInt64
  /// The position of the local header in the archive.
  let offset: UInt64

  /// The local header (4.3.7), whose ZIP64 field has both sizes (4.5.3).
  var local: [UInt8] {
    var header = [UInt8](.localHeader)
    let zip64 = size >= UInt32.max ? [size, size] : []
    appendCommonFields(to: &header, zip64)
    header += name
    header.append(zip64Field: zip64)
    return header
  }

  /// The header in the central directory (4.3.12).
  var central: [UInt8] {
    var header = [UInt8](.centralHeader)
    // Made by version 4.5 on Unix (4.4.2).
    header.append(UInt16(3 << 8 | 45))
    let zip64 = (size >= UInt32.max ? [size, size] : []) + (offset >= UInt32.max ? [offset] : [])
    appendCommonFields(to: &header, zip64)
    // The size of the comment, the disk, and the internal attributes.
    for _ in 0..<3 { header.append(UInt16(0)) }
    // A regular file with the mode 0600 (4.4.15).
    header.append(UInt32(0o100600) << 16)
    header.append(UInt32(clamping: offset))
    header += name
    header.append(zip64Field: zip64)
    return header
  }

  /// Appends the fields that both headers have in common.
  private func appendCommonFields(to header: inout [UInt8], _ zip64: [UInt64]) {
    // The version that can unpack it (4.4.3).
    header.append(UInt16(zip64.isEmpty ? 10 : 45))
    // The name is in UTF-8 (4.4.4).
    header.append(UInt16(1 << 11))
    // The content is stored (4.4.5).
    header.append(UInt16(0))
    // The time and the date in the format of MS-DOS: 0:00 on the first day of the first month of 1980 (4.4.6).
    header.append(UInt16(0))
    header.append(UInt16(1 << 5 | 1))
    header.append(checksum)
    header.append(UInt32(clamping: size))
    header.append(UInt32(clamping: size))
    header.append(UInt16(name.count))
    header.append(UInt16(zip64.isEmpty ? 0 : 4 + 8 * zip64.count))
  }
}

/// The records at the end of an archive.
struct ZipEnd {
  /// The number of entries.
  let count: UInt64
  let directorySize: UInt64
  let directoryOffset: UInt64

  /// The end of central directory record, with the ZIP64 records in front if one of the numbers is too large for it
  /// (4.4.1.4).
  var bytes: [UInt8] {
    let isZip64 = count >= UInt16.max || directorySize >= UInt32.max || directoryOffset >= UInt32.max
    return (isZip64 ? zip64End + zip64Locator : []) + end
  }

  /// The end of central directory record (4.3.16).
  private var end: [UInt8] {
    var record = [UInt8](.end)
    record.append(UInt32(0))
    record.append(UInt16(clamping: count))
    record.append(UInt16(clamping: count))
    record.append(UInt32(clamping: directorySize))
    record.append(UInt32(clamping: directoryOffset))
    record.append(UInt16(0))
    return record
  }

  /// The ZIP64 end of central directory record (4.3.14).
  private var zip64End: [UInt8] {
    var record = [UInt8](.zip64End)
    // The size of the rest of the record.
    record.append(UInt64(44))
    record.append(UInt16(3 << 8 | 45))
    record.append(UInt16(45))
    record.append(UInt64(0))
    for number in [count, count, directorySize, directoryOffset] { record.append(number) }
    return record
  }

  /// The locator of the ZIP64 end of central directory record (4.3.15).
  private var zip64Locator: [UInt8] {
    var record = [UInt8](.zip64Locator)
    record.append(UInt32(0))
    record.append(directoryOffset + directorySize)
    record.append(UInt32(1))
    return record
  }
}

extension [UInt8] {
  /// Creates the beginning of a record of a ZIP archive.
  fileprivate init(_ signature: ZipSignature) { self = signature.rawValue.littleEndianBytes }

  /// Appends a number in little-endian order.
  fileprivate mutating func append(_ number: some FixedWidthInteger & UnsignedInteger) {
    self += number.littleEndianBytes
  }

  /// Appends the extra field with the numbers that are too large for a header (4.5.3).
  fileprivate mutating func append(zip64Field numbers: [UInt64]) {
    guard !numbers.isEmpty else { return }
    append(UInt16(1))
    append(UInt16(8 * numbers.count))
    for number in numbers { append(number) }
  }
}
