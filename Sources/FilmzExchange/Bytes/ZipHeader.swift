import FilmzDomain

/// The header of an entry in the central directory of a ZIP archive (APPNOTE 4.3.12).
struct ZipHeader {
  let name: ArraySlice<UInt8>
  let method: UInt16
  /// The CRC-32 of the content.
  let checksum: UInt32
  /// The size of the content, in bytes.
  let size: UInt64
  /// The size of the data in the archive, in bytes.
  let packedSize: UInt64
  /// The offset of the local header from the origin of the archive.
  let offset: UInt64
  let isOnFirstDisk: Bool
  /// The position in the archive after the header.
  let end: Int
  private let flags: UInt16

  /// Returns `nil` if there is no header at the position, or if it is cut off.
  init?(at position: Int, in archive: [UInt8]) {
    guard let record = ZipRecord(.centralHeader, size: 46, at: position, in: archive) else { return nil }
    let nameEnd = record.end + Int(record.uint16(at: 28))
    let extraEnd = nameEnd + Int(record.uint16(at: 30))
    end = extraEnd + Int(record.uint16(at: 32))
    guard end <= archive.count else { return nil }
    name = archive[record.end..<nameEnd]
    flags = record.uint16(at: 8)
    method = record.uint16(at: 10)
    checksum = record.uint32(at: 16)
    // The ZIP64 field has the values in this order.
    var zip64 = Zip64Field(in: archive[nameEnd..<extraEnd])
    size = zip64.value(of: record.uint32(at: 24))
    packedSize = zip64.value(of: record.uint32(at: 20))
    offset = zip64.value(of: record.uint32(at: 42))
    isOnFirstDisk = zip64.value(ofDisk: record.uint16(at: 34)) == 0
  }

  /// `true` if the entry is a folder: its name ends with a slash (4.4.17).
  var isFolder: Bool { name.last == UInt8(ascii: "/") }

  var isEncrypted: Bool { Self.isEncrypted(flags) }

  /// Returns the position of the entry: from its local header (4.3.7) to the end of its data.
  ///
  /// The sizes and the checksum of the local header are not used: they can be zero if there is a data descriptor
  /// (4.3.9). The values of the central directory are always valid.
  ///
  /// - Throws: ``ZipReader/Problem/damagedEntry(_:)`` if the local header is of another entry, or if the data ends
  ///   after the end of the archive.
  func location(
    in archive: [UInt8], from origin: Int
  ) throws(ZipReader.Problem) -> (entry: Range<Int>, data: Range<Int>) {
    let (position, overflow) = UInt64(origin).addingReportingOverflow(offset)
    guard !overflow,
      let local = ZipRecord(.localHeader, size: 30, at: Int(clamping: position), in: archive)
    else { throw .damagedEntry(text) }
    let nameEnd = local.end + Int(local.uint16(at: 26))
    let start = nameEnd + Int(local.uint16(at: 28))
    guard start <= archive.count, archive[local.end..<nameEnd] == name,
      local.uint16(at: 8) == method, packedSize <= UInt64(archive.count - start)
    else { throw .damagedEntry(text) }
    guard !Self.isEncrypted(local.uint16(at: 6)) else { throw .encrypted(text) }
    let end = start + Int(packedSize)
    return (local.start..<end, start..<end)
  }

  /// The name: in UTF-8 or, if it is not valid UTF-8, in code page 437 (APPNOTE, appendix D).
  ///
  /// The flag for UTF-8 is not used, because some programs write UTF-8 without it.
  var text: String { String(validating: name, as: UTF8.self) ?? String(codePage437: name) }

  /// Bit 0: encrypted; bit 6: strong encryption; bit 13: masked header (4.4.4).
  private static func isEncrypted(_ flags: UInt16) -> Bool { flags & (1 << 0 | 1 << 6 | 1 << 13) != 0 }
}

/// The extra field with the numbers that are too large for a header (APPNOTE 4.5.3).
///
/// It has only the numbers for which all bits of the header's field are set, in a fixed order.
private struct Zip64Field {
  private var content: ArraySlice<UInt8> = []

  /// Finds the field among the extra fields of a header; if there is none, the numbers of the header are valid.
  init(in extra: ArraySlice<UInt8>) {
    var rest = extra
    while rest.count >= 4 {
      let size = Int(UInt64(littleEndian: rest.dropFirst(2).prefix(2)))
      let field = rest.dropFirst(4).prefix(size)
      if UInt64(littleEndian: rest.prefix(2)) == 1 {
        content = field
        return
      }
      rest = rest[field.endIndex...]
    }
  }

  mutating func value(of number: UInt32) -> UInt64 { number == .max ? next(8) ?? UInt64(number) : UInt64(number) }

  mutating func value(ofDisk number: UInt16) -> UInt64 { number == .max ? next(4) ?? UInt64(number) : UInt64(number) }

  private mutating func next(_ size: Int) -> UInt64? {
    guard content.count >= size else { return nil }
    defer { content = content.dropFirst(size) }
    return UInt64(littleEndian: content.prefix(size))
  }
}

/// The first four bytes of a record of a ZIP archive.
enum ZipSignature: UInt32 {
  case localHeader = 0x0403_4B50
  case centralHeader = 0x0201_4B50
  /// The digital signature that can follow the central headers.
  case digitalSignature = 0x0505_4B50
  case zip64End = 0x0606_4B50
  case zip64Locator = 0x0706_4B50
  case end = 0x0605_4B50
}

/// The part of a record of a ZIP archive that has a fixed size.
///
/// Numbers are little-endian and unsigned (APPNOTE 4.4.1.1).
struct ZipRecord {
  private let bytes: ArraySlice<UInt8>

  /// Returns `nil` if the record is not entirely inside the archive, or has another signature.
  init?(_ signature: ZipSignature, size: Int, at position: Int, in archive: [UInt8]) {
    guard position >= 0, position <= archive.count - size else { return nil }
    bytes = archive[position..<position + size]
    guard uint32(at: 0) == signature.rawValue else { return nil }
  }

  /// The position of the record in the archive.
  var start: Int { bytes.startIndex }

  /// The position after the record in the archive.
  var end: Int { bytes.endIndex }

  func uint16(at offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: number(2, at: offset)) }

  func uint32(at offset: Int) -> UInt32 { UInt32(truncatingIfNeeded: number(4, at: offset)) }

  func uint64(at offset: Int) -> UInt64 { number(8, at: offset) }

  private func number(_ size: Int, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.dropFirst(offset).prefix(size))
  }
}
