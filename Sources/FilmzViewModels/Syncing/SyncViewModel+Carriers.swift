import FilmzDomain
import FilmzSync
import Synchronization

// Creates the carriers that read and write the files of a place.
extension SyncViewModel {
  /// Returns the carrier for the place of settings.
  ///
  /// - Throws: A ``SyncError``.
  func carrier(_ settings: SyncSettings, in context: CommandContext) throws(SyncError) -> any SyncCarrier {
    guard let url = settings.server else { return SyncFolder(path: settings.place, key: settings.key) }
    let (address, connection) = try self.connection(to: url, in: context)
    return SyncServer(connection, address, key: settings.key)
  }

  /// Returns a new carrier for the place of settings; for a server, it has a connection of its own, which does not wait for
  /// the current sync.
  func separateCarrier(_ settings: SyncSettings, in context: CommandContext) throws(SyncError) -> any SyncCarrier {
    guard let url = settings.server else { return try carrier(settings, in: context) }
    let address = try connection(to: url, in: context).address
    return SyncServer(PostgresConnection(address), address, key: settings.key)
  }

  /// Returns the connection to a server, which is kept for later calls.
  ///
  /// - Throws: A ``SyncError``, among them ``SyncError/offline(place:)``.
  func connection(
    to url: String, in context: CommandContext
  ) throws(SyncError) -> (address: PostgresAddress, connection: PostgresConnection) {
    let address = try Self.address(url)
    guard !context.isOffline else { throw .offline(place: address.place) }
    return viewModels.server.withLock { server in
      if let server, server.address == address { return server }
      let new = (address, PostgresConnection(address))
      server = new
      return new
    }
  }

  /// Returns the address of the server at a URL.
  static func address(_ url: String) throws(SyncError) -> PostgresAddress {
    do {
      return try PostgresAddress(url)
    } catch {
      throw SyncError(error, place: "")
    }
  }
}
