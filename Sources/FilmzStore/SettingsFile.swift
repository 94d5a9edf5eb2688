package import FilmzDomain
package import Foundation

/// The settings file on disk.
package struct SettingsFile: Sendable {
  package let url: URL

  package init(url: URL) { self.url = url }

  /// The file's text; a missing file is an empty one.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)``.
  package func load() throws(StoreError) -> SettingsText {
    let path = url.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path) else { return SettingsText("") }
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .cannotRead(path: path, reason: "check that it is a file and may be read")
    }
    return SettingsText(String(decoding: data, as: UTF8.self))
  }

  /// Changes one line of the file, or adds or removes it, and keeps the rest.
  ///
  /// - Throws: A ``StoreError`` where the file cannot be read or written.
  package func set(_ key: SettingKey, to value: String?) throws(StoreError) {
    var text = try load()
    let isKnown = text.text
    text.set(key, to: value)
    guard text.text != isKnown else { return }
    try PrivateFile.replace(url, with: Data(text.text.utf8))
  }
}
