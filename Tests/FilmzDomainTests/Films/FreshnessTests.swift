import FilmzDomain
import Foundation
import Testing

struct FreshnessTests {
  private static let day = 86_400.0
  private static let now = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    (0.0, 30, true), (1, 30, true), (29.99, 30, true), (30, 30, false), (30.01, 30, false),
    (3650, 30, false), (0.99, 1, true), (1, 1, false), (0, 0, false), (0.01, 0, false),
    (3649.9, 3650, true), (-0.01, 30, true), (-1, 30, true), (-1.001, 30, false),
    (-400, 30, false), (-0.5, 0, true),
  ])
  func dataIsFreshForSomeDays(age: Double, days: Int, isFresh: Bool) {
    let fetchedAt = Self.now.addingTimeInterval(-age * Self.day)
    #expect(Freshness.isFresh(fetchedAt: fetchedAt, at: Self.now, days: days) == isFresh)
  }

  @Test(arguments: [
    (0.0, "today"), (0.99, "today"), (1, "yesterday"), (1.99, "yesterday"), (2, "2 days ago"),
    (29.99, "29 days ago"), (30, "30 days ago"), (400, "400 days ago"), (-0.5, "today"),
    (-1.5, "today"), (-400, "today"),
  ])
  func ageIsDescribedInWholeDays(age: Double, text: String) {
    let fetchedAt = Self.now.addingTimeInterval(-age * Self.day)
    #expect(Freshness.age(of: fetchedAt, at: Self.now) == text)
  }

  @Test(arguments: [
    (Date(timeIntervalSince1970: -1e300), "1000000 days ago"),
    (Date(timeIntervalSince1970: 1e300), "today"), (.distantPast, "738839 days ago"),
    (.distantFuture, "today"),
  ])
  func extremeDatesHaveAnAgeButAreNotFresh(fetchedAt: Date, text: String) {
    #expect(Freshness.age(of: fetchedAt, at: Self.now) == text)
    #expect(!Freshness.isFresh(fetchedAt: fetchedAt, at: Self.now, days: 30))
  }
}
