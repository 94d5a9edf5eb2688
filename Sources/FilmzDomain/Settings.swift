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
    package let key: SettingKey
    package let value: String?
    package let origin: Origin

    /// The value as it may be shown: secrets are masked.
    package var shownValue: String? { key.isSecret ? value.map { _ in "********" } : value }
  }

  private let entries: [SettingKey: Entry]

  /// Settings of a file's values and the environment; empty variables count as unset, and values of
  /// the environment that cannot be used are passed over.
  package init(file: [SettingKey: String] = [:], environment: [String: String] = [:]) {
    var entries: [SettingKey: Entry] = [:]
    for key in SettingKey.allCases {
      let given = key.variable.flatMap { environment[$0] }
      if let given, (try? key.check(given)) != nil {
        entries[key] = Entry(key: key, value: given, origin: .environment)
      } else if let value = file[key] {
        entries[key] = Entry(key: key, value: value, origin: .file)
      } else {
        entries[key] = Entry(key: key, value: key.defaultValue, origin: .default)
      }
    }
    self.entries = entries
  }

  package subscript(key: SettingKey) -> Entry {
    entries[key] ?? Entry(key: key, value: key.defaultValue, origin: .default)
  }

  /// All settings in the order of their names.
  package var all: [Entry] {
    SettingKey.allCases.map { self[$0] }.sorted { $0.key.rawValue < $1.key.rawValue }
  }

  package var omdbAPIKey: String? { self[.omdbAPIKey].value }
  package var omdbBaseURL: String { self[.omdbBaseURL].value ?? "" }
  /// Days for which fetched facts stay fresh.
  package var cacheDays: Int { self[.cacheDays].value.flatMap { Int($0) } ?? 30 }
  /// Rows of a page; nothing where they follow the terminal's height.
  package var pageSize: Int? { self[.pageSize].value.flatMap { Int($0) } }
}
