package import FilmzDomain
import FilmzServices
import FilmzStore

/// Finds the films that targets refer to.
package struct TargetResolver: ViewModel {
  let viewModels: ViewModels

  /// The data in which titles are looked up.
  package enum LookupScope: Sendable {
    /// The collection only.
    case collection
    /// The skipped films, the result set, the collection, and the catalog, in this order.
    case skipped
    /// The result set, the collection, and the catalog, in this order.
    case local
    /// The result set, the collection, the catalog, and the services, in this order.
    case network
  }

  /// The purpose for which a command needs the films.
  package enum Purpose: Sendable {
    /// The command only shows the films; a title may be the best-known film with this title.
    case showing
    /// The command changes the user's data; films with a title in another country are found only if no film has this
    /// title or original title.
    case changing
    /// The command records that two ids are those of one film; a title is looked up as for ``changing``.
    ///
    /// Films that may be films of the collection under other ids are returned as they are.
    case identifying
  }

  /// The treatment of ids about which nothing is known.
  package enum UnknownIDs: Sendable {
    /// The ids are accepted as those of films.
    case accepted
    /// The details are fetched, and ids that a service does not have are refused.
    ///
    /// `hasForce` is `true` if the command has an option that accepts them.
    case checked(hasForce: Bool)
    /// The ids are accepted, except own ids without a record and ids of films known by title and year only.
    case forced

    /// Returns the reason to refuse a film whose details could not be fetched; `nil` if it is accepted.
    fileprivate func refusal(of id: FilmID, _ failure: any Error) -> ViewModelError? {
      guard case .checked(let hasForce) = self, let failure = failure as? UnknownFilmError,
        let service = failure.service
      else { return nil }
      return .noSuchFilms([id], service: service, hasForce: hasForce)
    }

    /// `true` if own ids without a record and unknown ids of films known by title and year only are refused.
    fileprivate var needRecords: Bool { if case .accepted = self { false } else { true } }

    fileprivate var areChecked: Bool { if case .checked = self { true } else { false } }
  }

  /// Returns the films of the targets in the order of the targets, without duplicates.
  ///
  /// Fetches the details of films that may be in the collection under other ids, because details contain all ids.
  /// If the films are to be changed, also fetches the details of films of TMDB about which nothing else is known.
  ///
  /// - Parameters:
  ///   - targets: The targets.
  ///   - scope: The data in which titles are looked up.
  ///   - purpose: The purpose for which the command needs the films.
  ///   - needsFacts: `true` to look up missing facts in the film cache and the catalog.
  ///   - splitsWords: `true` if words that are not a title may be several titles of one word each.
  ///   - unknownIDs: The treatment of ids about which nothing is known; films that are refused have a
  ///     ``FilmItem/refusal``, unless all are, which is an error.
  ///   - context: The context of the command.
  /// - Returns: The films.
  /// - Throws: A ``ViewModelError`` if a target matches no film, or several, if a film is hidden,
  ///   or if it is not known whether a film to be changed is in the collection; the error of a source.
  package func resolve(
    _ targets: [Target], scope: LookupScope, for purpose: Purpose = .showing, needsFacts: Bool = true,
    splitsWords: Bool = false, unknownIDs: UnknownIDs = .accepted, in context: CommandContext
  ) async throws -> [FilmItem] {
    let titles = TitleResolver(viewModels: viewModels, scope: scope, purpose: purpose, context: context)
    var films: [ResolvedFilm] = []
    for target in targets { films += try await resolve(target, titles, splitsWords: splitsWords, context) }
    var items = try await assembler.items(films.map { ($0.id, $0.film) }, needsFacts: needsFacts)
    (films, items) = try await withoutHiddenFilms(films, items, in: context)
    let resultSet = await state.resultSet
    if unknownIDs.needRecords { items = items.map(\.refusedWithoutRecord) }
    if purpose != .identifying, scope != .skipped {
      items = try await identified(items, among: resultSet, for: purpose, unknownIDs, in: context)
    }
    try Self.requireAny(of: items)
    guard !items.contains(where: \.isHidden) else { throw ViewModelError.filmIsHidden }
    let numbers = try await numbers(of: items, namedBy: films.map(\.id), in: resultSet)
    for index in items.indices {
      items[index].number = numbers[index]
      items[index].platform = items[index].number.flatMap { _ in resultSet?.platform }
      if let typedTitle = films[index].typedTitle {
        items[index].alsoKnownAs = await titles.otherTitle(typedTitle, of: items[index])
      }
    }
    var uniqueIDs: Set<FilmID> = []
    return items.filter { uniqueIDs.insert($0.id).inserted }
  }

  /// Returns the films without hidden films of ranges and of smart collections.
  ///
  /// - Throws: ``ViewModelError/filmIsHidden`` if the film of another target is hidden, or if all films are.
  private func withoutHiddenFilms(
    _ films: [ResolvedFilm], _ items: [FilmItem], in context: CommandContext
  ) async throws -> ([ResolvedFilm], [FilmItem]) {
    guard items.contains(where: \.isHidden) else { return (films, items) }
    let items = try await assembler.requestingCertifications(of: items, in: context)
    let pairs = zip(films, items).filter { film, item in !film.isInGroup || !item.isHidden }
    guard !pairs.isEmpty, !pairs.contains(where: { $1.isHidden }) else { throw ViewModelError.filmIsHidden }
    return (pairs.map(\.0), pairs.map(\.1))
  }

  /// Returns the numbers of films in the result set; `nil` for films that it does not have.
  ///
  /// The result set may have a film under an id that has become an alias since it was loaded.
  private func numbers(of items: [FilmItem], namedBy ids: [FilmID], in resultSet: ResultSet?) async throws -> [Int?] {
    let numbers = ids.map { resultSet?.number(of: $0) }
    let listedIDs = (resultSet?.loadedSearchFilms ?? []).map(\.id).filter { $0.imdbID == nil }
    guard let resultSet, numbers.contains(nil), !listedIDs.isEmpty else { return numbers }
    let films = try await database.openForReading().collection.canonicalIDs(of: listedIDs)
    let aliases = Dictionary(grouping: films.keys) { films[$0] }
    return zip(items, numbers).map { item, number in
      number ?? aliases[item.id]?.compactMap(resultSet.number(of:)).min()
    }
  }

  // MARK: - Films that may be in the collection

  /// The maximum number of films whose details are fetched at once.
  private static let maximumTasks = 4

  /// Fetches the details of films that may be films of the collection under other ids, and replaces them by the films of
  /// the collection if the details confirm it.
  ///
  /// If details are not available, adds a warning, and returns the film unchanged. If unknown ids are checked, the
  /// details of all films about which nothing is known are fetched too.
  ///
  /// - Throws: ``ViewModelError/mayBeInCollection(caption:id:entry:)`` if the details of a film to be changed
  ///   are not available.
  private func identified(
    _ items: [FilmItem], among resultSet: ResultSet?, for purpose: Purpose,
    _ unknownIDs: UnknownIDs, in context: CommandContext
  ) async throws -> [FilmItem] {
    let items = try await assembler.addingPossibleEntries(to: items, among: resultSet?.possibleAliases ?? [])
    let needsDetails = { @Sendable (item: FilmItem) in
      let isNewTMDBFilm = purpose == .changing && item.entry == nil && item.isUnidentified
      return item.possibleEntry != nil || isNewTMDBFilm || (unknownIDs.areChecked && item.isUnknown)
    }
    guard items.contains(where: needsDetails) else { return items }
    return try await items.concurrentMap(maximumTasks: Self.maximumTasks) { item in
      guard needsDetails(item) else { return item }
      do {
        let film = try await services.lookup.film(item.id, in: context).value
        if film.id != item.id || film.isComplete { return try await assembler.items([(film.id, film)]).first ?? item }
      } catch let error as any UserFacingError {
        if item.isUnknown, let refusal = unknownIDs.refusal(of: item.id, error) {
          var item = item
          item.refusal = refusal
          return item
        }
        if (item.isUnidentified && !context.isOffline) || (unknownIDs.areChecked && item.isUnknown) {
          database.warnings.add(Self.warning(item, error))
        }
      }
      guard let entry = item.possibleEntry else { return item }
      guard try await !assembler.shown([entry], { ($0.id, nil) }).isEmpty else { throw ViewModelError.filmIsHidden }
      let error = ViewModelError.mayBeInCollection(caption: item.caption, id: item.id, entry: entry.id)
      guard purpose != .changing else { throw error }
      database.warnings.add(.problem(error.message, error.remedy))
      return item
    }
  }

  // MARK: - Films that no service has

  /// Checks that at least one film is not refused, if there are any.
  ///
  /// - Throws: ``ViewModelError/noSuchFilms(_:service:hasForce:)``.
  private static func requireAny(of items: [FilmItem]) throws {
    let refusals = items.compactMap(\.refusal)
    guard let first = refusals.first, refusals.count == items.count else { return }
    guard case .noSuchFilms(_, let service, let hasForce) = first else { throw first }
    throw ViewModelError.noSuchFilms(items.map(\.id), service: service, hasForce: hasForce)
  }

  /// Checks that two ids can be those of one film: a service has each film about which nothing is known, and both films
  /// are series, or neither is.
  ///
  /// Adds warnings if nothing is known about both films, and no service can look them up now. An id that is an alias is
  /// not checked, because the user accepted it before.
  ///
  /// - Throws: ``ViewModelError/noSuchFilms(_:service:hasForce:)``, ``ViewModelError/noRecord(_:)``,
  ///   ``ViewModelError/differentTypes(_:)``.
  package func requireIdentifiable(_ ids: [FilmID], in context: CommandContext) async throws {
    var films: [Film] = []
    var failures: [Warning] = []
    for item in try await assembler.items(ids.map { ($0, nil) }) where ids.contains(item.id) {
      if let refusal = item.refusedWithoutRecord.refusal { throw refusal }
      do {
        let film = item.isUnknown ? try await services.lookup.film(item.id, in: context).value : item.film
        if let film { films.append(film) }
      } catch let error as any UserFacingError {
        if let refusal = UnknownIDs.checked(hasForce: true).refusal(of: item.id, error) { throw refusal }
        failures.append(Self.warning(item, error))
      }
    }
    if failures.count == ids.count { failures.forEach(database.warnings.add) }
    let isSeries = films.compactMap { film in film.type.map { $0 == .series } }
    guard isSeries.count == 2, isSeries[0] != isSeries[1] else { return }
    let descriptions = zip(films, isSeries).map { "\($0.caption) \($0.id) is a \($1 ? "series" : "film")" }
    throw ViewModelError.differentTypes(descriptions)
  }

  private static func warning(_ item: FilmItem, _ error: any UserFacingError) -> Warning {
    let consequence = "nothing is known about \(item.id) yet"
    return error is UnknownFilmError ? .problem(consequence, error.remedy) : Warning(error, consequence: consequence)
  }

  // MARK: - Targets

  private func resolve(
    _ target: Target, _ titles: TitleResolver, splitsWords: Bool, _ context: CommandContext
  ) async throws -> [ResolvedFilm] {
    switch target {
    case .id(let id): return [ResolvedFilm(id: id)]
    case .collection(let name):
      return try await viewModels.smartCollections.films(of: name, at: context.now).map {
        ResolvedFilm(id: $0, isInGroup: true)
      }
    case .selected:
      guard let selection = await state.implicitSelection else { throw ViewModelError.nothingSelected }
      return [ResolvedFilm(id: selection)]
    case .numbers(let numbers): return try await films(numbered: numbers, titles)
    case .title(let title): return [try await titles.film(titled: title)]
    case .words(let words):
      do {
        return [try await titles.film(titled: words.joined(separator: " "))]
      } catch ViewModelError.unknownTitle(let title, let near, let hint, let scope) {
        let films = splitsWords ? try await titles.filmsByOwnTitle(words) : nil
        guard let films else {
          throw ViewModelError.unknownTitle(title, near: near, hint: hint, searchedCollectionOnly: scope)
        }
        return films
      }
    }
  }

  /// Returns the number of different films in the smart collections among some targets.
  ///
  /// - Throws: The errors of ``SmartCollectionViewModel/films(of:at:)``.
  package func collectionFilmCount(_ targets: [Target], in context: CommandContext) async throws -> Int {
    var films: Set<FilmID> = []
    for case .collection(let name) in targets {
      films.formUnion(try await viewModels.smartCollections.films(of: name, at: context.now))
    }
    return films.count
  }

  // MARK: - Titles at the end of a line

  /// Returns a title or original title that equals a text, as the film's facts spell it; `nil` if no film of the result
  /// set, the collection, and the catalog has it.
  package func ownTitle(_ text: String, in context: CommandContext) async throws -> String? {
    try await titles(in: context).ownTitle(text)
  }

  /// Returns the title of a film of the result set, the collection, or the catalog that a text names; `nil` if there is
  /// none.
  ///
  /// The text is any title of the film, or names it as a sequel, such as `terminator 2`.
  package func knownTitle(_ text: String, in context: CommandContext) async throws -> String? {
    try await titles(in: context).knownTitle(text)
  }

  /// Returns a title that equals a text; `nil` if no film of the result set and the collection has it.
  package func listedTitle(_ text: String, in context: CommandContext) async throws -> String? {
    try await titles(in: context).listedTitle(text)
  }

  /// Returns a title that equals a text; `nil` if no film has it.
  ///
  /// The films are those of the result set and of the collection, and those of the catalog with at least `minimumVotes`
  /// votes or with a title that the user entered.
  ///
  /// `isBeginning` is `true` if more words follow the text. A text of one word must then be a title or original title
  /// with its article, because a word of a sentence is often a title in some country.
  package func wellKnownTitle(
    _ text: String, minimumVotes: Int, isBeginning: Bool, in context: CommandContext
  ) async throws -> String? {
    try await titles(in: context).wellKnownTitle(text, minimumVotes: minimumVotes, isBeginning: isBeginning)
  }

  private func titles(in context: CommandContext) -> TitleResolver {
    TitleResolver(viewModels: viewModels, scope: .local, purpose: .changing, context: context)
  }

  /// Returns whether the result set, if this session has shown it, has a film for each of the numbers.
  package func hasResults(numbered numbers: [Int]) async -> Bool {
    guard await state.isPageShown, let resultSet = await state.resultSet else { return false }
    return numbers.allSatisfy { (1...max(1, resultSet.total)).contains($0) } && resultSet.total > 0
  }

  // MARK: - Numbers

  private func films(numbered numbers: ClosedRange<Int>, _ titles: TitleResolver) async throws -> [ResolvedFilm] {
    let resultSet = await state.resultSet
    let total = resultSet?.total ?? 0
    guard let resultSet, numbers.lowerBound >= 1, numbers.upperBound <= total else {
      let invalidNumber = numbers.lowerBound < 1 || total == 0 ? numbers.lowerBound : numbers.upperBound
      throw ViewModelError.noSuchNumber(invalidNumber, count: total, mayBeTitle: await mayBeTitle(numbers, titles))
    }
    guard await state.isPageShown || titles.purpose == .showing else { throw ViewModelError.resultsNotShown }
    let indices = (numbers.lowerBound - 1)..<numbers.upperBound
    let loadedFilms = resultSet.loadedFilms(at: indices)
    guard loadedFilms.count == indices.count else {
      let loadedIndices = Set(loadedFilms.map(\.index))
      let missingIndex = indices.first { !loadedIndices.contains($0) } ?? 0
      throw ViewModelError.noSuchNumber(
        missingIndex + 1, count: resultSet.loadedSearchFilms.count, mayBeTitle: await mayBeTitle(numbers, titles))
    }
    return loadedFilms.map { ResolvedFilm(id: $0.id, film: $0.film, isInGroup: numbers.count > 1) }
  }

  /// The largest number that is regarded as a title only if a known film has this title.
  private static let maximumPlainNumber = 99

  /// Returns whether a number that the result set does not have may be meant as a title, such as `1917`; `false` for a
  /// range.
  private func mayBeTitle(_ numbers: ClosedRange<Int>, _ titles: TitleResolver) async -> Bool {
    let number = numbers.lowerBound
    guard number == numbers.upperBound else { return false }
    if number > Self.maximumPlainNumber { return true }
    return (try? await titles.ownTitle(String(number))) != nil
  }
}

extension FilmItem {
  /// `true` if nothing is known about the film but its id at TMDB.
  var isUnidentified: Bool { film == nil && id.tmdb != nil }

  /// The item, with a ``refusal`` if its id is that of an own record, or of a film known by title and year only, that does
  /// not exist.
  var refusedWithoutRecord: FilmItem {
    guard id.isOwn || id.isNamed, film == nil, mark == nil else { return self }
    var item = self
    item.refusal = .noRecord(id)
    return item
  }

  /// `true` if nothing is known about the film but an id that sources can look up.
  var isUnknown: Bool { film == nil && mark == nil && (id.imdbID != nil || id.tmdb != nil) }
}
