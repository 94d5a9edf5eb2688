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
  /// - Parameters:
  ///   - changes: The changes up to which films have been matched already; `nil` to match all films.
  ///   - context: The context of the command.
  ///   - progress: Called with the progress, from any thread.
  /// - Returns: The numbers of films that were identified, and of those that are left.
  /// - Throws: A ``FilmzDomain/UserFacingError``, `CancellationError`.
  @discardableResult
  package func identifyByTitle(
    after changes: MatchedChanges? = nil, in context: CommandContext,
    progress: @escaping @Sendable (ImportProgress) -> Void = { _ in }
  ) async throws -> (identified: Int, left: Int) {
    let all = try await database.openForReading().collection.namedFilms()
    let named = if let changes { try await films(all, concernedBy: changes) } else { all }
    guard !named.isEmpty else { return (0, all.count) }
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
    return (identified.count, all.count - identified.count)
  }

  /// Returns the films whose matches may differ since `changes`: new ones, and those with the title of a film that has
  /// been added to the collection since.
  private func films(
    _ named: [NamedEntry], concernedBy changes: MatchedChanges
  ) async throws -> [NamedEntry] {
    let collection = try await database.openForReading().collection
    guard !named.isEmpty, let changed = try await collection.titledFilms(after: changes.number) else { return named }
    let others = try await collection.entries(changed.filter { !$0.isNamed }.sorted())
    let keys = Set(others.values.compactMap(\.caption?.title.matchKey))
    return named.filter { film in
      keys.contains(film.caption.title.matchKey) || !changes.includesNewFilms && changed.contains(film.id)
    }
  }

  /// Identifies films of the collection that are known by title and year only with films that a command will change.
  ///
  /// Title and year must be equal, and fit no other film of the collection or of the catalog.
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

  /// Returns some ids; for films that are known by title and year only, their titles and years.
  package func names(of ids: [FilmID]) async throws -> [String] {
    guard ids.contains(where: \.isNamed) else { return ids.map(\.rawValue) }
    let captions = try await database.openForReading().collection.recordedCaptions(of: ids)
    return ids.map { captions[$0]?.text ?? $0.rawValue }
  }

  /// Undoes the identification of films that are known by title and year only with a film, and prevents that they are
  /// identified with it again.
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

  /// Identifies a film that is known by title and year only with a film that a service has found.
  ///
  /// - Returns: `true` if the film was identified.
  func identify(
    _ alias: FilmID, with match: (id: FilmID, film: Film?), in context: CommandContext
  ) async throws -> Bool {
    guard try await !identify([(alias, match.id)], in: context.step("")).isEmpty else { return false }
    if let film = match.film { await services.lookup.store([film]) }
    return true
  }

  /// The name of the service at which films can be looked up in the background; `nil` if none is configured.
  package func serviceName() async -> String? { await services.sources.configuredServices().first?.name }

  /// Returns whether only the starter catalog knows films, because there is no imported catalog and no service.
  package func hasOnlyStarterCatalog() async -> Bool {
    let isImported = await viewModels.catalog.isImported()
    return await serviceName() == nil && !isImported
  }

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

/// The changes of the journal up to which films that are known by title and year only have been matched.
package struct MatchedChanges: Sendable {
  /// The number of the last change.
  let number: Int
  /// `true` if the films of this kind that later changes added have been matched as well.
  let includesNewFilms: Bool
}

/// A film of the collection that is known by title and year only.
private typealias NamedEntry = (id: FilmID, caption: Caption, type: MediaType?)

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
