package import FilmzDomain
import Foundation

/// The settings that hold, read when they are first needed.
package actor SettingsStore {
  package nonisolated let file: SettingsFile
  private let environment: [String: String]
  private var text: SettingsText?
  private var failure: StoreError?

  package init(file: SettingsFile, environment: [String: String]) {
    self.file = file
    self.environment = environment
  }

  /// The settings; a file that cannot be read counts as an empty one.
  package func settings() -> Settings {
    let text = load()
    return Settings(file: text.values, aliases: text.aliases, environment: environment)
  }

  /// What is wrong with the file, one line each; it costs those lines only.
  package func problems() -> [Warning] {
    let path = file.url.path(percentEncoded: false)
    let problems = load().problems.map { problem in
      Warning.trouble(
        "\(path) line \(problem.line) \(problem.reason)", problem.remedy,
        consequence: "it is ignored")
    }
    return (failure.map { [Warning($0)] } ?? []) + problems
      + settings().problems.map { .trouble($0) }
  }

  /// Changes a setting in the file, or takes it out.
  ///
  /// - Throws: A ``FilmzDomain/DomainError`` for a value that cannot be, a ``StoreError`` where the
  ///   file cannot be changed.
  package func set(_ key: SettingName, to value: String?) throws {
    if let value { try key.check(value, verbs: file.verbs) }
    try file.set(key, to: value)
    text = nil
  }

  private func load() -> SettingsText {
    if let text { return text }
    do throws(StoreError) {
      failure = nil
      let loaded = try file.load()
      text = loaded
      return loaded
    } catch {
      failure = error
      let empty = SettingsText("")
      text = empty
      return empty
    }
  }
}
