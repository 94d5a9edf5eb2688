import FilmzDomain
import Testing

/// The certifications that the kids filter shows.
struct KidsFilterTests {
  /// Each case has a certification, and whether the default filter shows it.
  @Test(
    arguments: [
      ("G", true), ("PG", true), ("pg", true), (" PG ", true), ("TV-Y7", true), ("U", true),
      ("0", true), ("6", true), ("FSK 6", true), ("fsk 0", true), ("Rated PG", true),
      ("PG-13", false), ("R", false), ("TV-MA", false), ("12", false), ("FSK 12", false),
      ("16", false), ("Not Rated", false), ("Approved", false), ("FSK", false), ("", false),
      (" ", false), (nil, false),
    ] as [(String?, Bool)])
  func defaultFilterShowsCertificationsForChildren(certification: String?, isShown: Bool) throws {
    let settings = Settings(file: [.kidsOn: "on"])
    #expect(try #require(settings.kidsFilter).allows(certification) == isShown)
  }

  @Test func filterIsOffByDefault() {
    #expect(Settings().kidsFilter == nil)
    #expect(Settings(file: [.kidsOn: "off"]).kidsFilter == nil)
  }

  @Test func settingChoosesTheCertifications() throws {
    let settings = Settings(file: [.kidsOn: "on", .kidsRatings: "g, fsk 12"])
    let filter = try #require(settings.kidsFilter)
    #expect(filter.sortedRatings == ["12", "G"])
    #expect(filter.allows("FSK 12") && filter.allows("12") && !filter.allows("PG"))
  }

  @Test(arguments: ["", ",", " , ", "G\"", "G\n", "G;PG"])
  func settingWithoutCertificationsIsInvalid(value: String) {
    #expect(throws: DomainError.self) { try SettingKey.kidsRatings.check(value) }
  }

  @Test(arguments: ["G", "G,PG,U,0,6", "TV-Y7, FSK 6", "7+", "ΕΛ"])
  func settingWithCertificationsIsValid(value: String) throws {
    try SettingKey.kidsRatings.check(value)
  }
}
