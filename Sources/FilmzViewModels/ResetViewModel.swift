package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Data of the user that a reset removes if the user confirms it.
package struct ResetData: Sendable {
  let scope: ResetScope
  let groups: [ResetGroup]

  package var isEmpty: Bool { groups.isEmpty }

  /// The number of subjects of each kind, with the noun for one of them.
  package var counts: [(noun: String, count: Int)] { groups.map { ($0.noun, $0.ids.count) } }
}

/// Removes all of the user's data of some kinds.
package struct ResetViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase

  package init(services: FilmServices, database: CollectionDatabase) {
    self.services = services
    self.database = database
  }

  /// Returns the data that a reset would remove now.
  package func data(of scope: ResetScope) async throws -> ResetData {
    ResetData(
      scope: scope, groups: try await database.openForReading().collection.groups(of: scope))
  }

  /// Removes data in one step.
  ///
  /// A film of the watchlist that has been watched since the data was read is kept.
  ///
  /// - Returns: The films that had the data, as they are now.
  package func remove(_ data: ResetData, in context: CommandContext) async throws -> [FilmItem] {
    let stores = try await database.openForWriting(at: context.now)
    let records = data.films(.record)
    let others = data.films(.entry) + data.films(.skip)
    let films = others + Set(records).subtracting(others).sorted()
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let items = try await assembler.collectionItems(films)
    try await stores.collection.apply(context.line, at: context.now) { transaction in
      for group in data.groups {
        try transaction.delete(group, keepingSeenFilms: data.scope == .watchlist)
      }
    }
    let entries = try await stores.collection.entries(films)
    let facts = await services.lookup.localFilms(records)
    let commentCounts = try await stores.collection.commentCounts(of: films)
    return items.map { item in
      var item = item
      item.film = facts[item.id] ?? item.film
      item.entry = entries[item.id]
      item.skip = nil
      item.commentCount = commentCounts[item.id] ?? 0
      return item
    }
  }
}

extension ResetData {
  /// The films with subjects of a kind that has ids of films.
  fileprivate func films(_ kind: Change.Subject.Kind) -> [FilmID] {
    groups.filter { $0.kind == kind }.flatMap { $0.ids.map(FilmID.init(unchecked:)) }
  }
}
