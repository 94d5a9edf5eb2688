import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzSync

struct SyncSegmentTests {
  @Test(arguments: Seeds.of(0...299)) func anyContentIsReadBack(seed: UInt64) throws {
    let segment = SyncSegment.random(seed: seed)
    let decoded = try SyncSegment(decoding: try segment.encoded())
    #expect(decoded == segment)
    #expect(decoded.exactTexts == segment.exactTexts)
  }

  @Test func realisticContentIsReadBack() throws {
    let segment = SyncSegment.realistic(changes: 2000, seed: 3)
    #expect(try SyncSegment(decoding: try segment.encoded()) == segment)
  }

  @Test func emptyContentIsSmall() throws {
    let segment = SyncSegment(
      name: "", writtenAt: Date(timeIntervalSince1970: 0), received: [:], isStart: false,
      steps: [], changes: [])
    let bytes = try segment.encoded()
    #expect(bytes == [3, 0, 0, 0, 0, 0, 0, 0])
    #expect(try SyncSegment(decoding: bytes) == segment)
  }

  @Test func hugeFieldsAreReadBack() throws {
    let small = SyncSegment.small
    let segment = SyncSegment(
      name: "x", writtenAt: small.writtenAt, received: [:], isStart: false, steps: small.steps,
      changes: small.changes.map {
        JournalRecord(
          id: $0.id, step: $0.step, installation: $0.installation, clock: $0.clock,
          kind: $0.kind, subjectKind: $0.subjectKind, subject: $0.subject, film: $0.film,
          fields: String(repeating: "é\0", count: 1_000_000))
      })
    #expect(try SyncSegment(decoding: try segment.encoded()).exactTexts == segment.exactTexts)
  }

  @Test func longNamesAreCut() {
    func name(_ name: String) -> String {
      SyncSegment(
        name: name, writtenAt: .now, received: [:], isStart: false, steps: [], changes: []
      ).name
    }
    #expect(name("desktop") == "desktop")
    #expect(name(String(repeating: "é", count: 65)) == String(repeating: "é", count: 64))
    #expect(name("a" + String(repeating: "\u{301}", count: 5000)).utf8.count <= 256)
  }

  @Test func changeWithoutItsStepIsRefused() throws {
    let small = SyncSegment.small
    let segment = SyncSegment(
      name: "", writtenAt: .now, received: [:], isStart: false, steps: [],
      changes: small.changes)
    #expect(throws: SyncCarrierError.stepMissing(change: small.changes[0].id)) {
      try segment.encoded()
    }
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = try SyncSegment.realistic(changes: 3, seed: 1).encoded()
    for count in bytes.indices {
      #expect(throws: SyncFileProblem.damaged) {
        try SyncSegment(decoding: Array(bytes.prefix(count)))
      }
    }
    #expect(throws: SyncFileProblem.damaged) { try SyncSegment(decoding: bytes + [0]) }
  }

  @Test func invalidUTF8IsRefused() throws {
    let text = "desktop"
    var bytes = try SyncSegment.small.encoded()
    let start = try #require(bytes.firstRange(of: Array(text.utf8))).lowerBound
    bytes[start] = 0xFF
    #expect(throws: SyncFileProblem.damaged) { try SyncSegment(decoding: bytes) }
  }

  @Test func statedCountsDoNotTakeMemory() {
    // A million changes, and the largest number, where there are no more bytes.
    for count in [[0xC0, 0x84, 0x3D], Array(repeating: 0xFF, count: 9) + [1]] as [[UInt8]] {
      for prefix in [[3, 0, 0, 0], [3, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0], [3, 0, 0, 0, 0, 0, 0]] {
        #expect(throws: SyncFileProblem.damaged) {
          try SyncSegment(decoding: prefix.map { UInt8($0) } + count)
        }
      }
    }
  }

  @Test(arguments: [0, 1, 3, 9]) func countsAreAtMostTheRemainingBytes(remaining: Int) throws {
    for count in 0..<20 as Range<UInt8> {
      var reader = SegmentReader([count] + Array(repeating: 0, count: remaining))
      let result = try? reader.count(maximum: 5)
      #expect(result == (count <= min(remaining, 5) ? Int(count) : nil))
    }
  }

  @Test func randomBytesAreRefusedOrRead() throws {
    var random = SplitMix(11)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...200, using: &random)
      let bytes = (0..<count).map { _ in
        random.chance(oneIn: 3)
          ? UInt8.random(in: 0...4, using: &random)
          : UInt8.random(in: .min ... .max, using: &random)
      }
      _ = try? SyncSegment(decoding: bytes)
    }
  }

  /// What is read from altered bytes can be written, and is then read as the same.
  @Test func mutatedBytesAreRefusedOrRead() throws {
    var random = SplitMix(12)
    try #require(Self.originals.count == 2)
    var readable = 0
    for round in 0..<10_000 {
      var bytes = Self.originals[round % Self.originals.count]
      for _ in 0...Int.random(in: 0...3, using: &random) { random.mutate(&bytes) }
      guard let segment = try? SyncSegment(decoding: bytes) else { continue }
      readable += 1
      let again = try SyncSegment(decoding: try segment.encoded())
      #expect(again == segment)
      #expect(again.exactTexts == segment.exactTexts)
    }
    #expect(readable > 50)
  }

  private static let originals = [SyncSegment.small, .realistic(changes: 5, seed: 2)]
    .compactMap { try? $0.encoded() }

  @Test func changesAreSmallOnTheDisk() throws {
    let segment = SyncSegment.realistic(changes: 20_000, seed: 5)
    let size = try Compression.compress(try segment.encoded()).count
    #expect(size / 20_000 < 120)
  }
}

extension SplitMix {
  /// Changes, removes, or inserts a byte, or copies some bytes to another place.
  fileprivate mutating func mutate(_ bytes: inout [UInt8]) {
    guard let position = bytes.indices.randomElement(using: &self) else { return }
    switch Int.random(in: 0...4, using: &self) {
    case 0: bytes[position] ^= 1 << UInt8.random(in: 0...7, using: &self)
    case 1: bytes[position] = UInt8.random(in: .min ... .max, using: &self)
    case 2: bytes.remove(at: position)
    case 3: bytes.insert(UInt8.random(in: .min ... .max, using: &self), at: position)
    default:
      bytes.insert(
        contentsOf: bytes[position...].prefix(8), at: bytes.indices.randomElement(using: &self) ?? 0
      )
    }
  }
}
