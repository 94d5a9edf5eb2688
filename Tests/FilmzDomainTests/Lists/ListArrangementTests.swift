import FilmzDomain
import FilmzTestSupport
import Testing

/// Places of films in a list after its films were rearranged.
struct ListArrangementTests {
  private static func films(_ letters: String) -> [FilmID] {
    letters.map { FilmID(unchecked: "own:\($0)") }
  }

  private func arrangement(_ letters: String) -> [ListPlace] {
    [ListPlace]().rearranged(Self.films(letters), by: "A")
  }

  @Test(arguments: [
    // films before, films after, changed places
    ("", "abc", 3), ("abc", "abc", 0), ("abc", "abcd", 1), ("abc", "dabc", 1), ("abc", "adbc", 1),
    ("abcde", "bcdea", 1), ("abcde", "eabcd", 1), ("abcde", "cdabe", 2), ("abcde", "edcba", 4),
    ("abc", "", 0), ("abcde", "ace", 0), ("abc", "cxb", 2),
  ])
  func fewestPlacesChange(before: String, after: String, changes: Int) {
    let old = arrangement(before)
    let new = old.rearranged(Self.films(after), by: "B")
    #expect(new.films == Self.films(after))
    #expect(Set(new).subtracting(old).count == changes)
    expectAscending(new)
  }

  @Test func placesWithOnePositionOrForeignTextsAreReplacedWhereOthersAreInserted() {
    let equal = zip(Self.films("abc"), ["V00000 A", "V00000 B", "V00000 B"])
      .map(ListPlace.init(film:position:))
    expectAscending(equal.rearranged(Self.films("axbc"), by: "C"))
    let foreign = zip(Self.films("abc"), ["-", "~", "zzzzzz A"])
      .map(ListPlace.init(film:position:))
    let rearranged = foreign.rearranged(Self.films("abcx"), by: "C")
    #expect(rearranged.films == Self.films("abcx"))
    expectAscending(rearranged)
  }

  @Test func placesWithOneFractionAreKeptWhereNothingIsInserted() {
    let old = zip(Self.films("abc"), ["V00000 A", "V00000 B", "V00001 A"])
      .map(ListPlace.init(film:position:))
    let new = old.rearranged(Self.films("abcd"), by: "A")
    #expect(Array(new.prefix(3)) == old)
    #expect(Set(old.rearranged(Self.films("axbc"), by: "A")).subtracting(old).count == 2)
  }

  /// Removed films, which may come back, keep their positions for themselves.
  @Test(arguments: Seeds.of(11...20))
  func newPositionsAreNoneThatWereEverUsed(seed: UInt64) {
    var random = SplitMix(seed)
    var list = arrangement("")
    var used: Set<String> = []
    for number in 0..<300 {
      var films = list.films
      if !films.isEmpty, random.chance(oneIn: 2) {
        films.remove(at: Int.random(in: films.indices, using: &random))
      } else {
        let index = random.element(of: [0, films.count / 2, films.count])
        films.insert(FilmID(unchecked: "own:\(number)"), at: index)
      }
      let changed = list.rearranged(films, by: "A", avoiding: used)
      #expect(changed.films == films)
      expectAscending(changed)
      let new = Set(changed.map(\.position)).subtracting(list.map(\.position))
      #expect(used.isDisjoint(with: new))
      used.formUnion(new)
      list = changed
    }
  }

  @Test(arguments: Seeds.of(1...10))
  func randomRearrangementsHaveAscendingDifferentPositions(seed: UInt64) {
    var random = SplitMix(seed)
    var list = arrangement("")
    var films: [FilmID] = []
    for number in 0..<600 {
      if films.count > 3, random.chance(oneIn: 3) {
        films.insert(
          films.remove(at: Int.random(in: films.indices, using: &random)),
          at: Int.random(in: 0..<films.count, using: &random))
      }
      let index = random.chance(oneIn: 2) ? min(1, films.count) : films.count / 2
      films.insert(FilmID(unchecked: "own:\(number)"), at: index)
      let installation = random.element(of: ["A", "B"])
      let changed = list.rearranged(films, by: installation)
      #expect(changed.films == films)
      expectAscending(changed)
      list = changed
    }
  }

  private func expectAscending(_ list: [ListPlace]) {
    let positions = list.map(\.position)
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "\(positions)")
    #expect(positions.allSatisfy { ListPosition($0) != nil })
  }
}
