import FilmzDomain
import Testing

struct CollectionQueryTests {
  @Test(arguments: [
    ("name", CollectionQuery.Order.Key.name, false), ("year", .year, false),
    ("added", .added, false), ("rating", .rating, false), ("watched", .watched, false),
    ("-name", .name, true), ("-year", .year, true), ("-added", .added, true),
    ("-rating", .rating, true), ("-watched", .watched, true),
  ])
  func anOrderIsAKeyWithAMinusBeforeItToTurnItRound(
    text: String, key: CollectionQuery.Order.Key, isDescending: Bool
  ) {
    #expect(CollectionQuery.Order(text) == .init(key, descending: isDescending))
  }

  @Test(arguments: ["", "-", "--name", "title", "Name", "name-", "+name", " name"])
  func anythingElseIsNoOrder(text: String) {
    #expect(CollectionQuery.Order(text) == nil)
  }

  @Test func theNewestStandsFirstUnlessSomethingElseIsAskedFor() {
    #expect(CollectionQuery().order == .init(.added, descending: true))
  }

  @Test func anOrderIsNoFilter() {
    var query = CollectionQuery()
    #expect(query.isEverything)
    query.order = .init(.name)
    #expect(query.isEverything)
  }

  @Test(
    arguments: [
      { $0.isWatched = false }, { $0.genres = ["Drama"] }, { $0.text = "x" }, { $0.type = .movie },
      { $0.years = YearRange(1990, 1999) }, { $0.audience = .me }, { $0.tag = "x" },
      { $0.ratings = Rating(tenths: 0).map { $0...$0 } },
    ] as [@Sendable (inout CollectionQuery) -> Void])
  func everyFilterCounts(set: @Sendable (inout CollectionQuery) -> Void) {
    var query = CollectionQuery()
    set(&query)
    #expect(!query.isEverything)
  }
}
