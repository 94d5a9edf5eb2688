package import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzSync
import Foundation

extension SyncViewModel {
  /// Returns the conflicts of films that the kids filter shows.
  private func conflicts() async throws -> [ListedConflict] {
    let collection = try await database.openForReading().collection
    let names = try await machineNames(collection)
    let all = try await collection.conflicts()
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let hidden = try await assembler.hiddenFilms(among: Set(all.compactMap(\.film)))
    let conflicts = all.filter { conflict in conflict.film.map { !hidden.contains($0) } ?? true }
    let films = Set(conflicts.compactMap(\.film))
    let items = try await assembler.items(films.map { ($0, nil) })
    let titles = Dictionary(zip(films, items.map(\.name))) { first, _ in first }
    return conflicts.map { conflict in
      let title = conflict.film.map { titles[$0] ?? $0.rawValue }
      return ListedConflict(
        conflict: conflict, title: title ?? conflict.name ?? conflict.subject.kind.rawValue,
        from: names[conflict.replacedFrom] ?? Self.unknownMachine)
    }
  }

  private static let unknownMachine = "another machine"

  /// Returns the conflicts; their numbers are valid for ``keep(_:in:)`` until the next list.
  package func list() async throws -> [ListedConflict] {
    var conflicts = try await conflicts()
    updateState { [conflicts] in $0.listedConflicts = conflicts.map(\.conflict.fieldKey) }
    for index in conflicts.indices { conflicts[index].number = index + 1 }
    return conflicts
  }

  /// Restores the replaced value of a conflict; `number` is its number in the list, from 1.
  ///
  /// Returns the conflict with its values exchanged.
  package func keep(_ number: Int, in context: CommandContext) async throws -> ListedConflict {
    let conflicts = try await conflicts()
    let listed =
      JSONFile<SyncState>(url: paths.syncState).load()?.listedConflicts
      ?? conflicts.map(\.conflict.fieldKey)
    guard listed.indices.contains(number - 1) else {
      throw SyncError.noSuchConflict(number, count: listed.count)
    }
    guard var conflict = conflicts.first(where: { $0.conflict.fieldKey == listed[number - 1] })
    else {
      throw SyncError.settledConflict(number)
    }
    let collection = try await database.openForWriting(at: context.now).collection
    try await collection.restore(conflict.conflict, context.line, at: context.now)
    conflict.number = number
    conflict.conflict.exchangeValues()
    let names = try await machineNames(collection)
    conflict.from = names[conflict.conflict.replacedFrom] ?? Self.unknownMachine
    return conflict
  }

  /// Returns the names of this and the other machines by their installations.
  package func machineNames() async throws -> [String: String] {
    try await machineNames(try await database.openForReading().collection)
  }

  private func machineNames(_ collection: CollectionStore) async throws -> [String: String] {
    var names = try await collection.syncedMachines().mapValues(\.name)
    let ownName = (try? SyncSettings.load(paths.sync))?.name ?? SyncSettings.defaultName
    for installation in try await collection.installations() where names[installation] == nil {
      names[installation] = ownName
    }
    return names
  }
}

// The administration of a server.
extension SyncViewModel {
  /// Creates the schema of filmz on a server, and roles for persons.
  ///
  /// - Parameters:
  ///   - url: The address of the database, of a user who may do that.
  ///   - creates: `true` to create the missing parts of the schema.
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
