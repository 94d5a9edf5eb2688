import FilmzDomain
import Testing

struct SettingKeyTests {
  @Test(arguments: [
    (SettingKey.omdbAPIKey, "abc123"), (.tmdbToken, "eyJ.a-b_c"), (.omdbBaseURL, "https://x/"),
    (.tmdbBaseURL, "http://127.0.0.1:8080/"), (.cacheDays, "0"), (.cacheDays, "3650"),
    (.pageSize, "1"), (.pageSize, "1000"), (.pageSize, "auto"),
    (.listRatings, "mine"), (.listRatings, "imdb"), (.listRatings, "both"),
    (.listRatings, "tmdb"), (.listRatings, "none"),
    // T66.
    (.profileName, "Alex"), (.profileName, "  Alex  "), (.profileName, "Al"),
    (.profileName, "123456789012345678901234567890"), (.profileName, "José 李"),
    (.kidsOn, "on"), (.kidsOn, "off"),
  ])
  func validValueIsAccepted(key: SettingKey, value: String) {
    #expect(throws: Never.self) { try key.check(value) }
  }

  @Test(arguments: [
    (SettingKey.omdbAPIKey, ""), (.omdbAPIKey, "a b"), (.omdbAPIKey, "a\u{1B}b"),
    (.tmdbToken, "é"), (.omdbBaseURL, ""), (.omdbBaseURL, "www.omdbapi.com"),
    (.tmdbBaseURL, "file:///etc"), (.cacheDays, "-1"), (.cacheDays, "3651"), (.cacheDays, "x"),
    (.cacheDays, "1.5"), (.pageSize, "0"), (.pageSize, "1001"), (.pageSize, "all"),
    (.listRatings, ""), (.listRatings, "Mine"), (.listRatings, "all"),
    (.profileName, ""), (.profileName, "   "), (.profileName, "A"), (.profileName, " A "),
    (.profileName, "1234567890123456789012345678901"), (.profileName, "Al\nex"),
    (.profileName, "Al\u{2028}ex"), (.profileName, "Alex\u{1B}[2J"),
    (.kidsOn, "yes"), (.kidsRatings, ","),
  ])
  func invalidValueIsRejected(key: SettingKey, value: String) throws {
    let error = #expect(throws: DomainError.self) { try key.check(value) }
    let message = try #require(error).message
    #expect(message.contains(key.rawValue))
    #expect(message.contains(key.expectation))
    #expect(error?.exitCategory == .usage)
  }

  /// Placeholders of templates and of shells, blanks, and single characters are no keys.
  @Test(
    arguments: [SettingKey.omdbAPIKey, .tmdbToken],
    [
      "YOUR_API_KEY", "your-token", "INSERT_YOUR_KEY_HERE", "$(OMDB_API_KEY)", "${KEY}", "<key>",
      "{{key}}", "", " ", "\t", "k", "****", "xxxxxxxx", "XxXx",
    ])
  func placeholderIsRejected(key: SettingKey, value: String) {
    #expect(throws: DomainError.self) { try key.check(value) }
  }

  @Test(arguments: ["https://x/\ny", "https://x/\u{1B}[2J", "https://a b/"])
  func addressWithSpacesOrControlsIsRejected(value: String) {
    #expect(throws: DomainError.self) { try SettingKey.omdbBaseURL.check(value) }
  }

  @Test(arguments: [SettingKey.omdbAPIKey, .tmdbToken])
  func errorDoesNotContainTheSecret(key: SettingKey) throws {
    let error = #expect(throws: DomainError.self) { try key.check("top secret") }
    #expect(try !#require(error).message.contains("top secret"))
  }

  @Test(arguments: [
    ("omdb.apikey", "omdb.apiKey"), ("page.sise", "page.size"), ("cache.day", "cache.days"),
    ("frobnicate", nil), ("", nil),
  ])
  func errorSuggestsSimilarName(name: String, near: String?) {
    let shown = near == nil ? nil : name
    #expect(throws: DomainError.unknownSetting(shown, near: near)) { try SettingKey(named: name) }
  }

  @Test(arguments: SettingKey.allCases)
  func keyIsFoundByNameAndItsDefaultIsValid(key: SettingKey) throws {
    #expect(try SettingKey(named: key.rawValue) == key)
    if let value = key.defaultValue { try key.check(value) }
  }
}
