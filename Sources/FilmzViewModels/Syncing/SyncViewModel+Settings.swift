package import FilmzDomain
import FilmzFiles
import FilmzStore
package import FilmzSync
import Foundation
import Glibc

extension SyncViewModel {
  /// Returns the key, for the other machines.
  package func keyText() throws -> String { try settings().key.text }

  /// Returns whether a text has the form of a key.
  package static func isKey(_ text: String) -> Bool { SyncKey(text: text) != nil }

  /// Returns the key in a file.
  package func keyText(fromFile path: String) throws -> String {
    // A key that was typed instead of a path must not appear in a message.
    guard !SecretDetector.containsSecret(path) else { throw SyncError.keyInsteadOfFile }
    guard !path.isEmpty, let data = try? PrivateFile.read(URL(filePath: absolute(path))),
      data.count < 4096
    else { throw SyncError.noKeyFile(path: path) }
    return String(decoding: data, as: UTF8.self)
  }

  /// Sets another key, and writes the files of this machine anew with it.
  package func setKey(_ text: String, in context: CommandContext) async throws -> SyncReport {
    guard let key = SyncKey(text: text) else { throw SyncError.invalidKey }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    let collection = try await database.openForWriting(at: context.now).collection
    settings.key = key
    let carrier = try carriers.carrier(settings, in: context)
    let own = try await collection.ownInstallations()
    // Nothing is changed unless the files of the other machines can be read with the key.
    try await mapCarrierErrors(settings.place) {
      let others = try await carrier.list(expectsFiles: false).entries.map(\.file).filter {
        !own.contains($0.installation)
      }
      guard others.isEmpty ? true : try await carrier.canRead(any: others) else {
        throw SyncError.wrongKeyGiven(path: settings.place, file: nil)
      }
    }
    let files = try await readFiles(of: own, collection)
    try await collection.forgetAllFiles()
    try settings.save(paths.sync)
    try await mapCarrierErrors(settings.place) {
      for file in files { try await carrier.remove(file) }
    }
    do {
      return try await run(settings, context)
    } catch SyncError.wrongKey(_, let file?) {
      throw SyncError.otherKeysLeft(file: file)
    }
  }

  /// Returns the files of installations that have been read or written, whose content is in the collection.
  private func readFiles(
    of installations: Set<String>, _ collection: CollectionStore
  ) async throws -> [SyncFile] {
    try await collection.syncedFiles().filter {
      installations.contains($0.installation) && !$0.isMissing
    }.compactMap { SyncFile(installation: $0.installation, number: $0.number) }
  }

  /// Sets the name of this machine, and sends it to the others.
  ///
  /// - Returns: The name; `isSent` is `false` if it is sent later, because the folder cannot be written.
  /// - Throws: A ``SyncError``, a `StoreError`.
  package func setName(
    _ text: String, in context: CommandContext
  ) async throws -> (name: String, isSent: Bool) {
    guard let name = SyncSettings.validName(text) else { throw SyncError.invalidName }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    settings.name = name
    try settings.save(paths.sync)
    do {
      _ = try await run(settings, context, announces: true)
      return (name, true)
    } catch is SyncError {
      return (name, false)
    }
  }

  /// Hides another machine from the status; `peer` is its name, its label, or the beginning of its installation id.
  package func forget(_ peer: String, in context: CommandContext) async throws {
    let text = peer.trimmed.lowercased()
    let found = try await status(in: context).peers.filter { machine in
      [machine.name, machine.label].contains { $0.lowercased() == text }
        || text.count >= Self.shortestInstallation
          && machine.installation.lowercased().hasPrefix(text)
    }
    guard !found.isEmpty else { throw SyncError.noSuchPeer(peer) }
    guard found.count == 1 else { throw SyncError.severalPeers(peer) }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    settings.hidden += found.map(\.installation)
    try settings.save(paths.sync)
  }

  /// The minimum number of characters of an installation id that identify a machine.
  private static let shortestInstallation = 8

