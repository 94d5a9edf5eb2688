package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Finds the films that targets mean.
package struct TargetResolver: Sendable {
  /// Where titles are looked for.
  package enum Scope: Sendable {
    /// The collection only.
    case collection
    /// Result set, collection, catalog of this machine.
    case local
    /// Those, and then the services on the network.
    case network
  }

  private let services: FilmServices
  private let database: CollectionDatabase
  private let state: BrowsingState
  private let items: FilmItemAssembler

  package init(services: FilmServices, database: CollectionDatabase, state: BrowsingState) {
    self.services = services
    self.database = database
    self.state = state
    items = FilmItemAssembler(database: database, lookup: services.lookup)
  }

  /// The films of some targets, each once, in the order of the targets.
  ///
  /// Facts that are kept on this machine are not looked up where they are not needed. Throws a
  /// ``ViewModelError`` where one target means no film, or more than one.
  package func resolve(
    _ targets: [Target], scope: Scope, needsFacts: Bool = true, in context: CommandContext
  ) async throws -> [FilmItem] {
    var found: [(id: FilmID, film: Film?)] = []
    for target in targets { found += try await resolve(target, scope, context) }
    var rows = try await items.items(found, needsFacts: needsFacts)
    let resultSet = await state.resultSet
    for index in rows.indices { rows[index].index = resultSet?.number(of: found[index].id) }
    var seen: Set<FilmID> = []
    return rows.filter { seen.insert($0.id).inserted }
  }

  private func resolve(
    _ target: Target, _ scope: Scope, _ context: CommandContext
  ) async throws -> [(id: FilmID, film: Film?)] {
    switch target {
    case .id(let id): return [(id, nil)]
    case .selected:
      guard let selection = await state.selection else { throw ViewModelError.nothingSelected }
      return [(selection.id, nil)]
    case .numbers(let numbers): return try await films(numbered: numbers)
    case .title(let title): return [try await film(titled: title, scope, context)]
    }
  }

  private func films(numbered numbers: ClosedRange<Int>) async throws -> [(id: FilmID, film: Film?)]
  {
    let resultSet = await state.resultSet
    let total = resultSet?.total ?? 0
    guard let resultSet, numbers.lowerBound >= 1, numbers.upperBound <= total else {
      let wrong = numbers.lowerBound < 1 || total == 0 ? numbers.lowerBound : numbers.upperBound
      throw ViewModelError.noSuchNumber(wrong, count: total)
    }
    let places = (numbers.lowerBound - 1)..<numbers.upperBound
    let loaded = resultSet.loaded(places)
    guard loaded.count == places.count else {
      let known = Set(loaded.map(\.place))
      let missing = places.first { !known.contains($0) } ?? 0
      throw ViewModelError.noSuchNumber(missing + 1, count: resultSet.loaded(0..<total).count)
    }
    return loaded.map { ($0.id, $0.film) }
  }

  // MARK: - Titles

  private typealias Candidates = [(id: FilmID, film: Film?, caption: Caption)]

  private func film(
    titled text: String, _ scope: Scope, _ context: CommandContext
  ) async throws -> (id: FilmID, film: Film?) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw ViewModelError.emptyTitle }
    var failure: (any UserFacingError)?
    for place in places(scope, context) {
      for name in TitleWithYear.interpretations(of: text) {
        do {
          let candidates = try await place(name)
          if let film = try Self.only(candidates, text) { return (film.id, film.film) }
        } catch let error as any UserFacingError where error.kind == .unavailable {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    let near = try await near(text, scope, context)
    let hint = await hint(scope, context)
    throw ViewModelError.unknownTitle(
      text, near: near, hint: hint, isInCollectionOnly: scope == .collection)
  }

  /// Returns the one film that has a title; `nil` if there is none.
  private static func only(_ candidates: Candidates, _ text: String) throws(ViewModelError)
    -> Candidates.Element?
  {
    guard candidates.count < 2 else {
      throw .ambiguousTitle(text, candidates: captions(candidates))
    }
    return candidates.first
  }

  /// The places to look for a title, one after another; the network comes last.
  private func places(
    _ scope: Scope, _ context: CommandContext
  ) -> [(TitleWithYear) async throws -> Candidates] {
    switch scope {
    case .collection: [inCollection]
    case .local: [inResultSet, inCollection, inCatalog]
    case .network: [inResultSet, inCollection, inCatalog, { try await inNetwork($0, context) }]
    }
  }

  private func inNetwork(
    _ name: TitleWithYear, _ context: CommandContext
  ) async throws -> Candidates {
    let films = try await services.lookup.networkFilms(
      titled: name.title, year: name.year, in: context)
    return name.matching(films.map { ($0.id, $0, Caption(title: $0.title, year: $0.year)) })
  }

  private func inResultSet(_ name: TitleWithYear) async -> Candidates {
    guard let resultSet = await state.resultSet else { return [] }
    let films = resultSet.loaded(0..<resultSet.total).compactMap { row in
      row.film.map { (row.id, Optional($0), Caption(title: $0.title, year: $0.year)) }
    }
    let found = name.matching(films)
    let meant = Set(
      TitleDisambiguation.among(found.compactMap(\.film), title: name.title).map(\.id))
    return found.filter { meant.contains($0.id) }
  }

  private func inCollection(_ name: TitleWithYear) async throws -> Candidates {
    let collection = try await database.openForReading().collection
    let found = try await collection.captions(folded: TextFolding.key(name.title), prefix: false)
    return name.matching(
      found.sorted { $0.key < $1.key }.map { ($0.key, nil, $0.value) })
  }

  private func inCatalog(_ name: TitleWithYear) async throws -> Candidates {
    let films = try await services.sources.askCatalog {
      try await $0.films(titled: name.title, year: name.year)
    }.value
    return TitleDisambiguation.among(films, title: name.title).map {
      ($0.id, $0, Caption(title: $0.title, year: $0.year))
    }
  }

  /// What may help if a title is not known.
  private func hint(_ scope: Scope, _ context: CommandContext) async -> ViewModelError.Hint? {
    guard scope != .collection else { return nil }
    if let trouble = await services.sources.catalogTrouble() { return .catalogTrouble(trouble) }
    guard scope == .network else { return nil }
    return await services.sources.remedyForUnasked(in: context).map(ViewModelError.Hint.remedy)
  }

  /// A few films whose title is like the one that was not found, those of the collection first.
  private func near(
    _ text: String, _ scope: Scope, _ context: CommandContext
  ) async throws -> [String] {
    let key = TextFolding.key(text)
    guard !key.isEmpty else { return [] }
    let collection = try await database.openForReading().collection
    let owned = try await collection.captions(folded: key, prefix: true)
    var near = owned.values.map(\.text).sorted()
    if scope != .collection {
      let found = try await services.search.search(
        SearchQuery(text: text), from: .catalog, in: context)
      near += found.value.page.films.filter { owned[$0.id] == nil }.map(\.caption)
    }
    return Array(near.prefix(5))
  }

  private static func captions(_ candidates: Candidates) -> [String] {
    candidates.prefix(8).map { "\($0.caption.text) \($0.id)" }
  }
}
