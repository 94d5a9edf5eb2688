package import FilmzDomain
import FilmzFiles
import FilmzStore
package import FilmzSync
import Foundation
import Glibc

extension SyncViewModel {
  /// Returns the text of the key, with which sync is set up on other machines.
  package func keyText() throws -> String { try syncSettings().key.text }

  /// Throws ``SyncError/invalidKey(groups:)`` if a text is not that of a key.
  package static func check(keyText: String) throws(SyncError) { _ = try key(text: keyText) }

  static func key(text: String) throws(SyncError) -> SyncKey {
    guard let key = SyncKey(text: text) else { throw .invalidKey(groups: SyncKey.wrongGroups(in: text)) }
    return key
  }

  /// Returns the content of a file with a key.
  package func keyText(fromFile path: String) throws -> String {
    // A key that the user typed instead of a path must not appear in an error message.
    guard !SecretDetector.containsSecret(path) else { throw SyncError.keyInsteadOfFile }
    guard !path.isEmpty, let data = try? PrivateFile.read(URL(filePath: absolute(path))), data.count < 4096
    else { throw SyncError.noKeyFile(path: path) }
    return String(decoding: data, as: UTF8.self)
  }

  /// Sets another key, and replaces the files of this machine by files with the new key.
  package func setKey(_ text: String, in context: CommandContext) async throws -> SyncReport {
    let key = try Self.key(text: text)
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try syncSettings()
    let collection = try await database.openForWriting(at: context.now).collection
    settings.key = key
    let carrier = try self.carrier(settings, in: context)
    let own = try await collection.ownInstallations()
    // Nothing is changed unless the files of the other machines can be read with the key.
    try await mapCarrierErrors(settings.place) {
      let others = try await carrier.list(expectsFiles: false).files.filter { !own.contains($0.installation) }
      let isRightKey = others.isEmpty ? true : try await carrier.canRead(any: others)
      guard isRightKey else { throw SyncError.wrongKeyGiven(path: settings.place, file: nil) }
    }
    let files = try await syncedFiles(of: own, collection)
    try await collection.forgetAllFiles()
    try settings.save(paths.sync)
    try await mapCarrierErrors(settings.place) { for file in files { try await carrier.remove(file) } }
    do {
      return try await run(settings, context)
    } catch SyncError.wrongKey(_, let file?) {
      throw SyncError.otherKeysLeft(file: file)
    }
  }

  /// Returns the names of files of installations that have been read or written, so that the collection has their content.
  private func syncedFiles(of installations: Set<String>, _ collection: CollectionStore) async throws -> [SyncFileName]
  {
    try await collection.syncedFiles()
      .filter { installations.contains($0.installation) && !$0.isMissing }
      .compactMap { SyncFileName(installation: $0.installation, number: $0.number) }
  }

  /// Sets the name of this machine, and sends it to the others.
  ///
  /// - Returns: The trimmed name; `isSent` is `false` if syncing failed, so that the next sync sends the name.
  /// - Throws: A ``SyncError``, a `StoreError`.
  package func setName(_ text: String, in context: CommandContext) async throws -> (name: String, isSent: Bool) {
    guard let name = SyncSettings.validName(text) else { throw SyncError.invalidName }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try syncSettings()
    settings.name = name
    try settings.save(paths.sync)
    do {
      _ = try await run(settings, context, alwaysWritesFile: true)
      return (name, true)
    } catch is SyncError {
      return (name, false)
    }
  }

  /// Hides another machine in the status; `peer` is the name, the label, or the beginning of the installation id of the
  /// machine.
  package func forget(_ peer: String, in context: CommandContext) async throws {
    let text = peer.trimmed.lowercased()
    let canBeInstallation = text.count >= Self.minimumInstallationLength
    let found = try await status(in: context).peers.filter { machine in
      [machine.name, machine.label].contains { $0.lowercased() == text }
        || (canBeInstallation && machine.installation.lowercased().hasPrefix(text))
    }
    guard !found.isEmpty else { throw SyncError.noSuchPeer(peer) }
    guard found.count == 1 else { throw SyncError.severalPeers(peer) }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try syncSettings()
    settings.hidden += found.map(\.installation)
    try settings.save(paths.sync)
  }

  /// The minimum length of the beginning of an installation id by which a machine can be named.
  private static let minimumInstallationLength = 8

  /// Returns the stored settings.
  ///
  /// - Throws: ``SyncError/notSetUp``, and the errors of ``SyncSettings/load(_:)``.
  func syncSettings() throws -> SyncSettings {
    guard let settings = try SyncSettings.load(paths.sync) else { throw SyncError.notSetUp }
    return settings
  }

  /// Syncs, and returns the message of an error; `nil` if there was none.
  ///
  /// - Throws: ``SyncError/notSetUp``.
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

  /// Removes the place and the key from this machine; with `removesFiles`, also removes the files of this machine from the
  /// folder or server.
  package func turnOff(removesFiles: Bool, in context: CommandContext) async throws {
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    let settings = try syncSettings()
    let collection = try await database.openForWriting(at: context.now).collection
    if removesFiles {
      let carrier = try self.carrier(settings, in: context)
      // Files of former installations are kept: they may belong to the home of which this one is a copy.
      let own = try await collection.currentInstallation()
      let files = try await syncedFiles(of: [own], collection)
      try await mapCarrierErrors(settings.place) { try await carrier.removeAll(own: files) }
      if settings.server != nil { try await collection.withdrawPublications(at: settings.place) }
    }
    try await collection.forgetAllFiles()
    try await collection.forgetSharedComments()
    try removeSettings()
  }

  /// Removes the stored settings, with the place and the key, and the state.
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
  /// Returns whether the header of at least one of the files can be read with the key.
  fileprivate func canRead(any files: [SyncFileName]) async throws -> Bool {
    for file in files {
      do {
        _ = try await header(file)
        return true
      } catch is SyncFileProblem {}
    }
    return false
  }
}
