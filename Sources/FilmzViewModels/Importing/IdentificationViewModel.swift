package import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore

/// Identifies films of the collection that are known by title and year only.
///
/// Source: contract, Nothing stays behind.
package struct IdentificationViewModel: ViewModel {
  let viewModels: ViewModels

  /// Identifies films whose title and year fit exactly one film of the collection or of the catalog, without the network,
  /// in a step that `log` does not list.
  ///
  /// - Returns: The numbers of films that were identified, and of those that are left.
  @discardableResult
  package func identifyByTitle(
    in context: CommandContext, progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> (identified: Int, left: Int) {
    let named = try await database.openForReading().collection.namedFilms()
    guard !named.isEmpty else { return (0, 0) }
    let films = named.map { NamedFilm(title: $0.caption.title, year: $0.caption.year, type: $0.type) }
    let matching = TitleMatching(viewModels: viewModels, context: context.offline) {
      progress(.matching(done: $0, total: films.count))
    }
    let outcomes = try await matching.match(films).outcomes
    let pairs = zip(named, outcomes).compactMap { film, outcome -> (alias: FilmID, film: FilmID)? in
      // A film of another year is only a candidate.
      guard case .matched(let id, let differences) = outcome.match,
        differences.year == nil || film.caption.year == nil
      else { return nil }
      return (film.id, id)
    }
    let identified = try await identify(pairs, in: context)
    return (identified.count, named.count - identified.count)
  }

  /// Identifies films of the collection with films that a command is about to change, if title and year are equal and fit
  /// no other film of the collection or of the catalog.
  func identify(_ items: [FilmItem], in context: CommandContext) async throws {
    let entries = try await database.openForReading().collection.namedEntries { items.flatMap(\.nameIDs) }
    guard !entries.isEmpty else { return }
    let films = Dictionary(items.flatMap { item in item.nameIDs.map { ($0, Set([item.id])) } }) { $0.union($1) }
    let pairs = entries.keys.sorted().compactMap { alias -> (alias: FilmID, film: FilmID)? in
      guard let film = films[alias]?.first, films[alias]?.count == 1 else { return nil }
      return (alias, film)
    }
    let named = pairs.map { alias, _ in
      let entry = entries[alias]
      return NamedFilm(title: entry?.caption?.title, year: entry?.caption?.year, type: entry?.type)
    }
    let matching = TitleMatching(viewModels: viewModels, context: context.offline) { _ in }
    let matches = try await matching.match(named).outcomes.map(\.match)
    let canonical = try await database.openForReading().collection.canonicalIDs(of: pairs.map(\.film))
    let fitting = zip(pairs, matches).filter { pair, match in
      !match.hasOtherFilm(than: canonical[pair.film] ?? pair.film, of: entries[pair.alias]?.caption?.year)
    }
    _ = try await identify(fitting.map(\.0), in: context)
  }

  /// Takes back the identification of films that are known by title and year only with a film, and bars its id for them.
  ///
  /// The items of the outcome are these films, which have their own ids again; empty if there are none.
  package func reject(_ item: FilmItem, in context: CommandContext) async throws -> ChangeOutcome {
    let (films, step) = try await apply(in: context) { transaction in
      (try transaction.rejectIdentifications(with: item.id), transaction.stepID)
    }
    await services.lookup.clearMemory()
    var outcome = ChangeOutcome(items: try await assembler.items(films.map { ($0, nil) }))
    outcome.step = step
    return outcome
  }

  /// Identifies a film that is known by title and year only with the one that a service has found.
  ///
  /// - Returns: Whether the film was identified.
  func identify(
    _ alias: FilmID, with match: (id: FilmID, film: Film?), in context: CommandContext
  ) async throws -> Bool {
    guard try await !identify([(alias, match.id)], in: context.step("")).isEmpty else { return false }
    if let film = match.film { await services.lookup.store([film]) }
    return true
  }

  /// The name of the service at which films can be looked up in the background; `nil` if none is configured.
  package func serviceName() async -> String? { await services.sources.configuredServices().first?.name }

  private func identify(_ pairs: [(alias: FilmID, film: FilmID)], in context: CommandContext) async throws -> [FilmID] {
    guard !pairs.isEmpty else { return [] }
    let collection = try await database.openForWriting(at: context.now).collection
    let identified = try await collection.identifyNamed(pairs, at: context.now)
    guard !identified.isEmpty else { return [] }
    await services.lookup.clearMemory()
    let ids = Set(identified)
    await services.lookup.storeCatalogFacts(of: pairs.filter { ids.contains($0.alias) }.map(\.film))
    return identified
  }
}

extension FilmMatch {
  /// Returns whether another film than `id` was found that has the title and exactly the year.
  fileprivate func hasOtherFilm(than id: FilmID, of year: Int?) -> Bool {
    switch self {
    case .matched(let film, let differences): differences.year == nil && film != id
    case .ambiguous(let candidates): candidates.contains { $0.id != id && $0.year == year }
    case .unmatched: false
    }
  }
}

extension FilmItem {
  /// The ids under which the film would be known by its title and year only.
  var nameIDs: [FilmID] {
    guard !id.isNamed, var film else { return [] }
    film.type = type
    return film.nameIDs
  }
}

extension Film {
  /// The ids under which the film would be known by its title and year only; empty if it has no year.
  var nameIDs: [FilmID] {
    guard let year else { return [] }
    let isSeries = type == .series || type == .miniSeries
    return Set([title, originalTitle].compactMap(\.self)).map { FilmID(named: $0, year: year, isSeries: isSeries) }
  }
}
