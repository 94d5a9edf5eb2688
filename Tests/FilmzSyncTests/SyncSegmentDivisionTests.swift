import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzSync

struct SyncSegmentDivisionTests {
  @Test(arguments: [1, 5000, 10_000, 1_000_000, SyncSegment.maximumPartSize])
  func partsHaveEverythingOnce(maximumSize: Int) throws {
    let segment = SyncSegment.realistic(changes: 300, seed: 4)
    let parts = try segment.divided(maximumSize: maximumSize)
    #expect(parts.flatMap(\.changes) == segment.changes)
    #expect(parts.flatMap(\.steps) == segment.steps)
    #expect(parts.map(\.isStart) == [true] + Array(repeating: false, count: parts.count - 1))
    for part in parts {
      let size = try part.encoded().count
      #expect(part.changes.count == 1 || size <= maximumSize)
      #expect(part.name == segment.name && part.received == segment.received)
    }
    #expect((parts.count == 1) == (maximumSize >= 1_000_000))
  }

  @Test(arguments: [1, 7, 100]) func partsHaveAtMostSoManyChanges(count: Int) throws {
    let parts = try SyncSegment.realistic(changes: 100, seed: 4).divided(maximumChanges: count)
    #expect(parts.map(\.changes.count).max() == count)
    #expect(parts.map(\.steps.count).max() == count)
    #expect(parts.count == (100 + count - 1) / count)
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func anyContentIsDivided(seed: UInt64) throws {
    let segment = SyncSegment.random(seed: seed)
    let parts = try segment.divided(maximumSize: 6000)
    #expect(parts.flatMap(\.changes) == segment.changes)
    #expect(Set(parts.flatMap(\.steps).map(\.id)) == Set(segment.steps.map(\.id)))
    for part in parts { #expect(throws: Never.self) { try part.encoded() } }
  }

  @Test func stepOfSeveralPartsIsInEach() throws {
    let small = SyncSegment.small
    let segment = SyncSegment(
      name: "", writtenAt: small.writtenAt, received: [:], isStart: false, steps: small.steps,
      changes: Array(repeating: small.changes[0], count: 10))
    let parts = try segment.divided(maximumChanges: 4)
    #expect(parts.map(\.changes.count) == [4, 4, 2])
    #expect(parts.map(\.steps) == Array(repeating: small.steps, count: 3))
    #expect(!parts.contains { $0.isStart })
  }

  @Test func emptySegmentHasOnePart() throws {
    let segment = SyncSegment(
      name: "x", writtenAt: .distantPast, received: [:], isStart: true, steps: [], changes: [])
    #expect(try segment.divided() == [segment])
  }
}
