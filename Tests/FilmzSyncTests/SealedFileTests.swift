import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzSync

struct SealedFileTests {
  private static let key = SyncKey()
  private static let content = Array("content of a small file".utf8)

  private static func file(_ number: Int, _ installation: String = "") throws -> SyncFileName {
    let installation = installation.isEmpty ? "6F9619FF-8B86-D011-B42D-00CF4FC964FF" : installation
    return try #require(SyncFileName(installation: installation, number: number))
  }

  private static func sealed() throws -> [UInt8] {
    try SealedFile(
      content, as: file(1), predecessor: SyncChecksum(of: [1, 2, 3]), key: key
    ).bytes
  }

  private static func open(
    _ bytes: [UInt8], as file: SyncFileName? = nil, key: SyncKey = key
  ) throws -> [UInt8] {
    try SealedFile(bytes: bytes).open(as: file ?? Self.file(1), key: key).content
  }

  @Test func contentIsReadBack() throws {
    let (header, content) = try SealedFile(bytes: try Self.sealed()).open(
      as: Self.file(1), key: Self.key)
    #expect(content == Self.content)
    #expect(header.predecessor == SyncChecksum(of: [1, 2, 3]))
    #expect(header.keyFingerprint == Self.key.fingerprint)
  }

  @Test func equalContentIsNotRecognizable() throws {
    let first = try Self.sealed()
    let second = try Self.sealed()
    #expect(first.dropFirst(SyncFileHeader.size) != second.dropFirst(SyncFileHeader.size))
    #expect(first.firstRange(of: Self.content) == nil)
  }

  @Test func everyFlippedBitIsRefused() throws {
    let bytes = try Self.sealed()
    for position in bytes.indices {
      for bit in 0..<8 {
        var altered = bytes
        altered[position] ^= 1 << bit
        #expect(throws: SyncFileProblem.self) { try Self.open(altered) }
      }
    }
  }

  @Test func everyTruncationIsIncomplete() throws {
    let bytes = try Self.sealed()
    for count in bytes.indices {
      #expect(throws: SyncFileProblem.incomplete) { try Self.open(Array(bytes.prefix(count))) }
    }
  }

  @Test func appendedBytesAreRefused() throws {
    let bytes = try Self.sealed()
    #expect(throws: SyncFileProblem.damaged) { try Self.open(bytes + [0]) }
    #expect(throws: SyncFileProblem.damaged) { try Self.open(bytes + bytes) }
  }

  @Test func zerosAndOtherFilesAreDamaged() throws {
    let size = try Self.sealed().count
    for bytes in [Array(repeating: 0, count: size), Array("PK".utf8), Array("FILMZSYM".utf8)] {
      #expect(throws: SyncFileProblem.damaged) { try Self.open(bytes) }
    }
  }

  @Test func filesOfAnotherNameAreRefused() throws {
    let bytes = try Self.sealed()
    let other = try Self.file(1, "7F9619FF-8B86-D011-B42D-00CF4FC964FF")
    for file in [try Self.file(2), try Self.file(257), other] {
      #expect(throws: SyncFileProblem.damaged) { try Self.open(bytes, as: file) }
    }
  }

  @Test func otherKeysAreRefused() throws {
    let bytes = try Self.sealed()
    let other = SyncKey()
    #expect(throws: SyncFileProblem.wrongKey) { try Self.open(bytes, key: other) }
    var forged = bytes
    forged.replaceSubrange(10..<18, with: other.fingerprint)
    #expect(throws: SyncFileProblem.damaged) { try Self.open(forged, key: other) }
  }

  @Test(arguments: [3, 4, 255, 256, 65535])
  func newerVersionsAreReported(version: Int) throws {
    var bytes = try Self.sealed()
    bytes.replaceSubrange(8..<10, with: UInt16(version).littleEndianBytes)
    #expect(throws: SyncFileProblem.newerVersion(version)) { try Self.open(bytes) }
    #expect(throws: SyncFileProblem.newerVersion(version)) { try Self.open(Array(bytes[..<10])) }
    #expect(SyncFileHeader.keyFingerprint(in: bytes) == Self.key.fingerprint)
  }

