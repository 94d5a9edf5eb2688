import FilmzDomain
import Testing

struct SettingsTests {
  @Test func environmentOverridesFileAndFileOverridesDefault() {
    let file: [SettingKey: String] = [.omdbAPIKey: "filed", .omdbBaseURL: "https://file/"]
    let settings = Settings(file: file, environment: ["OMDB_API_KEY": "given"])
    #expect(settings[.omdbAPIKey].value == "given")
    #expect(settings[.omdbAPIKey].origin == .environment)
    #expect(settings[.omdbBaseURL].value == "https://file/")
    #expect(settings[.omdbBaseURL].origin == .file)
    #expect(settings[.tmdbBaseURL].value == "https://api.themoviedb.org/3/")
    #expect(settings[.tmdbBaseURL].origin == .default)
  }

  @Test(arguments: [
    ("OMDB_API_KEY", SettingKey.omdbAPIKey, "abc"),
    ("OMDB_BASE_URL", .omdbBaseURL, "http://localhost:1/"),
    ("TMDB_API_TOKEN", .tmdbToken, "abc.def"),
    ("TMDB_BASE_URL", .tmdbBaseURL, "http://localhost:2/"),
  ])
  func variableSetsItsKey(variable: String, key: SettingKey, value: String) {
    let entry = Settings(environment: [variable: value])[key]
    #expect(entry.value == value)
    #expect(entry.origin == .environment)
  }

  @Test(arguments: [
    ("OMDB_API_KEY", SettingKey.omdbAPIKey, ""), ("OMDB_API_KEY", .omdbAPIKey, "two words"),
    ("OMDB_API_KEY", .omdbAPIKey, "schlüssel"), ("OMDB_BASE_URL", .omdbBaseURL, ""),
    ("OMDB_BASE_URL", .omdbBaseURL, "localhost"), ("TMDB_BASE_URL", .tmdbBaseURL, "ftp://x/"),
    ("OMDB_BASE_URL", .omdbBaseURL, "http://127.0.0.1:99999/"),
    ("TMDB_BASE_URL", .tmdbBaseURL, "https://[::1]:0/"), ("OMDB_BASE_URL", .omdbBaseURL, "http://"),
    ("OMDB_BASE_URL", .omdbBaseURL, "http://omdb.example.org/"),
    ("TMDB_BASE_URL", .tmdbBaseURL, "http://127.0.0.1.example.org/"),
    ("TMDB_API_TOKEN", .tmdbToken, ""), ("TMDB_API_TOKEN", .tmdbToken, "YOUR_TOKEN"),
    ("TMDB_API_TOKEN", .tmdbToken, "$(TMDB_TOKEN)"),
    ("TMDB_API_TOKEN", .tmdbToken, "your_token_here"),
  ])
  func invalidVariableIsIgnored(variable: String, key: SettingKey, value: String) {
    let environment = [variable: value]
    #expect(Settings(environment: environment)[key].origin == .default)
    let settingFromFile = Settings(file: [key: "https://file/"], environment: environment)[key]
    #expect(settingFromFile.value == "https://file/")
    #expect(settingFromFile.origin == .file)
  }

  /// The key or token is not sent to another address than the one that was meant.
  @Test func refusedAddressIsNotReplacedByTheDefault() {
    let refused = Settings(
      file: [.omdbBaseURL: "https://file/"], environment: ["OMDB_BASE_URL": "http://10.0.0.1/"],
      invalidKeys: [.tmdbBaseURL, .cacheDays])
    #expect(refused.omdbBaseURL == "" && refused.tmdbBaseURL == "")
    #expect(refused.refusedAddresses == [.omdbBaseURL, .tmdbBaseURL])
    let overridden = Settings(
      environment: ["TMDB_BASE_URL": "https://tmdb/"], invalidKeys: [.tmdbBaseURL])
    #expect(overridden.tmdbBaseURL == "https://tmdb/")
  }

  @Test(
    arguments: [
      ("tmdb.baseURL = \"http://10.0.0.1/\"", [.tmdbBaseURL]),
      ("tmdb.baseURL = \"x\"\ntmdb.baseURL = \"https://t/\"", []),
      ("tmdb.baseURL = \"https://t/\"\ntmdb.baseURL = \"x\"", [.tmdbBaseURL]),
      ("tmdb.baseURL = \"https://t/\"\nx = \"y\"", []),
    ] as [(String, Set<SettingKey>)])
  func settingsWithAnInvalidLastLineAreKnown(text: String, keys: Set<SettingKey>) {
    #expect(SettingsText(text).invalidKeys == keys)
  }

