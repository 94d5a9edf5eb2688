import FilmzDomain
import Foundation
import Testing

struct TimeOrderedIDTests {
  private static let now = Date(timeIntervalSince1970: 1_700_000_000.25)

  @Test func idConsistsOfTimeVersionAndVariant() {
    for _ in 0..<200 {
      let bytes = UUID.timeOrdered(at: Self.now).uuid
      // 1,700,000,000,250 milliseconds
      #expect(
        [bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5] == [1, 0x8B, 0xCF, 0xE5, 0x68, 0xFA])
      #expect(bytes.6 >> 4 == 7)
      #expect(bytes.8 >> 6 == 0b10)
    }
  }

  @Test(arguments: [0.001, 0.01, 1, 256, 86_400, 1e9] as [TimeInterval])
  func laterIDsSortAfterEarlierOnes(seconds: TimeInterval) {
    for _ in 0..<100 {
      let first = UUID.timeOrdered(at: Self.now).uuidString
      let second = UUID.timeOrdered(at: Self.now + seconds).uuidString
      #expect(first < second)
    }
  }

  @Test func idsOfTheSameTimeAreUnique() {
    let ids = (0..<10_000).map { _ in UUID.timeOrdered(at: Self.now) }
    #expect(Set(ids).count == ids.count)
  }

  @Test(arguments: [0, -1, -1e12] as [TimeInterval])
  func timeBeforeTheEpochIsTheEpoch(seconds: TimeInterval) {
    let text = UUID.timeOrdered(at: Date(timeIntervalSince1970: seconds)).uuidString
    #expect(text.hasPrefix("00000000-0000-7"))
  }
}