  @Test(arguments: [0, 1]) func alteredVersionIsDamaged(version: UInt8) throws {
    var bytes = try Self.sealed()
    bytes.replaceSubrange(8..<10, with: [version, 0])
    #expect(throws: SyncFileProblem.damaged) { try Self.open(bytes) }
  }

  @Test(arguments: [
    (UInt64(0), SyncFileProblem.damaged), (15, .damaged), (64 << 20, .tooLarge),
    (.max, .tooLarge), (1 << 63, .tooLarge), (64 << 20 - 70, .incomplete),
  ])
  func statedSizesAreChecked(size: UInt64, problem: SyncFileProblem) throws {
    var bytes = try Self.sealed()
    bytes.replaceSubrange(62..<70, with: size.littleEndianBytes)
    #expect(throws: problem) { try Self.open(bytes) }
  }

  @Test func checksumsAreReadBack() throws {
    let checksum = SyncChecksum(of: Array("abc".utf8))
    #expect(
      checksum.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(SyncChecksum(text: checksum.text) == checksum)
    for text in ["", "x", checksum.text.uppercased(), checksum.text + "0", "é" + checksum.text] {
      #expect(SyncChecksum(text: text) == nil)
    }
    #expect(SyncChecksum(text: String(repeating: "0", count: 64)) == nil)
  }
}

struct CompressionTests {
  @Test(arguments: [0, 1, 2, 1000, 1_000_000])
  func contentIsReadBack(count: Int) throws {
    let content = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0) }
    #expect(try Compression.uncompress(try Compression.compress(content)) == content)
  }

  @Test func largerContentThanPermittedIsRefused() throws {
    let bytes = try Compression.compress(Array(repeating: 0, count: 1000))
    for size in [256 << 20 + 1, .max] as [UInt64] {
      #expect(throws: SyncFileProblem.tooLarge) {
        try Compression.uncompress(size.littleEndianBytes + bytes.dropFirst(8))
      }
    }
    #expect(throws: SyncCarrierError.contentTooLarge) {
      try Compression.compress(Array(repeating: 0, count: 256 << 20 + 1))
    }
  }

  /// A file that states less than it contains would otherwise fill the memory, one that states more
  /// would reserve it.
  @Test(arguments: [0, 1, 999, 1001, 100_000, 256 << 20])
  func otherSizeThanStatedIsDamaged(size: UInt64) throws {
    let bytes = try Compression.compress(Array(repeating: 0, count: 1000))
    #expect(throws: SyncFileProblem.damaged) {
      try Compression.uncompress(size.littleEndianBytes + bytes.dropFirst(8))
    }
  }

  /// Source of the ratio: zlib, "Technical Details".
  @Test func moreThanDataCanHaveIsRefusedBeforeItIsUncompressed() throws {
    let data: [UInt8] = Array(repeating: 0, count: 100)
    #expect(try Compression.statedSize(of: UInt64(103_200).littleEndianBytes + data) == 103_200)
    #expect(throws: SyncFileProblem.damaged) {
      try Compression.statedSize(of: UInt64(103_201).littleEndianBytes + data)
    }
  }

  @Test func truncatedAndAlteredDataIsDamaged() throws {
    let bytes = try Compression.compress((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    for count in 0..<bytes.count {
      #expect(throws: SyncFileProblem.damaged) {
        try Compression.uncompress(Array(bytes.prefix(count)))
      }
    }
    #expect(throws: SyncFileProblem.damaged) { try Compression.uncompress(bytes + [0]) }
    for position in 8..<bytes.count {
      var altered = bytes
      altered[position] ^= 0xFF
      #expect(throws: SyncFileProblem.damaged) { try Compression.uncompress(altered) }
    }
  }
}
