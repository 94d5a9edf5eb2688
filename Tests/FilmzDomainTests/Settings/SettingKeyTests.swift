import FilmzDomain
import Testing

struct SettingKeyTests {
  @Test(arguments: [
    (SettingKey.omdbAPIKey, "abc123"), (.tmdbToken, "eyJ.a-b_c"), (.omdbBaseURL, "https://x/"),
    (.tmdbBaseURL, "http://127.0.0.1:8080/"), (.cacheDays, "0"), (.cacheDays, "3650"),
    (.pageSize, "1"), (.pageSize, "1000"), (.pageSize, "auto"),
    (.listRatings, "mine"), (.listRatings, "imdb"), (.listRatings, "both"),
    (.listRatings, "tmdb"), (.listRatings, "none"), (.ratingScale, "10"), (.ratingScale, "5"),
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
    (.ratingScale, ""), (.ratingScale, "7"), (.ratingScale, "stars"),
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
      "{{key}}", "", " ", "\t", "k", "****", "xxxxxxxx", "XxXx", "REPLACE_ME", "replace-me",
      "changeme", "CHANGE_ME", "TODO", "none", "null", "API_KEY", "%KEY%", "[key]", "$OMDB_KEY",
      "\"abcd1234\"", "'abcd1234'",
    ])
  func placeholderIsRejected(key: SettingKey, value: String) {
    #expect(throws: DomainError.self) { try key.check(value) }
  }

  /// A short key may be a word, which could not be masked in messages; one that is set already stays valid.
  @Test(arguments: [SettingKey.omdbAPIKey, .tmdbToken], ["film", "the", "a1b2c"])
  func shortKeyIsRejectedOnlyWhereItIsSet(key: SettingKey, value: String) {
    #expect(throws: Never.self) { try key.check(value) }
    #expect(throws: DomainError.self) { try key.checkNew(value) }
    #expect(throws: Never.self) { try key.checkNew(value + "d4e5f6") }
  }

  /// A name of an earlier version stays valid.
  @Test(arguments: ["\u{200B}\u{200B}", "\u{2060}\u{202E}\u{2060}"])
  func invisibleNameIsRejectedOnlyWhereItIsSet(name: String) {
    #expect(throws: Never.self) { try SettingKey.profileName.check(name) }
    #expect(throws: DomainError.self) { try SettingKey.profileName.checkNew(name) }
    #expect(throws: Never.self) { try SettingKey.profileName.checkNew(name + "Bo") }
  }

  /// A word is no key; a key of OMDb may consist of letters by chance.
  @Test(
    arguments: [SettingKey.omdbAPIKey, .tmdbToken],
    [
      ("matrix", false), ("Godfather", false), ("mysecret", false), ("deadbeef", true), ("DEADBEEF", true),
      ("matr1x", true),
    ])
  func wordIsRejectedOnlyWhereItIsSet(key: SettingKey, example: (value: String, isValid: Bool)) {
    #expect(throws: Never.self) { try key.check(example.value) }
    if example.isValid {
      #expect(throws: Never.self) { try key.checkNew(example.value) }
    } else {
      #expect(throws: DomainError.self) { try key.checkNew(example.value) }
    }
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
