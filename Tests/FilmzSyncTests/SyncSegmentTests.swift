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

  private static let step = RecordedStep(
    id: "S", installation: "I", madeAt: Date(timeIntervalSince1970: 2), command: "rate \"heat\" 9")

  private static let described = SyncSegment(
    name: "desktop", writtenAt: Date(timeIntervalSince1970: 1), received: ["B": 2, "A": 1],
    isStart: true, steps: [step],
    changes: [nil, "tt1"].map { film in
      JournalRecord(
        id: "C", step: "S", installation: "I", clock: HybridTimestamp(rawValue: -3), kind: "update",
        subjectKind: "entry", subject: "tt1", film: film, fields: "{\"\\u0000\":1}")
    })

  /// The JSON that is described at ``SyncSegment/encoded()``.
  private static let json: String =
    #"{"name":"desktop","writtenAt":1000000,"isStart":true,"#
    + #""received":{"installation":["A","B"],"number":[1,2]},"#
    + #""steps":{"id":["S"],"installation":["I"],"madeAt":[2000000],"command":["rate \"heat\" 9"]},"#
    + #""changes":{"id":["C","C"],"step":[0,0],"installation":["I","I"],"clock":[-3,-3],"#
    + #""kind":["update","update"],"subjectKind":["entry","entry"],"subject":["tt1","tt1"],"#
    + #""film":[null,"tt1"],"fields":["{\"\\u0000\":1}","{\"\\u0000\":1}"]}}"#

  @Test func segmentIsTheDescribedJSON() throws {
    #expect(String(decoding: try Self.described.encoded(), as: UTF8.self) == Self.json)
    #expect(try SyncSegment(decoding: Array(Self.json.utf8)) == Self.described)
  }

  @Test func emptySegmentIsReadBack() throws {
    let segment = SyncSegment(
      name: "", writtenAt: Date(timeIntervalSince1970: 0), received: [:], isStart: false,
      steps: [], changes: [])
    #expect(try SyncSegment(decoding: try segment.encoded()) == segment)
  }

  @Test(arguments: [
    ("[0,0]", "[0,1]"), ("[0,0]", "[0,-1]"), ("[0,0]", "[0]"), ("[0,0]", "[0,0,0]"),
    ("[0,0]", "[0,0.0]"), ("[0,0]", "[0,null]"), ("[0,0]", "[0,]"), ("[0,0]", "[0,0"),
    ("[-3,-3]", "[-3,9223372036854775808]"), ("[-3,-3]", "[-3,--3]"), ("[-3,-3]", "[-3,-]"),
    (#"["A","B"]"#, #"["A","A"]"#), (#"["S"]"#, "[null]"), (#"["S"]"#, #"["S","S"]"#),
    (#"[null,"tt1"]"#, #"[null,nul]"#), (#"[null,"tt1"]"#, #"[null,["tt1"]]"#), ("true", "1"),
    ("}}", "}"), (#""name""#, #" "name""#), (#""subject""#, #""subjects""#),
  ])
  func otherFormsAreRefused(text: String, other: String) throws {
    let range = try #require(Self.json.firstRange(of: text))
    let json = Self.json.replacingCharacters(in: range, with: other)
    #expect(throws: SyncFileProblem.damaged) { try SyncSegment(decoding: Array(json.utf8)) }
  }

  @Test func countsAreBounded() throws {
    let ids = Array(repeating: "\"\"", count: 1_000_001).joined(separator: ",")
    let numbers = (1...10_001).map { "\"\($0)\"" }.joined(separator: ",")
    for (text, other) in [
      (#"["S"]"#, "[\(ids)]"), (#"["C","C"]"#, "[\(ids)]"), (#"["A","B"]"#, "[\(numbers)]"),
    ] {
      let json = Self.json.replacing(text, with: other)
      #expect(throws: SyncFileProblem.damaged) { try SyncSegment(decoding: Array(json.utf8)) }
    }
    let received = Dictionary((1...10_001).map { ("\($0)", $0) }) { $1 }
    let segment = SyncSegment(
      name: "", writtenAt: .now, received: received, isStart: false, steps: [], changes: [])
    #expect(throws: SyncCarrierError.contentTooLarge) { try segment.encoded() }
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
      // A date far from today is only read to the precision of `Date`.
      #expect(again.changes == segment.changes)
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
