package import FilmzDomain
import FilmzFiles
import FilmzStore
package import FilmzSync
import Foundation
import Glibc

extension SyncViewModel {
  /// Returns the key, for the other machines.
  package func keyText() throws -> String { try settings().key.text }

  /// Returns the key in a file.
  package func keyText(fromFile path: String) throws -> String {
    // The key itself instead of the name of its file must not get into a message.
    guard !SecretDetector.containsSecret(path) else { throw SyncError.keyInsteadOfFile }
    guard !path.isEmpty, let data = try? PrivateFile.read(URL(filePath: absolute(path))),
      data.count < 4096
    else { throw SyncError.noKeyFile(path: path) }
    return String(decoding: data, as: UTF8.self)
  }

  /// Takes another key, and writes the files of this machine anew with it.
  package func setKey(_ text: String, in context: CommandContext) async throws -> SyncReport {
    guard let key = SyncKey(text: text) else { throw SyncError.invalidKey }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    let collection = try await database.openForWriting(at: context.now).collection
    settings.key = key
    let folder = settings.syncFolder
    let own = try await collection.ownInstallations()
    // Nothing is changed unless the files of the others can be read with the key.
    try mapFolderErrors(settings.folder) {
      let others = try folder.list().entries.map(\.file).filter { !own.contains($0.installation) }
      guard others.isEmpty || others.contains(where: { (try? folder.header($0)) != nil }) else {
        throw SyncError.wrongKey(path: settings.folder, file: nil)
      }
    }
    let files = try await readFiles(of: own, collection)
    try await collection.forgetAllFiles()
    try settings.save(paths.sync)
    try mapFolderErrors(settings.folder) { for file in files { try folder.remove(file) } }
    return try await run(settings, context)
  }

  /// Returns the files of installations that have been read or written, so that their content is in the collection.
  private func readFiles(
    of installations: Set<String>, _ collection: CollectionStore
  ) async throws -> [SyncFile] {
    try await collection.syncedFiles().filter {
      installations.contains($0.installation) && !$0.isMissing
    }.compactMap { SyncFile(installation: $0.installation, number: $0.number) }
  }

  /// Names this machine, and tells the others.
  ///
  /// - Returns: `false` if they learn of it later, because the folder cannot be written.
  /// - Throws: A ``SyncError``, a `StoreError`.
  package func setName(_ text: String, in context: CommandContext) async throws -> Bool {
    guard let name = SyncSettings.validName(text) else { throw SyncError.invalidName }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    settings.name = name
    try settings.save(paths.sync)
    do {
      _ = try await run(settings, context, announces: true)
      return true
    } catch is SyncError {
      return false
    }
  }

  /// Hides another machine from the status, by its name or installation.
  package func forget(_ peer: String, in context: CommandContext) async throws {
    let found = try await status(in: context).peers.filter {
      $0.name.lowercased() == peer.lowercased() || $0.installation == peer.uppercased()
    }
    guard !found.isEmpty else { throw SyncError.noSuchPeer(peer) }
    guard found.count == 1 else { throw SyncError.severalPeers(peer) }
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    var settings = try settings()
    settings.hidden += found.map(\.installation)
    try settings.save(paths.sync)
  }

  func settings() throws -> SyncSettings {
    guard let settings = try SyncSettings.load(paths.sync) else { throw SyncError.notSetUp }
    return settings
  }

  /// Syncs, and returns why that was not possible; `nil` if it was.
  package func lastSyncProblem(in context: CommandContext) async throws -> String? {
    do {
      _ = try await synchronize(in: context)
      return nil
    } catch SyncError.notSetUp {
      throw SyncError.notSetUp
    } catch let error as any UserFacingError {
      return error.message
    }
  }

  /// Forgets the place and the key; `removesFiles` also removes the files of this machine from the folder.
  package func turnOff(removesFiles: Bool, in context: CommandContext) async throws {
    let lock = try await locked()
    defer { withExtendedLifetime(lock) {} }
    let settings = try settings()
    let collection = try await database.openForWriting(at: context.now).collection
    if removesFiles {
      let folder = settings.syncFolder
      // The files of former installations can be those of the home that this one was copied from.
      let own = try await collection.currentInstallation()
      let files = try await readFiles(of: [own], collection)
      try mapFolderErrors(settings.folder) { for file in files { try folder.remove(file) } }
    }
    try await collection.forgetAllFiles()
    try removeSettings()
  }

  /// Forgets the place, the key, and the state.
  func removeSettings() throws {
    PrivateFile.removeLeftovers(of: paths.sync)
    let path = paths.sync.path(percentEncoded: false)
    guard unlink(path) == 0 || errno == ENOENT else {
      throw SyncError.notWritten(path: path, reason: String.systemError)
    }
    try? FileManager.default.removeItem(at: paths.syncState)
  }
}
