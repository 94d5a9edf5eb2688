import FilmzDomain
import FilmzTestSupport
import Testing

/// Fractions of positions, between which others can be inserted.
struct ListPositionTests {
  @Test func fractionsAtTheEndsCountUpAndDown() throws {
    let first = try #require(ListPosition.fractions(3, after: nil, before: nil))
    let appended = try #require(ListPosition.fractions(2, after: first[2], before: nil))
    let prepended = try #require(ListPosition.fractions(2, after: nil, before: first[0]))
    let all = prepended + first + appended
    #expect(all == all.sorted() && Set(all).count == 7)
    #expect(all.allSatisfy { $0.utf8.count == 6 })
  }

  @Test(arguments: [
    ("000001", "000002"), ("00000z", "000010"), ("000000", "000001"), ("000001", "0000010001"),
    ("0000010000000000001", "0000010000000000002"), ("V00000zzzzzzzzzzzzzzzz", "V00001"),
    ("zzzzzz", "zzzzzz1"), ("A00000", "Z00000"),
  ])
  func fractionsFitBetweenTwoOthers(lower: String, upper: String) throws {
    for count in [1, 2, 61, 62, 500] {
      let fractions = try #require(ListPosition.fractions(count, after: lower, before: upper))
      let all = [lower] + fractions + [upper]
      #expect(all == all.sorted() && Set(all).count == count + 2)
      #expect(fractions.allSatisfy { ListPosition("\($0) installation") != nil })
    }
  }

  private static let boundsWithoutRoom: [(String?, String?)] = [
    ("000002", "000001"), ("000001", "000001"), (String(repeating: "z", count: 40), nil),
    ("zzzzzz", nil), (nil, "000000"),
    ("000001", "000001" + String(repeating: "0", count: 33) + "1"),
  ]

  @Test(arguments: boundsWithoutRoom)
  func noFractionFits(lower: String?, upper: String?) {
    #expect(ListPosition.fractions(1, after: lower, before: upper) == nil)
  }

  @Test(arguments: [
    "", "000001", "000001 ", " x", "00001 x", "00000! x", "0000010 x",
    String(repeating: "1", count: 41) + " x",
  ])
  func otherTextsAreNoPositions(text: String) { #expect(ListPosition(text) == nil) }

  @Test func textsAreSortedByFractionThenInstallation() {
    let positions = [("000001", "b"), ("000001z", "a"), ("000002", "a"), ("000002", "b")].map {
      ListPosition(fraction: $0.0, installation: $0.1)
    }
    #expect(positions.map(\.text).sorted() == positions.map(\.text))
    #expect(positions.map { ListPosition($0.text) } == positions)
  }
}
