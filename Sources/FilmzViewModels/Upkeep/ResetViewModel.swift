package import FilmzDomain
import FilmzServices
import FilmzStore

/// The user's data that a reset removes after the user has confirmed it.
package struct ResetData: Sendable {
  let scope: ResetScope
  let groups: [ResetGroup]

  package var isEmpty: Bool { groups.isEmpty }

  /// The numbers of subjects by kind, each with the noun for one subject.
  package var counts: [(noun: String, count: Int)] { groups.map { ($0.noun, $0.ids.count) } }
}

/// Removes all of the user's data that belongs to a scope.
package struct ResetViewModel: ViewModel {
  let viewModels: ViewModels

  /// Returns the data that a reset would remove now.
  package func data(of scope: ResetScope) async throws -> ResetData {
    ResetData(scope: scope, groups: try await database.openForReading().collection.groups(of: scope))
  }

  /// Removes data in one step of the journal.
  ///
  /// In a reset of the watchlist, films that have been watched since the data was read are kept.
  ///
  /// - Returns: The films whose data was removed, in their current state.
  package func remove(_ data: ResetData, in context: CommandContext) async throws -> [FilmItem] {
    let stores = try await database.openForWriting(at: context.now)
    let records = data.films(.record)
    let others = data.films(.entry) + data.films(.skip)
    let films = others + Set(records).subtracting(others).sorted()
    let items = try await assembler.collectionItems(films)
    try await stores.collection.apply(context.line, at: context.now) { transaction in
      for group in data.groups { try transaction.delete(group, keepingSeenFilms: data.scope == .watchlist) }
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
  /// Returns the films of the subjects of a kind, whose ids must be those of films.
  fileprivate func films(_ kind: Change.Subject.Kind) -> [FilmID] {
    groups.filter { $0.kind == kind }.flatMap { $0.ids.map(FilmID.init(unchecked:)) }
  }
}