  @Test func problemNamesInvalidVariableWithoutItsValue() throws {
    let environment = ["OMDB_API_KEY": "top secret", "TMDB_BASE_URL": "ftp://x/"]
    let problems = Settings(environment: environment).problems
    #expect(problems.count == 2)
    #expect(problems.first?.hasPrefix("OMDB_API_KEY must be a key") == true)
    #expect(
      problems.last?.hasPrefix(
        "TMDB_BASE_URL must be an https URL, or an http URL on this computer") == true)
    #expect(!problems.joined().contains("top secret"))
  }

  @Test(arguments: [[:], ["OMDB_API_KEY": ""], ["OMDB_API_KEY": "abc"], ["OTHER": "a b"]])
  func unsetAndValidVariablesAreNotProblems(environment: [String: String]) {
    #expect(Settings(environment: environment).problems.isEmpty)
  }

  @Test(arguments: [
    ([:], "US"), (["LANG": "de_DE.UTF-8"], "DE"), (["LANG": "C.UTF-8"], "US"),
    (["LANG": "de_DE", "LC_MESSAGES": "en_GB.UTF-8"], "GB"),
    (["LANG": "de_DE", "LC_MESSAGES": "en_GB", "LC_ALL": "fr_FR@euro"], "FR"),
    (["LANG": "de_DE", "LC_ALL": ""], "DE"), (["LANG": "de_419"], "US"), (["LANG": "ca_es"], "ES"),
  ])
  func theRegionIsTheCountryOfTheLocale(environment: [String: String], region: String) {
    let settings = Settings(environment: environment)
    #expect(settings.region == region && settings[.region].origin == .default)
    #expect(Settings(file: [.region: "at"], environment: environment).region == "AT")
  }

  @Test(arguments: [
    ([:], "someone"), (["LOGNAME": "alex"], "alex"), (["USER": "bo"], "bo"),
    (["LOGNAME": "alex", "USER": "bo"], "alex"), (["LOGNAME": "", "USER": "bo"], "bo"),
    (["LOGNAME": "a"], "someone"), (["USER": String(repeating: "x", count: 31)], "someone"),
  ])
  func theNameIsTheLoginNameIfValid(environment: [String: String], name: String) {
    let settings = Settings(environment: environment)
    #expect(settings.profileName == name && settings[.profileName].origin == .default)
    #expect(
      Settings(file: [.profileName: " Alex "], environment: environment).profileName == "Alex")
  }

  @Test func defaultValues() {
    let settings = Settings()
    #expect(settings.omdbAPIKey == nil)
    #expect(settings.omdbBaseURL == "https://www.omdbapi.com/")
    #expect(settings.cacheDays == 30)
    #expect(settings[.pageSize].value == "auto" && settings.pageSize == nil)
  }

  @Test func numbersAreParsedAndAutoIsNil() {
    #expect(Settings(file: [.cacheDays: "7"]).cacheDays == 7)
    #expect(Settings(file: [.pageSize: "25"]).pageSize == 25)
    #expect(Settings(file: [.pageSize: "auto"]).pageSize == nil)
  }

  @Test func allSettingsAreListedByName() {
    #expect(
      Settings().all.map(\.key.rawValue) == [
        "cache.days", "comments.shared", "identify.background", "kids.on", "kids.ratings", "list.ratings",
        "live.keys",
        "omdb.apiKey",
        "omdb.baseURL",
        "page.size", "profile.name", "rating.scale", "region", "sync.auto", "sync.interval",
        "tmdb.baseURL", "tmdb.language", "tmdb.token",
      ])
  }

  @Test func aliasesAreListedAmongTheSettings() {
    let settings = Settings(aliases: ["w": "ls --unwatched"])
    #expect(settings.all.map(\.key.rawValue).first == "alias.w")
    #expect(settings[SettingName.alias("w")].value == "ls --unwatched")
    #expect(settings[SettingName.alias("w")].origin == .file)
    #expect(settings[SettingName.alias("x")].value == nil)
  }

  @Test func secretsAreMasked() throws {
    let settings = Settings(file: [.omdbAPIKey: "topsecret", .tmdbToken: "s"])
    let shown = try #require(settings[.omdbAPIKey].displayValue)
    #expect(!shown.contains("topsecret"))
    #expect(settings[.tmdbToken].displayValue?.count == shown.count)
    #expect(settings[.omdbBaseURL].displayValue == "https://www.omdbapi.com/")
    #expect(Settings()[.omdbAPIKey].displayValue == nil)
  }
}
