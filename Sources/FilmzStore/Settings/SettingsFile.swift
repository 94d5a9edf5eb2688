package import FilmzDomain
import FilmzFiles
package import Foundation

/// The settings file on disk.
package struct SettingsFile: Sendable {
  package let url: URL
  /// The verbs, which cannot be names of aliases.
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

  private func data() throws(StoreError) -> Data {
    try mapFileErrors(try PrivateFile.read(url)) ?? Data()
  }

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
          path: url.path(percentEncoded: false),
          reason: "it is not valid UTF-8; fix it in an editor")
      }
      var text = SettingsText(old, reservedNames: reservedNames)
      text.set(key, to: value)
      guard text.text != old else { return }
      try mapReplaceErrors(PrivateFile.replace(url, with: Data(text.text.utf8), followsLink: true))
    }
  }
}
