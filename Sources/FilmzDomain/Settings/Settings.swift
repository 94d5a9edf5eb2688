/// The effective settings: the environment overrides the settings file, which overrides the defaults.
package struct Settings: Sendable, Hashable {
  /// The place where the value of a setting is set.
  package enum Origin: String, Sendable {
    /// An option of the command line.
    case flag
    /// An environment variable.
    case environment
    /// The settings file.
    case file
    case `default`
  }

  /// A setting with its effective value.
  package struct Setting: Sendable, Hashable {
    package let key: SettingName
    /// The value; `nil` if the setting is not set and has no default.
    package let value: String?
    package let origin: Origin

    /// The value for display; secrets are masked.
    package var displayValue: String? { key.isSecret ? value.map { _ in "********" } : value }
  }

  /// `true` if the kids filter has a PIN; the filter is on then, whatever the settings file contains.
  package var hasKidsPIN = false

  /// The base addresses that have an invalid value in the settings file or the environment.
  ///
  /// No requests are sent to their services: with the default address, the key or token would be sent to a server that
  /// the user did not choose.
  package let refusedAddresses: Set<SettingKey>
  /// The settings whose environment variables have invalid values.
  private let refusedVariables: Set<SettingKey>

  private let settings: [SettingKey: Setting]

  /// The commands that the user's aliases stand for, by alias.
  package let aliases: [String: String]

  /// A message of one line about each invalid environment variable.
  package let problems: [String]

  /// Creates settings from the values of a file and the environment.
  ///
  /// An empty environment variable counts as unset. An invalid environment variable is ignored, and reported
  /// in ``problems``. `invalidKeys` are the settings with an invalid value in the file.
  package init(
    file: [SettingKey: String] = [:], aliases: [String: String] = [:],
    environment: [String: String] = [:], invalidKeys: Set<SettingKey> = []
  ) {
    var settings: [SettingKey: Setting] = [:]
    var refusedKeys = invalidKeys
    var refusedVariables: Set<SettingKey> = []
    var problems: [String] = []
    for key in SettingKey.allCases {
      let variableValue = key.variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
      let isValid = variableValue.map { (try? key.check($0)) != nil } ?? false
      if variableValue != nil, !isValid, let variable = key.variable {
        problems.append("\(variable) must be \(key.expectation); its value is ignored")
        refusedKeys.insert(key)
        refusedVariables.insert(key)
      }
      if let variableValue, isValid {
        refusedKeys.remove(key)
        settings[key] = Setting(key: .key(key), value: variableValue, origin: .environment)
      } else if let value = file[key] {
        settings[key] = Setting(key: .key(key), value: value, origin: .file)
      } else {
        let value = Self.defaultValue(of: key, environment)
        settings[key] = Setting(key: .key(key), value: value, origin: .default)
      }
    }
    self.settings = settings
    refusedAddresses = refusedKeys.intersection([.omdbBaseURL, .tmdbBaseURL])
    self.refusedVariables = refusedVariables
    self.aliases = aliases
    self.problems = problems
  }

  private static func defaultValue(of key: SettingKey, _ environment: [String: String]) -> String? {
    switch key {
    case .region: country(of: environment)
    case .profileName: loginName(in: environment) ?? unnamed
    default: key.defaultValue
    }
  }

  /// The name of a user whose login name is unknown or not a valid name.
  private static let unnamed = "someone"

  private static func loginName(in environment: [String: String]) -> String? {
    let name = ["LOGNAME", "USER"].compactMap { environment[$0]?.trimmed }.first { !$0.isEmpty }
    return name.flatMap { (try? SettingKey.profileName.check($0)) == nil ? nil : $0 }
  }

  /// Returns the country of the locale, such as `DE` for `de_DE.UTF-8`; `US` if the locale has none.
  private static func country(of environment: [String: String]) -> String {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
    let parts = (locale ?? "").split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return "US" }
    let country = parts[1].prefix { $0 != "." && $0 != "@" }.uppercased()
    return (try? SettingKey.region.check(country)) == nil ? "US" : country
  }

  package subscript(key: SettingKey) -> Setting {
    settings[key] ?? Setting(key: .key(key), value: key.defaultValue, origin: .default)
  }

  package subscript(name: SettingName) -> Setting {
    switch name {
    case .key(let key): return self[key]
    case .alias(let alias):
      let command = aliases[alias]
      return Setting(key: name, value: command, origin: command == nil ? .default : .file)
    }
  }

  /// All predefined settings, and the aliases, sorted by name.
  package var all: [Setting] {
    (SettingKey.allCases.map { self[$0] } + aliases.keys.map { self[SettingName.alias($0)] })
      .sorted { $0.key.rawValue < $1.key.rawValue }
  }

  package var omdbAPIKey: String? { self[.omdbAPIKey].value }
  /// The base address of OMDb; empty if it is one of ``refusedAddresses``.
  package var omdbBaseURL: String { address(.omdbBaseURL) }
  package var tmdbToken: String? { self[.tmdbToken].value }
  /// The base address of TMDB; empty if it is one of ``refusedAddresses``.
  package var tmdbBaseURL: String { address(.tmdbBaseURL) }
  package var tmdbLanguage: String { self[.tmdbLanguage].value ?? "" }

  private func address(_ key: SettingKey) -> String { refusedAddresses.contains(key) ? "" : self[key].value ?? "" }

  /// Returns the environment variable of a setting if its value is invalid, otherwise `nil`.
  package func refusedVariable(for key: SettingKey) -> String? { refusedVariables.contains(key) ? key.variable : nil }

  /// The country, as two uppercase letters, for which TMDB's certifications and offers are shown.
  package var region: String { (self[.region].value ?? "US").uppercased() }
  /// The number of days for which fetched facts stay fresh.
  package var cacheDays: Int { self[.cacheDays].value.flatMap { Int($0) } ?? 30 }
  /// The ratings that tables of films have columns for.
  package var listRatings: ListRatings { self[.listRatings].value.flatMap(ListRatings.init) ?? .both }
  /// `true` if tables of films show TMDB's ratings of films without IMDb's.
  package var showsScores: Bool { listRatings == .both && tmdbToken != nil }
  /// The scale of typed and shown ratings in a shell.
  package var ratingScale: RatingScale { self[.ratingScale].value.flatMap(RatingScale.init) ?? .points }
  /// The name under which the user writes comments.
  package var profileName: String { self[.profileName].value?.trimmed ?? Self.unnamed }
  /// `true` if Ctrl-T and the candidates of a title show live results.
  package var hasLiveKeys: Bool { self[.liveKeys].value != "off" }
  /// The number of rows on a page; `nil` if it depends on the height of the terminal.
  package var pageSize: Int? { self[.pageSize].value.flatMap { Int($0) } }
}

