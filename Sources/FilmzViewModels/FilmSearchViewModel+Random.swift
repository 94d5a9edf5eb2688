package import FilmzDomain
import FilmzServices
import FilmzStore

extension FilmSearchViewModel {
  /// Returns films of the collection, chosen at random from those that match a filter.
  ///
  /// Several films become the result set; the result set is not changed for a single one.
  ///
  /// - Parameters:
  ///   - filter: The filter.
  ///   - count: The maximum number of films.
  ///   - seed: A number for which the choice from the same films is always the same; `nil` for any choice.
  ///   - context: The context of the command.
  /// - Returns: The films in random order; fewer than `count` if fewer match.
  /// - Throws: ``DomainError/unknownPerson(_:near:)``, ``StoreError/noSuchList(name:near:)``.
  package func randomFilms(
    matching filter: FilmFilter, count: Int, seed: UInt64?, in context: CommandContext
  ) async throws -> [FilmItem] {
    try await services.cache.refill()
    let query = CollectionQuery(filter, order: FilmOrder(.added), now: context.now)
    let matches = try await database.openForReading().collection.ids(matching: query).sorted()
    if matches.isEmpty { try await filterCheck.requireKnownPeople(filter) }
    var generator = SeededGenerator(seed: seed ?? .random(in: .min ... .max), stream: 0)
    let ids = Array(matches.shuffled(using: &generator).prefix(count))
    guard count > 1 else { return try await assembler.collectionItems(ids) }
    let resultSet = ResultSet(
      films: .collection(ids), total: ids.count, pageSize: max(1, ids.count), page: 1)
    return try await show(1, of: resultSet, isNew: true, context).value.items
  }
}
