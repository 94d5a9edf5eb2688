package import FilmzDomain
import FilmzFiles
package import Foundation

/// The effective settings.
///
/// The settings file is read when the settings are first needed, and when they are needed after a change.
package actor SettingsStore {
  package nonisolated let file: SettingsFile
  private let environment: [String: String]
  /// The path of the file of the kids filter's PIN; `nil` if there cannot be a PIN.
  private let pinPath: String?
  /// `true` if the user chose the file; a warning is then given if it does not exist.
  private let isChosenByUser: Bool
  /// The content of the file; `nil` if it has to be read.
  private var text: SettingsText? { didSet { effectiveSettings = nil } }
  /// The effective settings; `nil` if they have to be determined from ``text``.
  private var effectiveSettings: Settings?
  /// The error of the last attempt to read the file; `nil` if the attempt succeeded.
  private var loadError: StoreError?

  package init(file: SettingsFile, environment: [String: String], isChosenByUser: Bool = false, pinFile: URL? = nil) {
    self.file = file
    pinPath = pinFile?.path(percentEncoded: false)
    self.environment = environment
    self.isChosenByUser = isChosenByUser
  }

  /// Returns the effective settings; a file that cannot be read counts as an empty one.
  package func settings() -> Settings {
    let text = load()
    var settings =
      effectiveSettings
      ?? Settings(file: text.values, aliases: text.aliases, environment: environment, invalidKeys: text.invalidKeys)
    effectiveSettings = settings
    settings.hasKidsPIN = pinPath.map(KidsPIN.exists(inFileAt:)) ?? false
    return settings
  }

  /// Returns the problems of the settings file and of environment variables, one warning each.
  ///
  /// Only the affected lines and variables are ignored.
  package func problems() -> [Warning] { fileProblems() + lineProblems() + settings().problems.map { .problem($0) } }

  /// Returns a warning for each line of the settings file that is ignored.
  package func lineProblems() -> [Warning] {
    load().problems.map { problem in
      .problem("\(path) line \(problem.line) \(problem.reason)", problem.remedy, consequence: "the line is ignored")
    }
  }

  /// Returns a warning if the file cannot be read, or the user named a file that does not exist.
  package func fileProblems() -> [Warning] {
    _ = load()
    if let loadError { return [Warning(loadError)] }
    guard isChosenByUser, !file.exists else { return [] }
    return [.problem("\(path) does not exist", consequence: "the default settings are used")]
  }

  private var path: String { file.url.path(percentEncoded: false) }

  /// Changes a setting in the file, or removes it if the value is `nil`.
  ///
  /// - Throws: A ``FilmzDomain/DomainError`` if the value is invalid, a ``StoreError`` if the file cannot
  ///   be changed, or `CancellationError`.
  package func set(_ key: SettingName, to value: String?) throws {
    if let value { try key.check(value, reservedNames: file.reservedNames, isNew: true) }
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

/// The warnings that were shown today, in a private file.
///
/// The file contains hashes, because the lines that the warnings are about may contain anything.
package struct DailyWarnings: Sendable {
  private struct Shown: Codable, Sendable {
    /// The day, such as `2024-05-01`.
    let day: String
    var hashes: Set<String> = []
  }

  private let file: JSONFile<Shown>
  private let now: Date

  package init(url: URL, now: Date) {
    file = JSONFile(url: url)
    self.now = now
  }

  /// Returns the warnings that were not shown today, and records that they are shown.
  ///
  /// If the file cannot be written, the warnings are returned again by the next call.
  package func takeNew(_ warnings: [Warning]) -> [Warning] {
    guard !warnings.isEmpty else { return [] }
    let today = PartialDate(day: now).text
    let shown = file.load().flatMap { $0.day == today ? $0.hashes : nil } ?? []
    let newWarnings = warnings.filter { !shown.contains(Self.hash(of: $0)) }
    if !newWarnings.isEmpty {
      let hashes = shown.union(newWarnings.map(Self.hash))
      try? file.save(Shown(day: today, hashes: hashes))
    }
    return newWarnings
  }

  /// Returns a hash of a warning as hexadecimal digits.
  private static func hash(of warning: Warning) -> String {
    String(FNV1a.hash64(of: Array("\(warning)".utf8).span), radix: 16)
  }
}

/// The PIN that is needed to turn the kids filter off, as a salted hash.
///
/// It keeps children from turning the filter off, but not somebody who can delete the file.
package struct KidsPIN: Sendable, Codable, Equatable {
  /// The number of hashes, which makes guessing slow.
  private static let rounds = 100_000

  private let salt: Data
  private let hash: Data

  package init(_ pin: String) {
    salt = Data([UInt8].random(count: 16))
    hash = Self.hash(pin, salt)
  }

  package func matches(_ pin: String) -> Bool { Self.hash(pin, salt) == hash }

  /// Returns whether a file has a PIN: whether it exists and is not empty, even if it cannot be read.
  package static func exists(inFileAt path: String) -> Bool { FileStatus(path: path).map { $0.bytes > 0 } ?? false }

  /// Returns whether a text can be a PIN: 4 to 12 digits.
  package static func isValid(_ pin: String) -> Bool {
    (4...12).contains(pin.utf8.count) && pin.utf8.allSatisfy(\.isDigit)
  }

  private static func hash(_ pin: String, _ salt: Data) -> Data {
    let salt = Array(salt)
    var digest = salt + Array(pin.utf8)
    for _ in 0..<rounds { digest = SHA256.hash(of: salt + digest) }
    return Data(digest)
  }
}

/// The settings file on disk.
package struct SettingsFile: Sendable {
  package let url: URL
  /// The names of commands, which cannot be names of aliases.
  let reservedNames: Set<String>

  package init(url: URL, reservedNames: Set<String> = []) {
    self.url = url
    self.reservedNames = reservedNames
  }

  /// Returns the content of the file; a missing file counts as an empty one.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)``, ``StoreError/notAFile(path:)``.
  package func load() throws(StoreError) -> SettingsText {
    SettingsText(String(decoding: try data(), as: UTF8.self), reservedNames: reservedNames)
  }

  /// `true` if there is a file, even if it cannot be read.
  var exists: Bool { FileStatus(of: url) != nil }

  private func data() throws(StoreError) -> Data { try mapFileErrors(try PrivateFile.read(url)) ?? Data() }

  /// Changes or adds the line of a setting, or removes all lines of the setting if the value is `nil`.
  ///
  /// The lines of other settings are not changed.
  ///
  /// - Throws: A ``StoreError`` if the file cannot be read or written, or `CancellationError`.
  package func set(_ key: SettingName, to value: String?) throws {
    let folder = url.deletingLastPathComponent()
    try mapFileErrors(PrivateFile.createFolder(folder))
    try withFolderLock(folder) {
      guard let old = String(data: try data(), encoding: .utf8) else {
        throw StoreError.cannotRead(
          path: url.path(percentEncoded: false), reason: "it is not valid UTF-8; fix it in an editor")
      }
      var text = SettingsText(old, reservedNames: reservedNames)
      text.set(key, to: value)
      guard text.text != old else { return }
      try mapReplaceErrors(PrivateFile.replace(url, with: Data(text.text.utf8), followsLink: true))
    }
  }
}