  func settings() throws -> SyncSettings {
    guard let settings = try SyncSettings.load(paths.sync) else { throw SyncError.notSetUp }
    return settings
  }

  /// Syncs, and returns the error message; `nil` if there was no error.
  package func syncReturningProblem(in context: CommandContext) async throws -> String? {
    do {
      _ = try await synchronize(in: context)
      return nil
    } catch SyncError.notSetUp {
      throw SyncError.notSetUp
    } catch let error as any UserFacingError {
      return error.message
    }
  }

  /// Removes the place and the key; with `removesFiles`, also the files of this machine from the folder.
  package func turnOff(removesFiles: Bool, in context: CommandContext) async throws {
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    let settings = try settings()
    let collection = try await database.openForWriting(at: context.now).collection
    if removesFiles {
      let carrier = try carriers.carrier(settings, in: context)
      // The files of former installations can be those of the home that this one was copied from.
      let own = try await collection.currentInstallation()
      let files = try await readFiles(of: [own], collection)
      try await mapCarrierErrors(settings.place) { try await carrier.removeAll(own: files) }
      if settings.server != nil {
        try await collection.withdrawPublications(at: settings.place)
      }
    }
    try await collection.forgetAllFiles()
    try await collection.forgetSharedComments()
    try removeSettings()
  }

  /// Removes the place, the key, and the state.
  func removeSettings() throws {
    PrivateFile.removeLeftovers(of: paths.sync)
    let path = paths.sync.path(percentEncoded: false)
    guard unlink(path) == 0 || errno == ENOENT else {
      throw SyncError.notWritten(path: path, reason: String.systemError)
    }
    try? FileManager.default.removeItem(at: paths.syncState)
  }
}

extension SyncCarrier {
  /// Returns whether the header of one of the files can be read with the key.
  fileprivate func canRead(any files: [SyncFile]) async throws -> Bool {
    for file in files {
      do {
        _ = try await header(file)
        return true
      } catch is SyncFileProblem {}
    }
    return false
  }
}

/// The place and the key of sync, which are stored only in the file `sync.toml` (0600).
struct SyncSettings: Sendable, Equatable {
  /// The absolute path of the folder, or the address of the server without its password.
  var place: String
  /// The address of the server, which may contain a password; `nil` for a folder.
  var server: String?
  var key: SyncKey
  /// The name of this machine, as others see it.
  var name: String
  /// The installations that `sync status` does not show.
  var hidden: [String] = []

  /// The name of a machine without a chosen name: its host name.
  static var defaultName: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "filmz" }
    let name = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return validName(name) ?? "filmz"
  }

  /// Returns the trimmed name if it has 1 to 64 characters without control characters; `nil` for other texts.
  static func validName(_ text: String) -> String? {
    let name = text.trimmed
    let isValid =
      (1...64).contains(name.count)
      && !name.unicodeScalars.contains { $0.properties.isControl && $0 != "\u{200D}" }
    return isValid ? name : nil
  }

  /// Returns the settings of a file; `nil` if it does not exist.
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
    guard let place = server == nil ? values["folder"] : values["place"],
      server != nil || place.hasPrefix("/"),
      let key = values["key"].flatMap(SyncKey.init(text:))
    else { throw SyncError.unusableSettings(path: file.path(percentEncoded: false)) }
    return SyncSettings(
      place: place, server: server, key: key,
      name: values["name"].flatMap(validName) ?? defaultName,
      hidden: values["hidden"]?.split(separator: " ").map(String.init) ?? [])
  }

  func save(_ file: URL) throws {
    let values =
      (server.map { [("server", $0), ("place", place)] } ?? [("folder", place)]) + [
        ("key", key.text), ("name", name), ("hidden", hidden.joined(separator: " ")),
      ]
    let lines = values.map { "\($0) = \(SettingsText.quoted($1))\n" }
    try mapFileErrors(PrivateFile.replace(file, with: Data(lines.joined().utf8)))
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isControl: Bool { [.control, .format].contains(generalCategory) }
}
