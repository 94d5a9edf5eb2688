import Testing

@testable import FilmzExchange

struct ZipWriterTests {
  private let text = Array("{\"film\":\"tt0113277\"}\n".utf8)

  @Test func writtenArchiveIsRead() throws {
    let written = [("manifest.json", text), ("Bücher/ü.jsonl", text + text), ("none", [])]
    let entries = try ZipReader(archive(written)).entries
    #expect(entries.map(\.name) == written.map(\.0))
    #expect(try entries.map { try $0.content } == written.map(\.1))
  }

  @Test func archiveHasExactBytes() throws {
    let common =
      bytes(10, 2) + bytes(0x800, 2) + bytes(0, 4) + bytes(0x21, 2) + bytes(0x3524_41C2, 4)
      + bytes(3, 4) + bytes(3, 4) + bytes(1, 2) + bytes(0, 2)
    let local = Array("PK\u{3}\u{4}".utf8) + common + Array("aabc".utf8)
    let central =
      Array("PK\u{1}\u{2}".utf8) + [45, 3] + common + bytes(0, 6)
      + bytes(0o100600 << 16, 4) + bytes(0, 4) + Array("a".utf8)
    let end =
      Array("PK\u{5}\u{6}".utf8) + bytes(0, 4) + bytes(1, 2) + bytes(1, 2) + bytes(47, 4)
      + bytes(34, 4) + bytes(0, 2)
    #expect(try archive([("a", Array("abc".utf8))]) == local + central + end)
  }

  @Test func emptyArchiveIsOnlyItsEnd() throws {
    #expect(try archive([]) == Array("PK\u{5}\u{6}".utf8) + bytes(0, 18))
  }

  @Test func entryIsWrittenAtOnce() throws {
    var count = 0
    var writer = ZipWriter { count += $0.count }
    try writer.add("a", text)
    #expect(count == 30 + 1 + text.count)
  }

  @Test func errorOfWriteIsPassedOn() {
    struct DiskFull: Error {}
    var writer = ZipWriter { _ in throw DiskFull() }
    #expect(throws: DiskFull.self) { try writer.add("a", text) }
    #expect(throws: DiskFull.self) { try writer.finish() }
  }

  // MARK: ZIP64

  @Test(arguments: [(65_534, false), (65_535, true)])
  func manyEntriesNeedZip64(count: Int, isZip64: Bool) throws {
    let archive = try archive((0..<count).map { ("\($0)", [UInt8(truncatingIfNeeded: $0)]) })
    let locator = ZipRecord(.zip64Locator, size: 20, at: archive.count - 42, in: archive)
    #expect((locator != nil) == isZip64)
    let entries = try ZipReader(archive, maximumCount: count).entries
    #expect(entries.count == count)
    #expect(entries.last?.name == "\(count - 1)")
    #expect(try entries.last?.content == [UInt8(truncatingIfNeeded: count - 1)])
  }

  @Test(
    arguments: [
      (0xFFFF_FFFE, 0xFFFF_FFFE, 0), (0xFFFF_FFFF, 0, 20), (0, 0xFFFF_FFFF, 12),
      (5_000_000_000, 6_000_000_000, 28),
    ] as [(UInt64, UInt64, Int)])
  func largeNumbersAreInZip64Field(size: UInt64, offset: UInt64, fieldSize: Int) throws {
    let header = ZipEntryHeader(name: Array("a".utf8), checksum: 1, size: size, offset: offset)
    #expect(header.central.count == 47 + fieldSize)
    let read = try #require(ZipHeader(at: 0, in: header.central))
    #expect(read.size == size)
    #expect(read.packedSize == size)
    #expect(read.offset == offset)
    #expect(read.end == header.central.count)
    #expect(header.local.count == 31 + (size >= 0xFFFF_FFFF ? 20 : 0))
  }

  @Test(
    arguments: [
      (1, 50, 0xFFFF_FFFE, false), (0xFFFE, 50, 0, false), (0xFFFF, 50, 0, true),
      (1, 50, 0xFFFF_FFFF, true), (1, 0xFFFF_FFFF, 0, true),
    ] as [(UInt64, UInt64, UInt64, Bool)])
  func largeNumbersAreInZip64Record(count: UInt64, size: UInt64, offset: UInt64, isZip64: Bool) {
    let end = ZipEnd(count: count, directorySize: size, directoryOffset: offset).bytes
    #expect(end.count == (isZip64 ? 98 : 22))
    guard isZip64 else { return }
    #expect(Array(end[24..<56]) == [count, count, size, offset].flatMap { bytes(Int($0), 8) })
    #expect(Array(end[64..<72]) == bytes(Int(offset + size), 8))
  }

  private func archive(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    var archive: [UInt8] = []
    var writer = ZipWriter { archive += $0 }
    for (name, content) in entries { try writer.add(name, content) }
    try writer.finish()
    return archive
  }
}
