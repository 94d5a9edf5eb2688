import CZlib

@testable import FilmzExchange

/// A ZIP archive whose records can say anything.
struct ZipFixture: Sendable {
  /// An entry, which is correct unless it is changed.
  struct Entry: Sendable {
    var name: [UInt8]
    /// The content as it is in the archive.
    var data: [UInt8]
    var checksum: UInt32
    var size: UInt32
    var packedSize: UInt32
    var method: UInt16
    var flags: UInt16 = 0
    var disk: UInt16 = 0
    var extra: [UInt8] = []
    /// What follows the data, such as a data descriptor.
    var trailer: [UInt8] = []
    /// The offset in the central directory, if it is not the true one.
    var offset: UInt32?
    /// Changes the local header.
    var changeLocalHeader: @Sendable (inout Entry) -> Void = { _ in }

    private init(_ name: String, _ content: [UInt8], data: [UInt8], method: UInt16) {
      self.name = Array(name.utf8)
      self.data = data
      self.method = method
      checksum = content.zipChecksum()
      size = UInt32(content.count)
      packedSize = UInt32(data.count)
    }

    static func stored(_ name: String, _ content: [UInt8]) -> Entry {
      Entry(name, content, data: content, method: 0)
    }

    static func deflated(_ name: String, _ content: [UInt8]) -> Entry {
      Entry(name, content, data: deflate(content), method: 8)
    }

    func changed(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }

    fileprivate var local: [UInt8] {
      let entry = changed(changeLocalHeader)
      return bytes(0x0403_4B50, 4) + entry.common + bytes(entry.name.count, 2) + bytes(0, 2)
        + entry.name
    }

    fileprivate func central(offset: Int) -> [UInt8] {
      bytes(0x0201_4B50, 4) + bytes(20, 2) + common + bytes(name.count, 2) + bytes(extra.count, 2)
        + bytes(0, 2) + bytes(Int(disk), 2) + bytes(0, 6)
        + bytes(Int(self.offset ?? UInt32(offset)), 4)
        + name + extra
    }

    private var common: [UInt8] {
      bytes(20, 2) + bytes(Int(flags), 2) + bytes(Int(method), 2) + bytes(0, 4)
        + bytes(Int(checksum), 4) + bytes(Int(packedSize), 4) + bytes(Int(size), 4)
    }
  }

  var prefix: [UInt8] = []
  var entries: [Entry] = []
  var comment: [UInt8] = []
  /// The number of entries, if it is not the true one.
  var count: Int?
  var disk = 0
  /// What precedes the last record.
  var zip64Records: @Sendable (_ directory: Range<Int>) -> [UInt8] = { _ in [] }
  /// `true` if the numbers in the last record are in the ZIP64 records.
  var isZip64 = false

  init(_ entries: [Entry] = []) { self.entries = entries }

  var archive: [UInt8] {
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      directory += entry.central(offset: body.count)
      body += entry.local + entry.data + entry.trailer
    }
    let range = body.count..<body.count + directory.count
    return prefix + body + directory + zip64Records(range) + end(range)
  }

  private func end(_ directory: Range<Int>) -> [UInt8] {
    let count = isZip64 ? 0xFFFF : count ?? entries.count
    let (size, offset) =
      isZip64 ? (0xFFFF_FFFF, 0xFFFF_FFFF) : (directory.count, directory.lowerBound)
    return bytes(0x0605_4B50, 4) + bytes(disk, 2) + bytes(disk, 2) + bytes(count, 2)
      + bytes(count, 2) + bytes(size, 4) + bytes(offset, 4) + bytes(comment.count, 2) + comment
  }

  /// Returns the ZIP64 end record and its locator.
  static func zip64Records(
    count: Int, _ directory: Range<Int>, disks: Int = 1, extensibleData: [UInt8] = []
  ) -> [UInt8] {
    bytes(0x0606_4B50, 4) + bytes(44 + extensibleData.count, 8) + bytes(45, 2) + bytes(45, 2)
      + bytes(0, 8) + bytes(count, 8) + bytes(count, 8) + bytes(directory.count, 8)
      + bytes(directory.lowerBound, 8) + extensibleData + bytes(0x0706_4B50, 4) + bytes(0, 4)
      + bytes(directory.upperBound, 8) + bytes(disks, 4)
  }
}

/// Returns a number in little-endian order.
func bytes(_ number: Int, _ size: Int) -> [UInt8] {
  (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

/// Returns deflated bytes: those of zlib's own format without the header and the checksum.
func deflate(_ content: [UInt8]) -> [UInt8] {
  var size = compressBound(uLong(content.count))
  var output = [UInt8](repeating: 0, count: Int(size))
  precondition(compress2(&output, &size, content, uLong(content.count), 9) == Z_OK)
  return Array(output[2..<Int(size) - 4])
}

extension ZipReader.Entry {
  /// The content, read in chunks.
  var content: [UInt8] {
    get throws {
      let next = chunks()
      var content: [UInt8] = []
      while let chunk = try next() { content += chunk }
      return content
    }
  }
}
