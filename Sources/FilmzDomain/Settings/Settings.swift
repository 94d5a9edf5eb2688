/// The effective settings: the environment overrides the settings file, which overrides the defaults.
package struct Settings: Sendable, Hashable {
  /// The source of a value.
  package enum Origin: String, Sendable {
    case flag
    case environment
    case file
    case `default`
  }

  /// The value of one setting.
  package struct Entry: Sendable, Hashable {
    package let key: SettingName
    package let value: String?
    package let origin: Origin

    /// The value for display; secrets are masked.
    package var displayValue: String? { key.isSecret ? value.map { _ in "********" } : value }
  }

  private let entries: [SettingKey: Entry]

  /// The commands of the user's aliases by name.
  package let aliases: [String: String]

  /// Messages about invalid environment variables, one line each.
  package let problems: [String]

  /// Creates settings from the values of a file and the environment.
  ///
  /// An empty variable counts as unset. An invalid one is ignored and reported in ``problems``.
  package init(
    file: [SettingKey: String] = [:], aliases: [String: String] = [:],
    environment: [String: String] = [:]
  ) {
    var entries: [SettingKey: Entry] = [:]
    var problems: [String] = []
    for key in SettingKey.allCases {
      let variableValue = key.variable.flatMap { environment[$0] }
        .flatMap { $0.isEmpty ? nil : $0 }
      let isValid = variableValue.map { (try? key.check($0)) != nil } ?? false
      if variableValue != nil, !isValid, let variable = key.variable {
        problems.append("\(variable) must be \(key.expectation); its value is ignored")
      }
      if let variableValue, isValid {
        entries[key] = Entry(key: .key(key), value: variableValue, origin: .environment)
      } else if let value = file[key] {
        entries[key] = Entry(key: .key(key), value: value, origin: .file)
      } else {
        entries[key] = Entry(key: .key(key), value: key.defaultValue, origin: .default)
      }
    }
    self.entries = entries
    self.aliases = aliases
    self.problems = problems
  }

  package subscript(key: SettingKey) -> Entry {
    entries[key] ?? Entry(key: .key(key), value: key.defaultValue, origin: .default)
  }

  package subscript(name: SettingName) -> Entry {
    switch name {
    case .key(let key): return self[key]
    case .alias(let alias):
      let command = aliases[alias]
      return Entry(key: name, value: command, origin: command == nil ? .default : .file)
    }
  }

  /// All settings, sorted by name.
  package var all: [Entry] {
    (SettingKey.allCases.map { self[$0] } + aliases.keys.map { self[SettingName.alias($0)] })
      .sorted { $0.key.rawValue < $1.key.rawValue }
  }

  package var omdbAPIKey: String? { self[.omdbAPIKey].value }
  package var omdbBaseURL: String { self[.omdbBaseURL].value ?? "" }
  /// The number of days for which fetched facts are fresh.
  package var cacheDays: Int { self[.cacheDays].value.flatMap { Int($0) } ?? 30 }
  /// The number of rows on a page; `nil` if it depends on the height of the terminal.
  package var pageSize: Int? { self[.pageSize].value.flatMap { Int($0) } }
}
