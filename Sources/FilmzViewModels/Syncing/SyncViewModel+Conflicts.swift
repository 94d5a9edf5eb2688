package import FilmzDomain
import FilmzStore

extension SyncViewModel {
  /// Returns the conflicts, without those of hidden films and without numbers.
  private func conflicts() async throws -> [ListedConflict] {
    let collection = try await database.openForReading().collection
    let names = try await machineNames(collection)
    let all = try await collection.conflicts()
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

  /// Returns the conflicts with their numbers, which ``keep(_:in:)`` accepts until this method is called again.
  package func list() async throws -> [ListedConflict] {
    var conflicts = try await conflicts()
    updateState { [conflicts] in $0.listedConflicts = conflicts.map(\.conflict.fieldKey) }
    for index in conflicts.indices { conflicts[index].number = index + 1 }
    return conflicts
  }

  /// Restores the value that lost a conflict, so that it is kept instead; `number` is that of the conflict in the list.
  ///
  /// - Returns: The conflict with the two values exchanged.
  /// - Throws: ``SyncError/noSuchConflict(_:count:)``, ``SyncError/settledConflict(_:)``.
  package func keep(_ number: Int, in context: CommandContext) async throws -> ListedConflict {
    let conflicts = try await conflicts()
    let listed = JSONFile<SyncState>(url: paths.syncState).load()?.listedConflicts ?? conflicts.map(\.conflict.fieldKey)
    guard listed.indices.contains(number - 1) else { throw SyncError.noSuchConflict(number, count: listed.count) }
    guard var conflict = conflicts.first(where: { $0.conflict.fieldKey == listed[number - 1] }) else {
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

  /// Returns the names of this machine and of the others, by their installation ids.
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
