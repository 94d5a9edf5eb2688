import Foundation
import Testing

@testable import FilmzDomain

struct UUIDTextTests {
  @Test func textIsThatOfFoundation() {
    for _ in 0..<1000 {
      let id = UUID()
      #expect(id.text == id.uuidString)
      #expect(UUID.isText(id.text))
    }
  }

  @Test(arguments: [
    "", "00000000-0000-0000-0000-00000000000", "00000000-0000-0000-0000-0000000000000",
    "00000000-0000-0000-0000-00000000000g", "0000000000000-0000-0000-000000000000",
    "abcdef00-0000-0000-0000-000000000000", "00000000-0000-0000-0000-00000000000é",
    "00000000_0000_0000_0000_000000000000",
  ])
  func otherTextsAreNone(text: String) { #expect(!UUID.isText(text)) }

  @Test func idsOfTimeStampsSortAsThese() {
    var clock: HybridTimestamp?
    var last = ""
    for _ in 0..<70_000 {
      let next = HybridTimestamp(after: clock, now: Date(timeIntervalSince1970: 1_700_000_000))
      let id = UUID.timeOrdered(at: next, random: .random(in: .min ... .max))
      #expect(id.text > last)
      #expect(id.uuid.6 >> 4 == 7 && id.uuid.8 >> 6 == 0b10)
      (clock, last) = (next, id.text)
    }
  }
}
