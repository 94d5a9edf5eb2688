package import FilmzDomain
import FilmzFiles
package import Foundation

/// The settings file on disk.
package struct SettingsFile: Sendable {
  package let url: URL
  /// Names that no alias may have.
  let verbs: Set<String>

  package init(url: URL, verbs: Set<String> = []) {
    self.url = url
    self.verbs = verbs
  }

  /// The file's text; a missing file is an empty one.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)``.
  package func load() throws(StoreError) -> SettingsText {
    SettingsText(String(decoding: try data(), as: UTF8.self), verbs: verbs)
  }

  private func data() throws(StoreError) -> Data {
    try mapFileErrors(try PrivateFile.read(url)) ?? Data()
  }

  /// Changes one line of the file, or adds or removes it, and keeps the rest.
  ///
  /// - Throws: A ``StoreError`` where the file cannot be read or written.
  package func set(_ key: SettingName, to value: String?) throws {
    let folder = url.deletingLastPathComponent()
    try mapFileErrors(PrivateFile.createFolder(folder))
    try withFolderLock(folder) {
      guard let old = String(data: try data(), encoding: .utf8) else {
        throw StoreError.cannotRead(
          path: url.path(percentEncoded: false), reason: "it is not UTF-8; mend it in an editor")
      }
      var text = SettingsText(old, verbs: verbs)
      text.set(key, to: value)
      guard text.text != old else { return }
      try mapReplaceErrors(PrivateFile.replace(url, with: Data(text.text.utf8), followsLink: true))
    }
  }
}