/// The certifications of the films that are shown while the kids filter is on.
///
/// It hides the other films, but does not prevent deliberate access to them. Source: contract, Kids filter.
package struct KidsFilter: Sendable, Hashable {
  /// The certifications in the form of ``FilmFilter/certificationKey(_:)``.
  package let ratings: Set<String>

  /// Creates a filter from certifications that are separated by commas.
  package init(ratings: String) {
    self.ratings = Set(ratings.split(separator: ",").compactMap { FilmFilter.certificationKey(String($0)) })
  }

  /// The certifications, sorted.
  package var sortedRatings: [String] { ratings.sorted() }

  /// Returns whether films with a certification are shown; those without one are not.
  package func allows(_ certification: String?) -> Bool {
    certification.flatMap(FilmFilter.certificationKey).map(ratings.contains) ?? false
  }
}

extension Settings {
  /// The kids filter; `nil` if it is off.
  package var kidsFilter: KidsFilter? { isKidsFilterOn ? KidsFilter(ratings: kidsRatings) : nil }

  package var isKidsFilterOn: Bool { hasKidsPIN || self[.kidsOn].value == "on" }

  /// The certifications of the films that the kids filter shows, separated by commas.
  package var kidsRatings: String { self[.kidsRatings].value ?? "" }
}

/// The ratings that tables of films have columns for.
///
/// Source of all but the first: FlickSwiper, ratings under posters.
package enum ListRatings: String, Sendable, CaseIterable {
  /// The user's ratings and IMDb's; with a token for TMDB, also TMDB's of films without IMDb's.
  case both
  /// The user's ratings.
  case mine
  /// IMDb's ratings.
  case imdb
  /// TMDB's ratings.
  case tmdb
  case none
}
