import FilmzDomain

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
