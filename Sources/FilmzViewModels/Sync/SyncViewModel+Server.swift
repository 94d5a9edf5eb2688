package import FilmzDomain
import FilmzStore
import FilmzSync

// The administration of a server.
extension SyncViewModel {
  /// Makes the schema of filmz on a server, and roles for persons.
  ///
  /// - Parameters:
  ///   - url: The address of the database, of a user who may do that.
  ///   - creates: `true` to make the schema, or what is missing of it.
  ///   - members: The names of the persons.
  ///   - context: The context of the command.
  /// - Returns: The addresses with which the persons set up sync, in order; they contain passwords.
  /// - Throws: A ``SyncError``.
  package func prepareServer(
    _ url: String, creates: Bool, members: [String], in context: CommandContext
  ) async throws -> [String] {
    for member in members where !Self.isMemberName(member) { throw SyncError.invalidMember(member) }
    let (address, connection) = try carriers.connection(to: url, in: context)
    return try await mapCarrierErrors(address.place) {
      if creates { try await connection.createSchema() }
      var urls: [String] = []
      for member in members {
        do { urls.append(try await connection.addMember(member)) } catch let error as PostgresError
          where error.isRefusal("42710")
        { throw SyncError.memberExists(member) }
      }
      return urls
    }
  }

  /// Sends and receives the comments that the members of a server share; does nothing with a folder.
  ///
  /// A failure is one of the problems of the report, because the collection itself has been synced.
  func shareComments(
    _ settings: SyncSettings, _ collection: CollectionStore, _ report: inout SyncReport,
    in context: CommandContext
  ) async throws {
    guard let server = settings.server else { return }
    let (address, connection) = try carriers.connection(to: server, in: context)
    do {
      let result = try await ServerComments(connection, collection).synchronize()
      report.comments = result.received
      if !result.leftOut.isEmpty {
        let count = result.leftOut.values.reduce(0, +)
        report.problems.append(
          "\(count.grouped("comment")) of \(result.leftOut.keys.sorted().joinedWithAnd)"
            + " \(count == 1 ? "is" : "are") left out; of a member, at most"
            + " \(FilmComment.maximumSharedPerDay) of a day and"
            + " \(ByteCount.text(FilmComment.maximumSharedTotal)) are kept")
      }
      guard result.refused > 0 else { return }
      let verb = result.refused == 1 ? "is" : "are"
      report.problems.append(
        "\(result.refused.counted("comment")) \(verb) not shared, because of more than 10 KB or an unknown time"
      )
    } catch let error as PostgresError {
      report.problems.append(
        "comments were not shared: \(SyncError(error, place: address.place).message)")
    }
  }

  /// Returns the published lists of the server; `nil` if sync is not set up with one.
  ///
  /// - Throws: A ``SyncError``.
  func serverLists(in context: CommandContext) throws -> ServerLists? {
    guard case .server(let url) = namedPlace else { return nil }
    let (address, connection) = try carriers.connection(to: url, in: context)
    return ServerLists(connection, address)
  }

  /// Returns whether a name is safe and readable as the name of a role.
  private static func isMemberName(_ name: String) -> Bool {
    (1...63).contains(name.utf8.count) && !name.hasPrefix("pg_")
      && !["filmz_member", "public", "none"].contains(name)
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-" || $0 == "_"
      }
  }
}
