import FilmzDomain
import FilmzTestSupport
import Testing

struct SpellingDistanceTests {
  @Test(arguments: [
    ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("show", "show", 0), ("shw", "show", 1),
    ("shoow", "show", 1), ("shaw", "show", 1), ("hsow", "show", 1), ("kitten", "sitting", 3),
    ("serach", "search", 1), ("ab", "ba", 1), ("abcd", "badc", 2), ("é", "e", 1),
  ])
  func insertionsDeletionsReplacementsAndSwapsCostOne(left: String, right: String, count: Int) {
    for maximum in 0...8 {
      let result = count <= maximum ? count : nil
      #expect(SpellingDistance.between(left, right, maximum: maximum) == result)
      #expect(SpellingDistance.between(right, left, maximum: maximum) == result)
    }
  }

  @Test(arguments: 0...4) func distanceMatchesReference(maximum: Int) {
    var random = SplitMix(UInt64(maximum))
    var distance = SpellingDistance()
    for _ in 0..<4000 {
      let words = (0..<2).map { _ in
        (0..<Int.random(in: 0...7, using: &random)).map { _ in
          UInt32.random(in: 0...3, using: &random)
        }
      }
      let referenceResult = Self.referenceDistance(words[0][...], words[1][...])
      let result = distance.between(words[0], words[1], maximum: maximum)
      #expect(result == (referenceResult <= maximum ? referenceResult : nil), "\(words)")
    }
  }

  /// Returns the distance from a table of the distances between all prefixes of two words.
  private static func referenceDistance(_ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>)
    -> Int
  {
    var table = [[Int]](
      repeating: Array(0...right.count), count: left.count + 1)
    for i in table.indices { table[i][0] = i }
    for i in left.indices {
      for j in right.indices {
        let isSwap = i > 0 && j > 0 && left[i] == right[j - 1] && left[i - 1] == right[j]
        table[i + 1][j + 1] = min(
          table[i][j + 1] + 1, table[i + 1][j] + 1, table[i][j] + (left[i] == right[j] ? 0 : 1),
          isSwap ? table[i - 1][j - 1] + 1 : .max)
      }
    }
    return table[left.count][right.count]
  }

  private static let verbs = ["search", "show", "add", "rm", "rate", "watched", "unwatched", "ls"]

  @Test(arguments: [
    ("serach", "search"), ("shwo", "show"), ("SEARHC", "search"), ("watchd", "watched"),
    ("unwatchd", "unwatched"), ("rat", "rate"), ("ad", "add"), ("xyzzy", nil), ("", nil),
    ("frobnicate", nil), ("q", nil),
  ])
  func nearestWordIsFoundIfItIsSimilar(word: String, expected: String?) {
    #expect(SpellingDistance.nearest(to: word, among: Self.verbs) == expected)
  }

  @Test func firstOfEquallyNearWordsIsFound() {
    #expect(SpellingDistance.nearest(to: "cat", among: ["rat", "bat", "hat"]) == "bat")
  }

  @Test func nearestOfNoWordsIsNil() {
    #expect(SpellingDistance.nearest(to: "show", among: []) == nil)
  }
}
