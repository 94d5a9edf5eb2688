import FilmzDomain
import FilmzSync
import Synchronization

/// Makes the carriers of settings, and keeps the connection to a server for the next sync.
final class SyncCarriers: Sendable {
  private let server = Mutex<(address: PostgresAddress, connection: PostgresConnection)?>(nil)

  /// Returns the carrier that settings name.
  ///
  /// - Throws: A ``SyncError``.
  func carrier(
    _ settings: SyncSettings, in context: CommandContext
  ) throws(SyncError) -> any SyncCarrier {
    guard let url = settings.server else {
      return SyncFolder(path: settings.place, key: settings.key)
    }
    let (address, connection) = try connection(to: url, in: context)
    return SyncServer(connection, address, key: settings.key)
  }

  /// Returns the carrier that settings name, with a connection of its own, which does not wait for a sync that has begun.
  func separateCarrier(
    _ settings: SyncSettings, in context: CommandContext
  ) throws(SyncError) -> any SyncCarrier {
    guard let url = settings.server else { return try carrier(settings, in: context) }
    let address = try connection(to: url, in: context).address
    return SyncServer(PostgresConnection(address), address, key: settings.key)
  }

  /// Returns the connection to a server, which is kept.
  ///
  /// - Throws: A ``SyncError``, among them ``SyncError/offline(place:)``.
  func connection(
    to url: String, in context: CommandContext
  ) throws(SyncError) -> (address: PostgresAddress, connection: PostgresConnection) {
    let address = try Self.address(url)
    guard !context.isOffline else { throw .offline(place: address.place) }
    return server.withLock { server in
      if let server, server.address == address { return server }
      let new = (address, PostgresConnection(address))
      server = new
      return new
    }
  }

  /// Returns the address of a server that a URL names.
  static func address(_ url: String) throws(SyncError) -> PostgresAddress {
    do { return try PostgresAddress(url) } catch { throw SyncError(error, place: "") }
  }
}

extension SyncError {
  /// Creates the error for a failure of a server; `place` is its address without the password, which errors of the
  /// address itself do not need.
  init(_ error: PostgresError, place: String) {
    self =
      switch error.kind {
      case .noLibrary(let error): .noLibrary(error)
      case .invalidAddress: .invalidServer(reason: error.message)
      case .unreachable, .timeout, .refused:
        error.isSchemaMissing
          ? .noSchema(path: place)
          : .serverUnreachable(place: place, reason: error.message)
      }
  }
}
