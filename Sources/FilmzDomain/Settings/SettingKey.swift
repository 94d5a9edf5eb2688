import Foundation

/// A setting that is not an alias; the raw value is its name in the settings file.
package enum SettingKey: String, Sendable, CaseIterable {
  case omdbAPIKey = "omdb.apiKey"
  case omdbBaseURL = "omdb.baseURL"
  case tmdbToken = "tmdb.token"
  case tmdbBaseURL = "tmdb.baseURL"
  case cacheDays = "cache.days"
  case pageSize = "page.size"
  case region
  case tmdbLanguage = "tmdb.language"
  case listRatings = "list.ratings"
  case ratingScale = "rating.scale"
  case profileName = "profile.name"
  case commentsShared = "comments.shared"
  case kidsOn = "kids.on"
  case kidsRatings = "kids.ratings"
  case syncAuto = "sync.auto"
  case syncInterval = "sync.interval"
  case identifyBackground = "identify.background"
  case liveKeys = "live.keys"

  /// The environment variable that overrides the settings file; `nil` if there is none.
  package var variable: String? {
    switch self {
    case .omdbAPIKey: "OMDB_API_KEY"
    case .omdbBaseURL: "OMDB_BASE_URL"
    case .tmdbToken: "TMDB_API_TOKEN"
    case .tmdbBaseURL: "TMDB_BASE_URL"
    case .cacheDays, .pageSize, .region, .tmdbLanguage, .listRatings, .ratingScale, .profileName,
      .commentsShared, .kidsOn, .kidsRatings, .syncAuto, .syncInterval, .identifyBackground, .liveKeys:
      nil
    }
  }

  /// The value that applies if the setting is not set; `nil` if there is no default or, for ``region`` and
  /// ``profileName``, if it depends on the environment.
  package var defaultValue: String? {
    switch self {
    case .omdbAPIKey, .tmdbToken, .region, .profileName: nil
    case .omdbBaseURL: "https://www.omdbapi.com/"
    case .tmdbBaseURL: "https://api.themoviedb.org/3/"
    case .cacheDays: "30"
    case .pageSize: "auto"
    case .tmdbLanguage: "en-US"
    case .listRatings: ListRatings.both.rawValue
    case .ratingScale: RatingScale.points.rawValue
    case .kidsOn, .commentsShared: "off"
    case .syncAuto, .liveKeys: "on"
    case .identifyBackground: "ask"
    case .syncInterval: "30"
    case .kidsRatings: "G,PG,TV-Y,TV-Y7,TV-G,TV-PG,U,0,6"
    }
  }

  /// `true` if the value is always masked when it is shown.
  package var isSecret: Bool { self == .omdbAPIKey || self == .tmdbToken }

  /// The noun for the value of a secret setting in messages.
  package var credentialNoun: String { self == .tmdbToken ? "token" : "key" }

  /// A description of valid values, for error messages.
  package var expectation: String {
    switch self {
    case .omdbAPIKey: "a key of 6 or more characters without spaces and quotes, not a word or a placeholder"
    case .tmdbToken: "the API Read Access Token of your TMDB account"
    case .omdbBaseURL, .tmdbBaseURL:
      "an https URL, or an http URL on this computer, without an API key, such as "
        + "\(defaultValue ?? ""); a port is at most 65535"
    case .cacheDays: "a number of days from 0 to 3650"
    case .pageSize: "a number from 1 to 1000, or auto"
    case .region: "the two letters of a country, such as DE"
    case .tmdbLanguage: "a language, such as de or de-DE"
    case .listRatings, .ratingScale, .commentsShared, .kidsOn, .syncAuto, .identifyBackground, .liveKeys:
      choices.joinedWithOr
    case .syncInterval: "a number of seconds from 5 to 3600"
    case .profileName: "a name of 2 to 30 characters on one line, one of them visible"
    case .kidsRatings: "certifications separated by commas, such as G,PG,U,6"
    }
  }

  /// The values of a setting that has a fixed set of values; empty for other settings.
  package var choices: [String] {
    switch self {
    case .listRatings: ListRatings.allCases.map(\.rawValue)
    case .ratingScale: RatingScale.allCases.map(\.rawValue)
    case .commentsShared, .kidsOn, .syncAuto, .liveKeys: ["on", "off"]
    case .identifyBackground: ["ask", "on", "off"]
    default: []
    }
  }

  /// Checks a value before it is used or stored.
  ///
  /// - Throws: ``DomainError/invalidSetting(key:value:expected:)``, which does not contain a secret.
  package func check(_ value: String) throws(DomainError) {
    guard !isValid(value) else { return }
    throw .invalidSetting(
      key: rawValue, value: isSecret || Self.containsSecret(value) ? "this" : "\"\(value)\"", expected: expectation)
  }

  /// Checks a value that is to be set.
  ///
  /// In addition to the conditions of ``check(_:)``, a key or token must have at least six characters and not be a word,
  /// and a name must have a visible character. Values that earlier versions have stored stay valid.
  ///
  /// - Throws: ``DomainError/invalidSetting(key:value:expected:)``, which does not contain a secret.
  package func checkNew(_ value: String) throws(DomainError) {
    try check(value)
    let isWeakSecret = isSecret && (value.utf8.count < 6 || Self.isWord(value))
    let isInvisibleName = self == .profileName && !value.hasVisibleCharacter
    guard isWeakSecret || isInvisibleName else { return }
    throw .invalidSetting(key: rawValue, value: "this", expected: expectation)
  }

  /// Creates the setting with a name.
  ///
  /// - Throws: ``DomainError/unknownSetting(_:near:)``.
  package init(named name: String) throws(DomainError) {
    guard let key = Self(rawValue: name) else {
      let near = SpellingDistance.nearest(to: name, among: Self.allCases.map(\.rawValue))
      let mayContainKey = near == nil || name.contains("=")
      throw .unknownSetting(mayContainKey ? nil : name, near: near)
    }
    self = key
  }

  /// Returns whether an address may contain a key or a password.
  ///
  /// The address that OMDb sends by e-mail contains a key. It is rejected, because addresses are shown
  /// unmasked.
  private static func containsSecret(_ address: String) -> Bool {
    address.lowercased().contains("apikey=") || address.contains("@")
  }

  private func isValid(_ value: String) -> Bool {
    switch self {
    case .omdbAPIKey, .tmdbToken: Self.isPrintable(value) && !Self.isPlaceholder(value)
    case .omdbBaseURL, .tmdbBaseURL:
      URL(httpAddress: value)?.isProtected == true && !Self.containsSecret(value) && Self.isPrintable(value)
    case .cacheDays: Int(value).map { (0...3650).contains($0) } ?? false
    case .pageSize: value == "auto" || (Int(value).map { (1...1000).contains($0) } ?? false)
    case .region: value.utf8.count == 2 && value.utf8.allSatisfy(Self.isLetter)
    case .tmdbLanguage: Self.isLanguage(value)
    case .listRatings, .ratingScale, .commentsShared, .kidsOn, .syncAuto, .identifyBackground, .liveKeys:
      choices.contains(value)
    case .syncInterval: Int(value).map { (5...3600).contains($0) } ?? false
    case .profileName: Self.isName(value)
    case .kidsRatings: !KidsFilter(ratings: value).ratings.isEmpty && value.allSatisfy(Self.isCertification)
    }
  }

  /// Returns whether a string consists of one or more printable ASCII characters other than spaces.
  private static func isPrintable(_ value: String) -> Bool {
    !value.isEmpty && value.unicodeScalars.allSatisfy { (0x21...0x7e).contains($0.value) }
  }

  /// Returns whether a key or token is a placeholder or has quotes around it.
  ///
  /// Placeholders are texts of templates, such as `YOUR_…` or `<key>`; words for a missing key, such as `TODO`;
  /// expressions of a shell, such as `$(…)`; and repetitions of one character. Source: FlickSwiper; MFlix.
  private static func isPlaceholder(_ secret: String) -> Bool {
    let text = secret.uppercased()
    let letters = text.filter { $0 != "_" && $0 != "-" }
    return ["YOUR_", "YOUR-"].contains(where: text.contains)
      || ["REPLACEME", "CHANGEME", "PLACEHOLDER"].contains(where: letters.contains)
      || ["TODO", "FIXME", "NONE", "NULL", "APIKEY", "KEY", "TOKEN"].contains(letters)
      || text.first.map { "$<{[%\"'`".contains($0) } ?? true || Set(text).count == 1
  }

  /// Returns whether a key or token is a word, which has only letters.
  ///
  /// Eight hexadecimal digits are not a word, because OMDb's keys have this form.
  private static func isWord(_ secret: String) -> Bool {
    let isKey = secret.utf8.count == 8 && secret.allSatisfy(\.isHexDigit)
    return secret.utf8.allSatisfy(isLetter) && !isKey
  }

  /// Returns whether a string, without surrounding spaces, can be the name of the user.
  ///
  /// Source: FlickSwiper.
  private static func isName(_ value: String) -> Bool {
    (2...30).contains(value.trimmed.count)
      && value.unicodeScalars.allSatisfy {
        ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
      }
  }

  /// Returns whether a character can be part of certifications that are separated by commas.
  private static func isCertification(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || " ,-+/.".contains(character)
  }

  /// Returns whether a string is a language of two letters, possibly followed by a hyphen and a country
  /// of two letters.
  private static func isLanguage(_ value: String) -> Bool {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count <= 2 && parts.allSatisfy { $0.utf8.count == 2 && $0.utf8.allSatisfy(isLetter) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
}

/// The name of a setting in the settings file: a predefined key, or an alias that the user defined.
package enum SettingName: Sendable, Hashable {
  private static let aliasPrefix = "alias."

  case key(SettingKey)
  case alias(String)

  /// Creates the setting with a name, such as `page.size` or `alias.w`.
  ///
  /// - Throws: ``DomainError/unknownSetting(_:near:)``, ``DomainError/invalidAlias``.
  package init(named name: String) throws(DomainError) {
    guard name.hasPrefix(Self.aliasPrefix) else {
      self = .key(try SettingKey(named: name))
      return
    }
    let alias = String(name.dropFirst(Self.aliasPrefix.count))
    guard Self.isAlias(alias) else { throw .invalidAlias }
    self = .alias(alias)
  }

  /// The name in the settings file.
  package var rawValue: String {
    switch self {
    case .key(let key): key.rawValue
    case .alias(let name): Self.aliasPrefix + name
    }
  }

  /// The environment variable that overrides the settings file; `nil` if there is none.
  package var variable: String? { if case .key(let key) = self { key.variable } else { nil } }

  /// `true` if the value is always masked when it is shown.
  package var isSecret: Bool { if case .key(let key) = self { key.isSecret } else { false } }

  /// Checks the setting and its value before they are used or stored.
  ///
  /// An alias must not have a reserved name; the reserved names are those of commands. `isNew` is `true` for a value
  /// that is to be set; see ``SettingKey/checkNew(_:)``.
  ///
  /// - Throws: ``DomainError/invalidSetting(key:value:expected:)``, ``DomainError/aliasHidesCommand(_:)``,
  ///   ``DomainError/keyInAlias``.
  package func check(_ value: String, reservedNames: Set<String>, isNew: Bool = false) throws(DomainError) {
    switch self {
    case .key(let key): try isNew ? key.checkNew(value) : key.check(value)
    case .alias(let name):
      guard !reservedNames.contains(name) else { throw .aliasHidesCommand(name) }
      guard !SecretDetector.containsSecret(value) else { throw .keyInAlias }
      guard Self.isCommand(value) else {
        throw .invalidSetting(key: rawValue, value: "that", expected: "a filmz command, such as ls --unwatched")
      }
    }
  }

  /// Returns whether a name consists of a letter a–z followed by letters, digits, and hyphens.
  private static func isAlias(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = name.utf8.first, letters.contains(first) else { return false }
    return name.utf8.allSatisfy { letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// Returns whether a value can be the command line of an alias.
  ///
  /// It must contain a character other than whitespace and semicolons, and no line breaks or control characters. It
  /// must not begin with `!`: a line that runs another program has to be typed by the user.
  private static func isCommand(_ value: String) -> Bool {
    let firstCharacter = value.first { !$0.isWhitespace && $0 != ";" }
    return firstCharacter != nil && firstCharacter != "!" && !value.contains(where: \.isNewline)
      && value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
