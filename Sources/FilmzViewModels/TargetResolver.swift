package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Finds the films that targets refer to.
package struct TargetResolver: Sendable {
  /// The data in which titles are looked up.
  package enum LookupScope: Sendable {
    /// The collection only.
    case collection
    /// The result set, the collection, and the catalog, in this order.
    case local
    /// The result set, the collection, the catalog, and the services, in this order.
    case network
  }

  private let services: FilmServices
  private let database: CollectionDatabase
  private let state: BrowsingState
  private let assembler: FilmItemAssembler

  package init(services: FilmServices, database: CollectionDatabase, state: BrowsingState) {
    self.services = services
    self.database = database
    self.state = state
    assembler = FilmItemAssembler(database: database, lookup: services.lookup)
  }

  /// Returns the films of the targets in the order of the targets, without duplicates.
  ///
  /// If `needsFacts` is `false`, missing facts are not looked up in the film cache and the catalog.
  ///
  /// - Throws: A ``ViewModelError`` if a target matches no film, or several; the error of a source.
  package func resolve(
    _ targets: [Target], scope: LookupScope, needsFacts: Bool = true, in context: CommandContext
  ) async throws -> [FilmItem] {
    var films: [(id: FilmID, film: Film?)] = []
    for target in targets { films += try await resolve(target, scope, context) }
    var items = try await assembler.items(films, needsFacts: needsFacts)
    let resultSet = await state.resultSet
    for index in items.indices { items[index].number = resultSet?.number(of: films[index].id) }
    var seenIDs: Set<FilmID> = []
    return items.filter { seenIDs.insert($0.id).inserted }
  }

  private func resolve(
    _ target: Target, _ scope: LookupScope, _ context: CommandContext
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
      let invalidNumber =
        numbers.lowerBound < 1 || total == 0 ? numbers.lowerBound : numbers.upperBound
      throw ViewModelError.noSuchNumber(invalidNumber, count: total)
    }
    let indices = (numbers.lowerBound - 1)..<numbers.upperBound
    let loadedFilms = resultSet.loadedFilms(at: indices)
    guard loadedFilms.count == indices.count else {
      let loadedIndices = Set(loadedFilms.map(\.index))
      let missingIndex = indices.first { !loadedIndices.contains($0) } ?? 0
      throw ViewModelError.noSuchNumber(
        missingIndex + 1, count: resultSet.loadedFilms(at: 0..<total).count)
    }
    return loadedFilms.map { ($0.id, $0.film) }
  }

  // MARK: - Titles

  private func film(
    titled text: String, _ scope: LookupScope, _ context: CommandContext
  ) async throws -> (id: FilmID, film: Film?) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw ViewModelError.emptyTitle }
    var lookupError: (any UserFacingError)?
    for lookUp in lookups(scope, context) {
      for input in TitleWithYear.interpretations(of: text) {
        do {
          let matches = try await lookUp(input)
          if let match = try Self.onlyMatch(matches, text) { return (match.id, match.film) }
        } catch let error as any UserFacingError where error.exitCategory == .unavailable {
          lookupError = error
        }
      }
    }
    if let lookupError { throw lookupError }
    let near = try await similarCaptions(text, scope, context)
    let hint = await hint(scope, context)
    throw ViewModelError.unknownTitle(
      text, near: near, hint: hint, searchedCollectionOnly: scope == .collection)
  }

  /// Returns the only match, or `nil` if there is none.
  ///
  /// - Throws: ``ViewModelError/ambiguousTitle(_:candidates:)`` if there are several matches.
  private static func onlyMatch(
    _ matches: [CaptionedFilm], _ text: String
  ) throws(ViewModelError) -> CaptionedFilm? {
    guard matches.count < 2 else {
      throw .ambiguousTitle(text, candidates: captionsWithIDs(matches))
    }
    return matches.first
  }

  /// Returns the functions that look up a title, in the order in which they are tried.
  private func lookups(
    _ scope: LookupScope, _ context: CommandContext
  ) -> [(TitleWithYear) async throws -> [CaptionedFilm]] {
    switch scope {
    case .collection: [collectionFilms]
    case .local: [resultFilms, collectionFilms, catalogFilms]
    case .network:
      [resultFilms, collectionFilms, catalogFilms, { try await networkFilms($0, context) }]
    }
  }

  private func networkFilms(
    _ input: TitleWithYear, _ context: CommandContext
  ) async throws -> [CaptionedFilm] {
    let films = try await services.titleLookup.films(
      titled: input.title, year: input.year, in: context)
    return input.matching(films.map { ($0.id, $0, Caption(title: $0.title, year: $0.year)) })
  }

  private func resultFilms(_ input: TitleWithYear) async -> [CaptionedFilm] {
    guard let resultSet = await state.resultSet else { return [] }
    let films = resultSet.loadedFilms(at: 0..<resultSet.total).compactMap { loaded in
      loaded.film.map { (loaded.id, Optional($0), Caption(title: $0.title, year: $0.year)) }
    }
    let matches = input.matching(films)
    let plausibleIDs = Set(
      TitleDisambiguation.plausibleMatches(
        among: matches.compactMap(\.film), title: input.title
      ).map(\.id))
    return matches.filter { plausibleIDs.contains($0.id) }
  }

  private func collectionFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let collection = try await database.openForReading().collection
    let captions = try await collection.captions(
      titleKey: TextFolding.key(input.title), isPrefix: false)
    return input.matching(
      captions.sorted { $0.key < $1.key }.map { ($0.key, nil, $0.value) })
  }

  private func catalogFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let films = try await services.sources.withCatalog {
      try await $0.films(titled: input.title, year: input.year)
    }.value
    return TitleDisambiguation.plausibleMatches(among: films, title: input.title).map {
      ($0.id, $0, Caption(title: $0.title, year: $0.year))
    }
  }

  /// Returns a hint on how to find a title that was not found, or `nil` if there is none.
  private func hint(_ scope: LookupScope, _ context: CommandContext) async -> ViewModelError.Hint? {
    guard scope != .collection else { return nil }
    if let warning = await services.sources.importedCatalogWarning() {
      return .unusableCatalog(warning)
    }
    guard scope == .network else { return nil }
    return await services.sources.remedyForSkippedSources(in: context).map(
      ViewModelError.Hint.remedy)
  }

  /// Returns the captions of up to five films: first films of the collection with the text at the start
  /// of a word of their titles, then films that a search of the catalog finds.
  private func similarCaptions(
    _ text: String, _ scope: LookupScope, _ context: CommandContext
  ) async throws -> [String] {
    let key = TextFolding.key(text)
    guard !key.isEmpty else { return [] }
    let collection = try await database.openForReading().collection
    let collectionCaptions = try await collection.captions(titleKey: key, isPrefix: true)
    var captions = collectionCaptions.values.map(\.text).sorted()
    if scope != .collection {
      let result = try await services.search.search(
        SearchQuery(text: text), from: .catalog, in: context)
      captions += result.value.page.films.filter { collectionCaptions[$0.id] == nil }
        .map(\.caption)
    }
    return Array(captions.prefix(5))
  }

  private static func captionsWithIDs(_ films: [CaptionedFilm]) -> [String] {
    films.prefix(8).map { "\($0.caption.text) \($0.id)" }
  }
}
