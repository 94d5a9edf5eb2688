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

  /// What a command does with the films.
  package enum Purpose: Sendable {
    /// The command only shows the films; a title may be the best-known film with this title.
    case showing
    /// The command changes the user's data; a title is a title in another country only if no film has
    /// it as its own title.
    case changing
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
  /// - Parameters:
  ///   - targets: The targets.
  ///   - scope: The data in which titles are looked up.
  ///   - purpose: What the films are for.
  ///   - needsFacts: `false` not to look up missing facts in the film cache and the catalog.
  ///   - splitsWords: `true` if words that are not a title may be several titles of one word each.
  ///   - context: The context of the command.
  /// - Throws: A ``ViewModelError`` if a target matches no film, or several; the error of a source.
  package func resolve(
    _ targets: [Target], scope: LookupScope, for purpose: Purpose, needsFacts: Bool = true,
    splitsWords: Bool = false, in context: CommandContext
  ) async throws -> [FilmItem] {
    let lookup = TitleResolution(scope: scope, purpose: purpose, context: context)
    var films: [ResolvedFilm] = []
    for target in targets { films += try await resolve(target, lookup, splitsWords: splitsWords) }
    var items = try await assembler.items(films.map { ($0.id, $0.film) }, needsFacts: needsFacts)
    let resultSet = await state.resultSet
    for index in items.indices {
      items[index].number = resultSet?.number(of: films[index].id)
      items[index].alsoKnownAs = films[index].typedTitle.flatMap(items[index].otherTitle)
    }
    var seenIDs: Set<FilmID> = []
    return items.filter { seenIDs.insert($0.id).inserted }
  }

  /// How titles are looked up.
  private struct TitleResolution {
    let scope: LookupScope
    let purpose: Purpose
    let context: CommandContext
  }

  /// A film that a target refers to.
  private struct ResolvedFilm {
    let id: FilmID
    var film: Film?
    /// The title, without a year, by which the user named the film; `nil` for other targets.
    var typedTitle: String?
  }

  private func resolve(
    _ target: Target, _ lookup: TitleResolution, splitsWords: Bool
  ) async throws -> [ResolvedFilm] {
    switch target {
    case .id(let id): return [ResolvedFilm(id: id)]
    case .selected:
      guard let selection = await state.implicitSelection else {
        throw ViewModelError.nothingSelected
      }
      return [ResolvedFilm(id: selection)]
    case .numbers(let numbers): return try await films(numbered: numbers)
    case .title(let title): return [try await film(titled: title, lookup)]
    case .words(let words):
      do {
        return [try await film(titled: words.joined(separator: " "), lookup)]
      } catch ViewModelError.unknownTitle(let title, let near, let hint, let scope) {
        let films = splitsWords ? try await filmsByOwnTitle(words, lookup) : nil
        guard let films else {
          throw ViewModelError.unknownTitle(
            title, near: near, hint: hint, searchedCollectionOnly: scope)
        }
        return films
      }
    }
  }

  /// Returns the films whose own titles the words are; `nil` if a word is the title of none or several.
  private func filmsByOwnTitle(
    _ words: [String], _ lookup: TitleResolution
  ) async throws -> [ResolvedFilm]? {
    var films: [ResolvedFilm] = []
    for word in words {
      do {
        let film = try await film(titled: word, lookup)
        guard film.film?.hasOwnTitle(word) ?? true else { return nil }
        films.append(film)
      } catch is ViewModelError {
        return nil
      }
    }
    return films
  }

  // MARK: - Titles that the last words of a command may be

  /// Returns the title of a film whose own title some words are, as the film's facts spell it; `nil` if
  /// there is none in the result set, the collection, and the catalog.
  package func ownTitle(_ text: String) async throws -> String? {
    if let title = try await listedTitle(text) { return title }
    let films = try await services.sources.withCatalog {
      try await $0.films(titled: text, year: nil)
    }.value
    return films.first { $0.hasOwnTitle(text) }?.title
  }

  /// Returns the title of a film whose title some words are; `nil` if there is none in the result set and
  /// the collection.
  package func listedTitle(_ text: String) async throws -> String? {
    for input in TitleWithYear.interpretations(of: text) {
      if let film = await resultFilms(input).first { return film.caption.title }
      if let film = try await collectionFilms(input).first { return film.caption.title }
    }
    return nil
  }

  /// Returns whether the result set has films with both numbers.
  package func hasResults(numbered numbers: [Int]) async -> Bool {
    guard let resultSet = await state.resultSet else { return false }
    return numbers.allSatisfy { (1...max(1, resultSet.total)).contains($0) }
      && resultSet.total > 0
  }

  // MARK: - Numbers

  private func films(numbered numbers: ClosedRange<Int>) async throws -> [ResolvedFilm] {
    let resultSet = await state.resultSet
    let total = resultSet?.total ?? 0
    guard let resultSet, numbers.lowerBound >= 1, numbers.upperBound <= total else {
      let invalidNumber =
        numbers.lowerBound < 1 || total == 0 ? numbers.lowerBound : numbers.upperBound
      throw ViewModelError.noSuchNumber(
        invalidNumber, count: total, mayBeTitle: numbers.count == 1)
    }
    let indices = (numbers.lowerBound - 1)..<numbers.upperBound
    let loadedFilms = resultSet.loadedFilms(at: indices)
    guard loadedFilms.count == indices.count else {
      let loadedIndices = Set(loadedFilms.map(\.index))
      let missingIndex = indices.first { !loadedIndices.contains($0) } ?? 0
      throw ViewModelError.noSuchNumber(
        missingIndex + 1, count: resultSet.loadedFilms(at: 0..<total).count)
    }
    return loadedFilms.map { ResolvedFilm(id: $0.id, film: $0.film) }
  }

  // MARK: - Titles

  private func film(titled text: String, _ lookup: TitleResolution) async throws -> ResolvedFilm {
    guard text.contains(where: { !$0.isWhitespace }) else { throw ViewModelError.emptyTitle }
    var lookupError: (any UserFacingError)?
    for lookUp in lookups(lookup) {
      for input in TitleWithYear.interpretations(of: text) {
        do {
          let matches = try await lookUp(input)
          if let match = try Self.onlyMatch(matches, text) {
            return ResolvedFilm(id: match.id, film: match.film, typedTitle: input.title)
          }
        } catch let error as any UserFacingError where error.exitCategory == .unavailable {
          lookupError = error
        }
      }
    }
    if let lookupError { throw lookupError }
    let near = try await similarCaptions(text, lookup.scope, lookup.context)
    let hint = await hint(lookup.scope, lookup.context)
    throw ViewModelError.unknownTitle(
      text, near: near, hint: hint, searchedCollectionOnly: lookup.scope == .collection)
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
    _ lookup: TitleResolution
  ) -> [(TitleWithYear) async throws -> [CaptionedFilm]] {
    let local = [
      resultFilms, collectionFilms, { try await catalogFilms($0, for: lookup.purpose) },
    ]
    return switch lookup.scope {
    case .collection: [collectionFilms]
    case .local: local
    case .network: local + [{ try await networkFilms($0, lookup.context) }]
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

  private func catalogFilms(
    _ input: TitleWithYear, for purpose: Purpose
  ) async throws -> [CaptionedFilm] {
    var films = try await services.sources.withCatalog {
      try await $0.films(titled: input.title, year: input.year)
    }.value
    let filmsWithOwnTitle = films.filter { $0.hasOwnTitle(input.title) }
    if purpose == .changing, !filmsWithOwnTitle.isEmpty { films = filmsWithOwnTitle }
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
