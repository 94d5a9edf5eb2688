import FilmzDomain
import FilmzTestSupport
import Testing

/// The order of a list; a letter stands for a film.
struct ListOrderTests {
  private static func films(_ letters: String) -> [FilmID] {
    letters.map { FilmID(unchecked: String($0)) }
  }

  private static func letters(_ films: [FilmID]) -> String { films.map(\.rawValue).joined() }

  /// Each case has a list, the films to insert, the place, and the new list.
  @Test(
    arguments: [
      ("", "a", nil, "a"), ("", "ab", 1, "ab"), ("abc", "x", nil, "abcx"), ("abc", "x", 1, "xabc"),
      ("abc", "xy", 2, "axybc"), ("abc", "x", 4, "abcx"), ("abc", "b", 1, "abc"),
      ("abc", "cxb", 1, "xabc"), ("abc", "xx", nil, "abcx"), ("abc", "", 1, "abc"),
    ] as [(String, String, Int?, String)])
  func insertedFilmsKeepTheirOrder(old: String, new: String, place: Int?, expected: String) {
    let result = Self.films(old).inserting(Self.films(new), before: place)
    #expect(Self.letters(result) == expected)
  }

  /// Each case has the places, the destination, and the new order of `abcde`.
  @Test(
    arguments: [
      (1...1, 3, "bacde"), (1...1, nil, "bcdea"), (5...5, 1, "eabcd"), (3...3, 1, "cabde"),
      (2...3, 5, "adbce"), (2...3, nil, "adebc"), (4...5, 2, "adebc"), (1...5, nil, "abcde"),
      (2...4, 2, "abcde"), (2...4, 3, "abcde"), (2...4, 5, "abcde"), (1...1, 2, "abcde"),
      (5...5, nil, "abcde"), (1...4, nil, "eabcd"),
    ] as [(ClosedRange<Int>, Int?, String)])
  func movedFilmsKeepTheirOrder(places: ClosedRange<Int>, place: Int?, expected: String) {
    let result = Self.films("abcde").moving(places, before: place)
    #expect(Self.letters(result) == expected)
  }

  /// Each case has a list before and after an edit, and the films added, moved, and removed.
  @Test(arguments: [
    ("abc", "abc", "", "", ""), ("abc", "abxc", "x", "", ""), ("abc", "ac", "", "", "b"),
    ("abcd", "bcda", "", "a", ""), ("abcd", "dabc", "", "d", ""), ("abc", "", "", "", "abc"),
    ("", "ab", "ab", "", ""), ("abc", "aabcb", "", "", ""), ("abcde", "xcbe", "x", "c", "ad"),
  ])
  func editIsTheLeastDifference(
    old: String, new: String, added: String, moved: String, removed: String
  ) {
    let edit = ListEdit(from: Self.films(old), to: Self.films(new))
    #expect(Self.letters(edit.added) == added)
    // Of two films that change places, either may be the one that moves.
    #expect(edit.moved.count == moved.count)
    #expect(Self.letters(edit.removed) == removed)
    #expect(edit.isEmpty == (added + moved + removed).isEmpty)
  }

  /// Each case has a list before and after an edit, the list in the meantime, and the result.
  @Test(arguments: [
    // Nothing has changed in the meantime.
    ("abc", "cab", "abc", "cab"), ("abc", "xcy", "abc", "xcy"), ("abc", "", "abc", ""),
    ("", "ab", "", "ab"), ("abcdef", "fxbaed", "abcdef", "fxbaed"),
    // Films that were added in the meantime stay.
    ("abc", "acb", "abcx", "acbx"), ("abc", "ac", "xabyc", "xayc"),
    ("abc", "yabc", "xabc", "xyabc"),
    ("abc", "", "abxc", "x"), ("abc", "abcy", "abcx", "abcyx"), ("", "ab", "x", "xab"),
    // Films that were removed in the meantime do not come back.
    ("abcd", "dabc", "abc", "abc"), ("abcd", "dabc", "abd", "dab"),
    ("abcd", "abxcd", "acd", "axcd"),
    ("abc", "abcx", "", "x"), ("abc", "cba", "b", "b"),
    // Films that were moved in the meantime stay where they are, unless the edit moves them.
    ("abcd", "abxcd", "dcba", "dcbxa"), ("abcd", "bcda", "abdc", "bdac"),
    // A film that both have added is there once.
    ("abc", "axbc", "abcx", "abcx"), ("abc", "ab", "ab", "ab"),
  ])
  func editIsAppliedToTheListAsItIs(old: String, new: String, current: String, expected: String) {
    let edit = ListEdit(from: Self.films(old), to: Self.films(new))
    #expect(Self.letters(Self.films(current).applying(edit)) == expected)
  }

  @Test func anyEditOfAnUnchangedListIsAppliedExactly() {
    var generator = SplitMix(1)
    for _ in 1...500 {
      let old = Array(Self.films("abcdefgh").shuffled(using: &generator).prefix(6))
      let new = Array(Self.films("abcdefgh").shuffled(using: &generator).prefix(5))
      let edit = ListEdit(from: old, to: new)
      #expect(old.applying(edit) == new, "\(Self.letters(old)) \(Self.letters(new))")
    }
  }
}
