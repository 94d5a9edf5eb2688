import Testing

@testable import FilmzCatalog

struct RankedTitlesTests {
  private func title(_ id: UInt32, _ cause: ScoredTitle.Cause) -> ScoredTitle {
    ScoredTitle(rank: id, facts: FactBlock.Facts(id: id, type: .movie), score: 0, cause: cause)
  }

  @Test(
    "Each page continues where the page before it ends",
    arguments: [
      (nil, ["id 3", "id 4", "rank 5", "rank 6"]),
      (true, ["id 1", "id 2", "id 3", "id 4", "rank 5", "rank 6"]),
      (false, ["id 3", "id 4", "rank 5", "rank 6", "id 1", "id 2"]),
    ] as [(Bool?, [String])])
  func pagesFollowEachOther(personComesFirst: Bool?, expected: [String]) {
    var titles = RankedTitles()
    titles.person = personComesFirst.map {
      RankedTitles.PersonTitles(
        name: "A", comesFirst: $0, titles: [title(1, .director), title(2, .person)])
    }
    titles.head = [title(3, .words), title(4, .words)]
    titles.tail = [5, 6]
    titles.literalTailCount = 1
    for size in 1...7 {
      let found = stride(from: 0, to: 8, by: size).flatMap { titles.titles($0..<$0 + size) }
      let texts = found.map { title -> String in
        switch title.reference {
        case .id(let id): "id \(id)"
        case .rank(let rank): "rank \(rank)"
        }
      }
      #expect(texts == expected)
      let corrected = found.filter { $0.cause == .correctedWords }
      #expect(corrected.map(\.reference) == [.rank(6)])
    }
  }

  @Test(
    "Titles that are removed from the tail may have been found with corrections or without",
    arguments: [([], [5, 9, 6, 70], 2), ([5, 6, 8], [9, 70], 1), ([70], [5, 9, 6], 2), ([5, 6, 9, 70], [], 0)]
      as [(Set<UInt32>, [UInt32], Int)])
  func titlesAreRemovedFromTheTail(ranks: Set<UInt32>, expected: [UInt32], literalCount: Int) {
    var titles = RankedTitles()
    (titles.tail, titles.literalTailCount) = ([5, 9, 6, 70], 2)
    titles.removeFromTail(ranks)
    #expect(titles.tail == expected)
    #expect(titles.literalTailCount == literalCount)
  }
}
