/// The settings that hold: environment over file over default.
package struct Settings: Sendable, Hashable {
  /// Where a value comes from.
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

    /// The value as it may be shown: secrets are masked.
    package var shownValue: String? { key.isSecret ? value.map { _ in "********" } : value }
  }

  private let entries: [SettingKey: Entry]

  /// The commands that names of the user's stand for.
  package let aliases: [String: String]

  /// Why variables of the environment cannot be used, one line each.
  package let problems: [String]

  /// Settings of a file's values and the environment.
  ///
  /// Empty variables count as unset; one that cannot be used costs only itself, and is named.
  package init(
    file: [SettingKey: String] = [:], aliases: [String: String] = [:],
    environment: [String: String] = [:]
  ) {
    var entries: [SettingKey: Entry] = [:]
    var problems: [String] = []
    for key in SettingKey.allCases {
      let given = key.variable.flatMap { environment[$0] }.flatMap { $0.isEmpty ? nil : $0 }
      let isUsable = given.map { (try? key.check($0)) != nil } ?? false
      if given != nil, !isUsable, let variable = key.variable {
        problems.append("\(variable) takes \(key.expectation); what it has is ignored")
      }
      if let given, isUsable {
        entries[key] = Entry(key: .key(key), value: given, origin: .environment)
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

  /// All settings in the order of their names.
  package var all: [Entry] {
    (SettingKey.allCases.map { self[$0] } + aliases.keys.map { self[SettingName.alias($0)] })
      .sorted { $0.key.rawValue < $1.key.rawValue }
  }

  package var omdbAPIKey: String? { self[.omdbAPIKey].value }
  package var omdbBaseURL: String { self[.omdbBaseURL].value ?? "" }
  /// Days for which fetched facts stay fresh.
  package var cacheDays: Int { self[.cacheDays].value.flatMap { Int($0) } ?? 30 }
  /// Rows of a page; nothing where they follow the terminal's height.
  package var pageSize: Int? { self[.pageSize].value.flatMap { Int($0) } }
}
