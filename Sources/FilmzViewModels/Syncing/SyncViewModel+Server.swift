package import FilmzDomain
import FilmzStore
import FilmzSync

// Administers a server, and exchanges the data on it that is not part of the journal.
extension SyncViewModel {
  /// Creates the schema of filmz on a server, and roles for members.
  ///
  /// - Parameters:
  ///   - url: The address of the database, with a user who may create schemas and roles.
  ///   - creates: `true` to create the missing parts of the schema.
  ///   - members: The names of the members.
  ///   - context: The context of the command.
  /// - Returns: The addresses with which the members set up sync, in order; they contain passwords.
  /// - Throws: A ``SyncError``.
  package func prepareServer(
    _ url: String, creates: Bool, members: [String], in context: CommandContext
  ) async throws -> [String] {
    for member in members where !Self.isMemberName(member) { throw SyncError.invalidMember(member) }
    let (address, connection) = try self.connection(to: url, in: context)
    return try await mapCarrierErrors(address.place) {
      if creates { try await connection.createSchema() }
      var urls: [String] = []
      for member in members {
        do {
          urls.append(try await connection.addMember(member))
        } catch let error as PostgresError where error.isRefusal("42710") {
          // 42710 is the SQLSTATE `duplicate_object`.
          throw SyncError.memberExists(member)
        }
      }
      return urls
    }
  }

  /// Sends and receives the comments that the members of a server share; does nothing with a folder.
  ///
  /// A failure is added to the problems of the report, because the collection itself has been synced.
  func shareComments(
    _ settings: SyncSettings, _ collection: CollectionStore, _ report: inout SyncReport, in context: CommandContext
  ) async throws {
    guard let server = settings.server else { return }
    let (address, connection) = try self.connection(to: server, in: context)
    do {
      let result = try await ServerComments(connection, collection).synchronize()
      report.comments = result.received
      if !result.leftOut.isEmpty {
        let count = result.leftOut.values.reduce(0, +)
        let verb = count == 1 ? "is" : "are"
        report.problems.append(
          "\(count.grouped("comment")) of \(result.leftOut.keys.sorted().joinedWithAnd) \(verb) left out; of each member,"
            + " at most \(FilmComment.maximumSharedPerDay) a day and"
            + " \(ByteCount.text(FilmComment.maximumSharedTotal)) in total are kept")
      }
      guard result.refused > 0 else { return }
      let verb = result.refused == 1 ? "is" : "are"
      report.problems.append(
        "\(result.refused.counted("comment")) \(verb) not shared, because of more than 10 KB or an unknown time")
    } catch let error as PostgresError {
      report.problems.append("comments were not shared: \(SyncError(error, place: address.place).message)")
    }
  }

  /// Returns the published lists on the server; `nil` if sync is not set up with a server.
  ///
  /// - Throws: A ``SyncError``.
  func serverLists(in context: CommandContext) throws -> ServerLists? {
    guard case .server(let url) = placeWithPassword else { return nil }
    let (address, connection) = try self.connection(to: url, in: context)
    return ServerLists(connection, address)
  }

  /// Returns whether a name can be the name of a role: it is not reserved, and has 1 to 63 bytes of letters, digits, `-`,
  /// and `_`.
  private static func isMemberName(_ name: String) -> Bool {
    let isReserved = name.hasPrefix("pg_") || ["filmz_member", "public", "none"].contains(name)
    guard !isReserved, (1...63).contains(name.utf8.count) else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-" || scalar == "_"
    }
  }
}
