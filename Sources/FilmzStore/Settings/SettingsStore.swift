package import FilmzDomain
package import Foundation

/// The effective settings.
///
/// The settings file is read when the settings are first needed, and when they are needed after a change.
package actor SettingsStore {
  package nonisolated let file: SettingsFile
  private let environment: [String: String]
  /// The path of the file of the kids filter's PIN; `nil` if there cannot be a PIN.
  private let pinPath: String?
  /// `true` if the user named the file.
  private let isNamed: Bool
  /// The content of the file; `nil` if it has to be read.
  private var text: SettingsText? { didSet { effectiveSettings = nil } }
  /// The effective settings; `nil` if they have to be determined from ``text``.
  private var effectiveSettings: Settings?
  /// The error of the last attempt to read the file; `nil` if the attempt succeeded.
  private var loadError: StoreError?

  package init(
    file: SettingsFile, environment: [String: String], isNamed: Bool = false, pinFile: URL? = nil
  ) {
    self.file = file
    pinPath = pinFile?.path(percentEncoded: false)
    self.environment = environment
    self.isNamed = isNamed
  }

  /// Returns the effective settings; a file that cannot be read counts as an empty one.
  package func settings() -> Settings {
    let text = load()
    var settings =
      effectiveSettings
      ?? Settings(
        file: text.values, aliases: text.aliases, environment: environment,
        invalidKeys: text.invalidKeys)
    effectiveSettings = settings
    settings.hasKidsPIN = pinPath.map(KidsPIN.exists(inFileAt:)) ?? false
    return settings
  }

  /// Returns the problems of the settings file and of environment variables, one warning each.
  ///
  /// Only the affected lines and variables are ignored.
  package func problems() -> [Warning] {
    fileProblems() + lineProblems() + settings().problems.map { .problem($0) }
  }

  /// Returns a warning for each line of the settings file that is ignored.
  package func lineProblems() -> [Warning] {
    load().problems.map { problem in
      .problem(
        "\(path) line \(problem.line) \(problem.reason)", problem.remedy,
        consequence: "the line is ignored")
    }
  }

  /// Returns a warning if the file cannot be read, or the user named a file that does not exist.
  package func fileProblems() -> [Warning] {
    _ = load()
    if let loadError { return [Warning(loadError)] }
    guard isNamed, !file.exists else { return [] }
    return [.problem("\(path) does not exist", consequence: "the default settings are used")]
  }

  private var path: String { file.url.path(percentEncoded: false) }

  /// Changes a setting in the file, or removes it if the value is `nil`.
  ///
  /// - Throws: A ``FilmzDomain/DomainError`` if the value is invalid, a ``StoreError`` if the file cannot
  ///   be changed, or `CancellationError`.
  package func set(_ key: SettingName, to value: String?) throws {
    if let value { try key.check(value, reservedNames: file.reservedNames) }
    try file.set(key, to: value)
    text = nil
  }

  private func load() -> SettingsText {
    if let text { return text }
    do throws(StoreError) {
      loadError = nil
      let loaded = try file.load()
      text = loaded
      return loaded
    } catch {
      loadError = error
      let empty = SettingsText("")
      text = empty
      return empty
    }
  }
}
