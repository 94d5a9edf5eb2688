import FilmzDomain
import Testing

struct MarkTests {
  /// The marks that replace a current mark without force, and those that replace it only by force.
  private static let table: [(current: Mark?, replacing: Set<Mark>, forced: Set<Mark>)] = [
    (nil, [.skipped, .wanted, .seen], []),
    (.skipped, [.wanted, .seen], []),
    (.wanted, [.seen], [.skipped]),
    (.seen, [], [.skipped, .wanted]),
  ]

  @Test(arguments: table.indices, Mark.allCases)
  func strongerMarkReplacesAWeakerOneAndForceAStrongerOne(row: Int, mark: Mark) {
    let (current, replacing, forced) = Self.table[row]
    #expect(mark.replaces(current, isForced: false) == replacing.contains(mark))
    #expect(mark.replaces(current, isForced: true) == replacing.union(forced).contains(mark))
  }

  @Test func marksAreOrdered() {
    #expect(Mark.allCases.sorted(by: >) == [.seen, .wanted, .skipped])
  }
}
