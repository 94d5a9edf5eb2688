import FilmzDomain
import Testing

struct DiscoverMethodTests {
  // T63.
  @Test func groupsHaveAllMethodsAndOnlyServicesHaveProviders() {
    let groups = DiscoverMethod.Group.allCases.map { group in
      DiscoverMethod.allCases.filter { $0.group == group }
    }
    #expect(groups.map(\.count) == [5, 8, 2, 1])
    #expect(DiscoverMethod.allCases.count == 16)
    for method in DiscoverMethod.allCases {
      #expect((method.provider == nil) == (method.group == .discover))
      #expect((method.platform == nil) == (method.provider == nil))
    }
    let providers = DiscoverMethod.allCases.compactMap(\.provider)
    #expect(Set(providers).count == 11)
  }

  @Test(arguments: [
    ("popular", DiscoverMethod.popular), ("Top Rated", .topRated), ("toprated", .topRated),
    ("top", .topRated), ("trend", .trending), ("now", .nowPlaying), ("up", .upcoming),
    ("NETFLIX", .netflix), ("n e t", .netflix), ("prime", .primeVideo), ("amazon", .primeVideo),
    ("Disney+", .disneyPlus), ("disney", .disneyPlus), ("max", .max), ("hbo max", .max),
    ("apple tv+", .appleTVPlus), ("appletv", .appleTVPlus), ("hulu", .hulu),
    ("paramount+", .paramountPlus), ("peacock", .peacock), ("tubi", .tubi), ("pluto", .plutoTV),
    ("crunchyroll", .crunchyroll),
  ])
  func nameIsUnderstood(text: String, method: DiscoverMethod) {
    #expect(DiscoverMethod.named(text) == [method])
  }

  @Test(arguments: DiscoverMethod.allCases)
  func rawValueAndTitleAreNames(method: DiscoverMethod) {
    #expect(DiscoverMethod.named(method.rawValue) == [method])
    #expect(DiscoverMethod.named(method.title) == [method])
    #expect((method.provider == nil) == (method.platform == nil))
    #expect((method.provider == nil) == (method.group == .discover))
  }

  @Test(arguments: [
    ("p", [DiscoverMethod.popular, .primeVideo, .paramountPlus, .peacock, .plutoTV]),
    ("n", [.nowPlaying, .netflix]), ("", []), ("--", []), ("netflixx", []),
  ])
  func otherTextHasSeveralMeaningsOrNone(text: String, methods: [DiscoverMethod]) {
    #expect(DiscoverMethod.named(text) == methods)
  }

  @Test(arguments: [
    ("netfliks", DiscoverMethod.netflix), ("populer", .popular), ("disnei+", .disneyPlus),
    ("qwertz", nil), ("", nil),
  ])
  func nearestMethodIsSuggested(text: String, method: DiscoverMethod?) {
    #expect(DiscoverMethod.nearest(to: text) == method)
  }
}

struct WeightedRatingTests {
  @Test(arguments: [
    (100, 0, 70_000_000), (90, 25_000, 80_000_000), (50, 25_000, 60_000_000),
    (93, 3_000_000, 92_809_917), (100, 1, 70_001_199), (0, 0, 70_000_000),
  ])
  func ratingIsWeightedByVotes(tenths: Int, votes: Int, expected: Int) {
    #expect(Rating.weightedMillionths(tenths: tenths, votes: votes) == expected)
  }
}
