import FilmzTestSupport
import Testing

@testable import FilmzExchange

struct ZipReaderTests {
  private let text = Array("Date,Name\n2020-01-01,Heat\n".utf8)
  /// 200,000 bytes, which are compressible and longer than three chunks.
  private let longText = (0..<20_000).flatMap { Array("\($0 % 977),Heat,\n".utf8) }

  @Test func storedAndDeflatedEntriesAreRead() throws {
    let archive = ZipFixture([
      .stored("a.csv", text), .deflated("b/c.csv", text), .deflated("long.csv", longText),
      .stored("stored.csv", longText), .stored("none.csv", []), .deflated("none", []),
    ]).archive
    let entries = try ZipReader(archive).entries
    #expect(
      entries.map(\.name) == ["a.csv", "b/c.csv", "long.csv", "stored.csv", "none.csv", "none"])
    let contents = [text, text, longText, longText, [], []]
    #expect(entries.map(\.size) == contents.map(\.count))
    #expect(try entries.map { try $0.content } == contents)
    #expect(try entries.map { try $0.content } == contents, "An entry can be read again.")
  }

  @Test(arguments: [false, true])
  func contentIsReadInChunks(isDeflated: Bool) throws {
    let entry: ZipFixture.Entry =
      isDeflated ? .deflated("long.csv", longText) : .stored("long.csv", longText)
    let next = try ZipReader(ZipFixture([entry]).archive).entries[0].chunks()
    var sizes: [Int] = []
    while let chunk = try next() { sizes.append(chunk.count) }
    #expect(sizes.count >= 3)
    #expect(sizes.allSatisfy { (1...65_536).contains($0) })
    #expect(try next() == nil)
  }

  @Test func archiveOfPythonIsRead() throws {
    let entries = try ZipReader(pythonArchive).entries
    #expect(entries.map(\.name) == ["lists/ratings.csv", "watched.csv"])
    #expect(try entries[0].content == [])
    let rows = String(repeating: "2020-01-01,Heat,1995\n", count: 20)
    #expect(try String(decoding: entries[1].content, as: UTF8.self) == "Date,Name,Year\n" + rows)
  }

  @Test func emptyArchiveHasNoEntries() throws {
    #expect(try ZipReader(ZipFixture().archive).entries.isEmpty)
  }

  @Test func foldersAreSkipped() throws {
    let archive = ZipFixture([.stored("lists/", []), .stored("lists/a.csv", text)]).archive
    #expect(try ZipReader(archive).entries.map(\.name) == ["lists/a.csv"])
  }

  @Test(arguments: [
    Array("plain".utf8), Array("PK\u{05}\u{06} and more, which looks like an end record".utf8),
    [UInt8](repeating: 0x50, count: 65_535),
  ])
  func commentIsSkipped(comment: [UInt8]) throws {
    var fixture = ZipFixture([.stored("a.csv", text)])
    fixture.comment = comment
    #expect(try ZipReader(fixture.archive).entries[0].content == text)
  }

  @Test func endRecordInContentIsNotThatOfArchive() throws {
    // The comment of the record in the content would be the rest of the archive: 47 bytes of the directory, and the
    // true end record.
    let content = bytes(0x0605_4B50, 4) + bytes(0, 16) + bytes(47 + 22, 2)
    let archive = ZipFixture([.stored("a", content)]).archive
    #expect(try ZipReader(archive).entries.map { try $0.content } == [content])
  }

  @Test(arguments: [false, true])
  func prependedDataIsSkipped(isZip64: Bool) throws {
    var fixture = ZipFixture([.deflated("a.csv", text)])
    fixture.prefix = Array("#!/bin/sh\nexit\n".utf8)
    if isZip64 { fixture.useZip64() }
    #expect(try ZipReader(fixture.archive).entries[0].content == text)
  }

  @Test func offsetsMayIncludePrependedData() throws {
    let entry = ZipFixture.Entry.stored("a.csv", text)
    let prefix = entry.changed { $0.data = Array("hidden".utf8) }
    var archive = ZipFixture([prefix, entry]).archive
    // Only the second entry remains in the directory; the first one is data in front of the archive.
    let first = ZipFixture([prefix]).archive.count - 22
    let header = 46 + prefix.name.count
    let directory = archive.count - 22 - 2 * header
    archive.removeSubrange(directory..<directory + header)
    archive.replaceSubrange(
      archive.count - 14..<archive.count - 6,
      with: bytes(1, 2) + bytes(1, 2) + bytes(header, 4))
    #expect(first > 0)
    #expect(try ZipReader(archive).entries.map { try $0.content } == [text])
  }

  @Test(arguments: [[], Array("for later versions".utf8)])
  func zip64RecordsAreRead(extensibleData: [UInt8]) throws {
    // Both sizes and the offset are in the extra field, behind a field of another kind.
    let packed = deflate(text).count
    let entry = ZipFixture.Entry.deflated("a.csv", text).changed {
      $0.size = .max
      $0.packedSize = .max
      $0.offset = .max
      $0.disk = .max
      $0.extra =
        bytes(0x5455, 2) + bytes(1, 2) + [3] + bytes(1, 2) + bytes(28, 2)
        + bytes(text.count, 8) + bytes(packed, 8) + bytes(0, 8) + bytes(0, 4)
    }
    var fixture = ZipFixture([entry])
    fixture.useZip64(extensibleData: extensibleData)
    let entries = try ZipReader(fixture.archive).entries
    #expect(entries.map(\.size) == [text.count])
    #expect(try entries[0].content == text)
  }

  @Test func dataDescriptorIsSkipped() throws {
    let entry = ZipFixture.Entry.deflated("a.csv", text).changed { entry in
      entry.flags = 8
      entry.trailer =
        bytes(0x0807_4B50, 4) + bytes(Int(entry.checksum), 4) + bytes(Int(entry.packedSize), 4)
        + bytes(Int(entry.size), 4)
      entry.changeLocalHeader = {
        $0.checksum = 0
        $0.size = 0
        $0.packedSize = 0
      }
    }
    let archive = ZipFixture([entry, .stored("b.csv", text)]).archive
    #expect(try ZipReader(archive).entries.map { try $0.content } == [text, text])
  }

  @Test func digitalSignatureIsSkipped() throws {
    var archive = ZipFixture([.stored("a.csv", text)]).archive
    let signature = bytes(0x0505_4B50, 4) + bytes(3, 2) + [1, 2, 3]
    let end = archive.count - 22
    let size = Int(archive[end + 12]) + signature.count
    archive.replaceSubrange(end + 12..<end + 16, with: bytes(size, 4))
    archive.insert(contentsOf: signature, at: end)
    #expect(try ZipReader(archive).entries[0].content == text)
  }

  @Test(
    arguments: [
      (Array("Bücher.csv".utf8), 0x800, "Bücher.csv"),
      (Array("Bücher.csv".utf8), 0, "Bücher.csv"),
      ([0x42, 0x81, 0x63, 0x68, 0x65, 0x72], 0, "Bücher"),
      ([0x80, 0xE1, 0xFE, 0xFF], 0, "Çß■\u{A0}"),
      (Array("../../etc/passwd".utf8), 0, "../../etc/passwd"),
      (Array("/C:\\x".utf8), 0, "/C:\\x"),
      ([], 0, ""),
      ([0x1B, 0x00], 0, "\u{1B}\0"),
    ] as [([UInt8], UInt16, String)])
  func namesAreDecoded(name: [UInt8], flags: UInt16, expected: String) throws {
    let entry = ZipFixture.Entry.stored("", text).changed {
      $0.name = name
      $0.flags = flags
    }
    #expect(try ZipReader(ZipFixture([entry]).archive).entries.map(\.name) == [expected])
  }

  @Test func chunksFeedByteStream() throws {
    let archive = ZipFixture([.deflated("a.csv", longText)]).archive
    var stream = ByteStream(readChunk: try ZipReader(archive).entries[0].chunks())
    var content: [UInt8] = []
    while let byte = try stream.next() { content.append(byte) }
    #expect(content == longText)
  }

  /// An archive that Python's `zipfile` wrote to a pipe: with a folder, data descriptors, ZIP64 fields in the local
  /// headers and a comment.
  private var pythonArchive: [UInt8] {
    let digits = Array(
      """
      504b030414000800000000002100000000000000000000000000060000006c697374732f504b0708000000000000\
      000000000000504b03042d00080000000000210000000000ffffffffffffffff110014006c697374732f72617469\
      6e67732e6373760100100000000000000000000000000000000000504b0708000000000000000000000000000000\
      0000000000504b03042d00080008000000210000000000ffffffffffffffff0b001400776174636865642e637376\
      010010000000000000000000000000000000000073492c49d5f14bcc4dd5894c4d2ce232323032d0353004221d8f\
      d4c4121d434b4bd351c1c1250800504b07088c65ea6e2800000000000000b301000000000000504b010214031400\
      08000000000021000000000000000000000000000600000000000000000000008001000000006c697374732f504b\
      01022d032d0008000000000021000000000000000000000000001100000000000000000000008001340000006c69\
      7374732f726174696e67732e637376504b01022d032d0008000800000021008c65ea6e28000000b30100000b0000\
      00000000000000000080018f000000776174636865642e637376504b05060000000003000300ac0000000c010000\
      10006d616465207769746820507974686f6e
      """)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }
}

extension ZipFixture {
  /// Moves the numbers of the last record to ZIP64 records.
  mutating func useZip64(extensibleData: [UInt8] = []) {
    let count = entries.count
    isZip64 = true
    zip64Records = { Self.zip64Records(count: count, $0, extensibleData: extensibleData) }
  }
}
