import FilmzDomain
import Testing

struct SpellingDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("show", "show", 0), ("shw", "show", 1),
    ("shoow", "show", 1), ("shaw", "show", 1), ("hsow", "show", 1), ("kitten", "sitting", 3),
    ("serach", "search", 1), ("ab", "ba", 1), ("abcd", "badc", 2), ("é", "e", 1),
  ])
  func insertionsDeletionsReplacementsAndSwapsCountOne(left: String, right: String, count: Int) {
    #expect(SpellingDistance.between(left, right) == count)
    #expect(SpellingDistance.between(right, left) == count)
  }

  private static let verbs = ["search", "show", "add", "rm", "rate", "watched", "unwatched", "ls"]

  @Test(arguments: [
    ("serach", "search"), ("shwo", "show"), ("SEARHC", "search"), ("watchd", "watched"),
    ("unwatchd", "unwatched"), ("rat", "rate"), ("ad", "add"), ("xyzzy", nil), ("", nil),
    ("frobnicate", nil), ("q", nil),
  ])
  func theNearestWordIsProposedWhereItIsNear(word: String, expected: String?) {
    #expect(SpellingDistance.nearest(to: word, among: Self.verbs) == expected)
  }

  @Test func ofEquallyNearWordsTheFirstByNameIsProposed() {
    #expect(SpellingDistance.nearest(to: "cat", among: ["rat", "bat", "hat"]) == "bat")
  }

  @Test func nothingIsProposedWhereThereIsNothing() {
    #expect(SpellingDistance.nearest(to: "show", among: []) == nil)
  }
}
