import FilmzDomain
import FilmzFiles
import FilmzStore
import FilmzSync
import Foundation
import Glibc

/// The settings of sync, among them the place and the key, which are stored only in the file `sync.toml` (0600).
struct SyncSettings: Sendable, Equatable {
  /// The absolute path of the folder, or the address of the server without its password.
  var place: String
  /// The address of the server, which may contain a password; `nil` for a folder.
  var server: String?
  var key: SyncKey
  /// The name of this machine that other machines show.
  var name: String
  /// The ids of the installations that `sync status` does not show.
  var hidden: [String] = []

  /// The name of this machine if none was chosen: the host name or, if that is not valid, `filmz`.
  static var defaultName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "filmz" }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return validName(name) ?? "filmz"
  }

  /// Returns the trimmed name; `nil` if it is not valid.
  ///
  /// A valid name has 1 to 64 characters, without control and format characters other than U+200D (in emoji).
  static func validName(_ text: String) -> String? {
    let name = text.trimmed
    let isValid =
      (1...64).contains(name.count) && !name.unicodeScalars.contains { $0.properties.isControl && $0 != "\u{200D}" }
    return isValid ? name : nil
  }

  /// Returns the settings in a file; `nil` if the file does not exist.
  ///
  /// - Throws: ``SyncError/unusableSettings(path:)``, `StoreError`.
  static func load(_ file: URL) throws -> SyncSettings? {
    guard let data = try mapFileErrors(PrivateFile.read(file)) else { return nil }
    var values: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
      guard let equals = line.firstIndex(of: "="),
        let value = SettingsText.unquoted(line[line.index(after: equals)...].trimmed)
      else { continue }
      values[line[..<equals].trimmed] = value
    }
    let server = values["server"]
    guard let place = server == nil ? values["folder"] : values["place"], server != nil || place.hasPrefix("/"),
      let key = values["key"].flatMap(SyncKey.init(text:))
    else { throw SyncError.unusableSettings(path: file.path(percentEncoded: false)) }
    return SyncSettings(
      place: place, server: server, key: key, name: values["name"].flatMap(validName) ?? defaultName,
      hidden: values["hidden"]?.split(separator: " ").map(String.init) ?? [])
  }

  func save(_ file: URL) throws {
    let placeValues = server.map { [("server", $0), ("place", place)] } ?? [("folder", place)]
    let values = placeValues + [("key", key.text), ("name", name), ("hidden", hidden.joined(separator: " "))]
    let lines = values.map { name, value in "\(name) = \(SettingsText.quoted(value))\n" }
    try mapFileErrors(PrivateFile.replace(file, with: Data(lines.joined().utf8)))
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { [.control, .format].contains(generalCategory) }
}
