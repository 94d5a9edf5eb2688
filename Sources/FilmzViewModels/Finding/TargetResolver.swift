package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Finds the films that targets refer to.
package struct TargetResolver: Sendable {
  /// The data in which titles are looked up.
  package enum LookupScope: Sendable {
    /// The collection only.
    case collection
    /// The skipped films, the result set, the collection, and the catalog, in this order.
    ///
    /// The network is not used, because the collection has all skipped films.
    case skipped
    /// The result set, the collection, and the catalog, in this order.
    case local
    /// The result set, the collection, the catalog, and the services, in this order.
    case network
  }

  /// The use that a command makes of the films.
  package enum Purpose: Sendable {
    /// The command only shows the films; a title may be the best-known film with this title.
    case showing
    /// The command changes the user's data; a title is a title in another country only if no film has
    /// it as its own title.
    case changing
    /// The command relates an id to another one; a title is looked up as for ``changing``.
    ///
    /// Only for this purpose, a film that may be a film of the collection is returned unchanged.
    case identifying
  }

  private let services: FilmServices
  private let database: CollectionDatabase
  private let state: BrowsingState
  private let assembler: FilmItemAssembler
  private let collections: SmartCollectionViewModel

  package init(services: FilmServices, database: CollectionDatabase, state: BrowsingState) {
    (self.services, self.database, self.state) = (services, database, state)
    assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    collections = SmartCollectionViewModel(services: services, database: database)
  }

  /// Returns the films of the targets in the order of the targets, without duplicates.
  ///
  /// Fetches the details of films that may be in the collection under another id, because the details contain the ids.
  /// If the films are to be changed, also fetches the details of films of TMDB without stored facts.
  ///
  /// - Parameters:
  ///   - targets: The targets.
  ///   - scope: The data in which titles are looked up.
  ///   - purpose: The use that the command makes of the films.
  ///   - needsFacts: `false` not to look up missing facts in the film cache and the catalog.
  ///   - splitsWords: `true` if words that are not a title may be several titles of one word each.
  ///   - checksIDs: `true` to fetch the details of films about which nothing is known, and to refuse those that a
  ///     service does not have.
  ///   - context: The context of the command.
  /// - Returns: The films.
  /// - Throws: A ``ViewModelError`` if a target matches no film, or several, if the kids filter hides a film,
  ///   or if it is not known whether a film to be changed is in the collection; the error of a source.
  package func resolve(
    _ targets: [Target], scope: LookupScope, for purpose: Purpose = .showing,
    needsFacts: Bool = true,
    splitsWords: Bool = false, checksIDs: Bool = false, in context: CommandContext
  ) async throws -> [FilmItem] {
    let titles = TitleResolver(
      services: services, database: database, state: state, scope: scope, purpose: purpose,
      context: context)
    var films: [ResolvedFilm] = []
    for target in targets {
      films += try await resolve(target, titles, splitsWords: splitsWords, context)
    }
    var items = try await assembler.items(films.map { ($0.id, $0.film) }, needsFacts: needsFacts)
    (films, items) = try await withoutHiddenFilms(films, items, in: context)
    let resultSet = await state.resultSet
    if purpose != .identifying, scope != .skipped {
      items = try await identified(
        items, among: resultSet, for: purpose, checksIDs: checksIDs, in: context)
    }
    guard !items.contains(where: \.isHidden) else { throw ViewModelError.hiddenByKidsFilter }
    let numbers = try await numbers(of: items, namedBy: films.map(\.id), in: resultSet)
    for index in items.indices {
      items[index].number = numbers[index]
      items[index].platform = items[index].number.flatMap { _ in resultSet?.platform }
      if let typedTitle = films[index].typedTitle {
        items[index].alsoKnownAs = await titles.otherTitle(typedTitle, of: items[index])
      }
    }
    var seenIDs: Set<FilmID> = []
    return items.filter { seenIDs.insert($0.id).inserted }
  }

  /// Returns the films of ranges and of smart collections without those that the kids filter hides, and the
  /// films of other targets.
  ///
  /// - Throws: ``ViewModelError/hiddenByKidsFilter`` if the film of another target is hidden, or all films are.
  private func withoutHiddenFilms(
    _ films: [ResolvedFilm], _ items: [FilmItem], in context: CommandContext
  ) async throws -> ([ResolvedFilm], [FilmItem]) {
    guard items.contains(where: \.isHidden) else { return (films, items) }
    let items = try await assembler.learningCertifications(of: items, in: context)
    let pairs = zip(films, items).filter { film, item in !film.isInGroup || !item.isHidden }
    guard !pairs.isEmpty, !pairs.contains(where: { $1.isHidden }) else {
      throw ViewModelError.hiddenByKidsFilter
    }
    return (pairs.map(\.0), pairs.map(\.1))
  }

  /// Returns the numbers of films in the result set; `nil` for those that are not in it.
  ///
  /// The result set may have a film under an id that has become an alias since, after its details were fetched.
  private func numbers(
    of items: [FilmItem], namedBy ids: [FilmID], in resultSet: ResultSet?
  ) async throws -> [Int?] {
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

  /// Returns the films, of which those that may be films of the collection are identified by their details.
  ///
  /// Adds a warning if details are not available; a film to be shown is then returned unchanged. With `checksIDs`, the
  /// details of all films without stored facts are fetched.
  ///
  /// - Throws: ``ViewModelError/mayBeInCollection(caption:id:entry:)`` if the details of a film to be changed
  ///   are not available; with `checksIDs`, ``ViewModelError/noSuchFilm(_:service:)``.
  private func identified(
    _ items: [FilmItem], among resultSet: ResultSet?, for purpose: Purpose, checksIDs: Bool,
    in context: CommandContext
  ) async throws -> [FilmItem] {
    let items = try await assembler.addingPossibleEntries(
      to: items, among: resultSet?.possibleFilms ?? [])
    let needsDetails = { @Sendable (item: FilmItem) in
      item.possibleEntry != nil
        || (purpose == .changing && item.entry == nil && item.isUnidentified)
        || (checksIDs && item.isUnknown)
    }
    guard items.contains(where: needsDetails) else { return items }
    return try await items.concurrentMap(maximumTasks: Self.maximumTasks) { item in
      guard needsDetails(item) else { return item }
      do {
        let film = try await services.lookup.film(item.id, in: context).value
        if film.id != item.id || film.isComplete {
          return try await assembler.items([(film.id, film)]).first ?? item
        }
      } catch let error as any UserFacingError {
        if checksIDs, item.isUnknown, let service = (error as? UnknownFilmError)?.service {
          throw ViewModelError.noSuchFilm(item.id, service: service)
        }
        if (item.isUnidentified && !context.isOffline) || (checksIDs && item.isUnknown) {
          let consequence = "nothing is known about \(item.id) yet"
          database.warnings.add(
            error is UnknownFilmError
              ? .problem(consequence, error.remedy) : Warning(error, consequence: consequence))
        }
      }
      guard let entry = item.possibleEntry else { return item }
      guard try await !assembler.shown([entry], { ($0.id, nil) }).isEmpty else {
        throw ViewModelError.hiddenByKidsFilter
      }
      let error = ViewModelError.mayBeInCollection(
        caption: item.caption, id: item.id, entry: entry.id)
      guard purpose != .changing else { throw error }
      database.warnings.add(.problem(error.message, error.remedy))
      return item
    }
  }

  // MARK: - Targets

  private func resolve(
    _ target: Target, _ titles: TitleResolver, splitsWords: Bool, _ context: CommandContext
  ) async throws -> [ResolvedFilm] {
    switch target {
    case .id(let id): return [ResolvedFilm(id: id)]
    case .collection(let name):
      return try await collections.films(of: name, at: context.now).map {
        ResolvedFilm(id: $0, isInGroup: true)
      }
    case .selected:
      guard let selection = await state.implicitSelection else {
        throw ViewModelError.nothingSelected
      }
      return [ResolvedFilm(id: selection)]
    case .numbers(let numbers): return try await films(numbered: numbers, titles)
    case .title(let title): return [try await titles.film(titled: title)]
    case .words(let words):
      do {
        return [try await titles.film(titled: words.joined(separator: " "))]
      } catch ViewModelError.unknownTitle(let title, let near, let hint, let scope) {
        let films = splitsWords ? try await titles.filmsByOwnTitle(words) : nil
        guard let films else {
          throw ViewModelError.unknownTitle(
            title, near: near, hint: hint, searchedCollectionOnly: scope)
        }
        return films
      }
    }
  }

  /// Returns the total number of films of the smart collections among some targets.
  ///
  /// - Throws: The errors of ``SmartCollectionViewModel/films(of:at:)``.
  package func collectionFilmCount(
    _ targets: [Target], in context: CommandContext
  ) async throws -> Int {
    var films: Set<FilmID> = []
    for case .collection(let name) in targets {
      films.formUnion(try await collections.films(of: name, at: context.now))
    }
    return films.count
  }

  // MARK: - Titles that the last words of a command may be

  /// Returns a title or original title that equals a text, as the film's facts spell it; `nil` if no film of the result
  /// set, the collection, and the catalog has it.
  package func ownTitle(_ text: String, in context: CommandContext) async throws -> String? {
    try await titles(in: context).ownTitle(text)
  }

  /// Returns the title of a film that a text names by any of its titles or as a sequel, such as `terminator 2`; `nil`
  /// if there is none in the result set, the collection, and the catalog.
  package func knownTitle(_ text: String, in context: CommandContext) async throws -> String? {
    try await titles(in: context).knownTitle(text)
  }

  /// Returns a title that equals a text; `nil` if no film of the result set and the collection has it.
  package func listedTitle(_ text: String, in context: CommandContext) async throws -> String? {
    try await titles(in: context).listedTitle(text)
  }

  private func titles(in context: CommandContext) -> TitleResolver {
    TitleResolver(
      services: services, database: database, state: state, scope: .local, purpose: .changing,
      context: context)
  }

  /// Returns whether the result set has films with all of these numbers.
  package func hasResults(numbered numbers: [Int]) async -> Bool {
    guard let resultSet = await state.resultSet else { return false }
    return numbers.allSatisfy { (1...max(1, resultSet.total)).contains($0) }
      && resultSet.total > 0
  }

  // MARK: - Numbers

  private func films(
    numbered numbers: ClosedRange<Int>, _ titles: TitleResolver
  ) async throws -> [ResolvedFilm] {
    let resultSet = await state.resultSet
    let total = resultSet?.total ?? 0
    guard let resultSet, numbers.lowerBound >= 1, numbers.upperBound <= total else {
      let invalidNumber =
        numbers.lowerBound < 1 || total == 0 ? numbers.lowerBound : numbers.upperBound
      throw ViewModelError.noSuchNumber(
        invalidNumber, count: total, mayBeTitle: await mayBeTitle(numbers, titles))
    }
    let indices = (numbers.lowerBound - 1)..<numbers.upperBound
    let loadedFilms = resultSet.loadedFilms(at: indices)
    guard loadedFilms.count == indices.count else {
      let loadedIndices = Set(loadedFilms.map(\.index))
      let missingIndex = indices.first { !loadedIndices.contains($0) } ?? 0
      throw ViewModelError.noSuchNumber(
        missingIndex + 1, count: resultSet.loadedSearchFilms.count,
        mayBeTitle: await mayBeTitle(numbers, titles))
    }
    return loadedFilms.map {
      ResolvedFilm(id: $0.id, film: $0.film, isInGroup: numbers.count > 1)
    }
  }

  /// The largest number that is mentioned as a title only if it is a known one.
  private static let maximumPlainNumber = 99

  /// Returns whether a number that is not in the result set may be meant as a title, such as `1917`.
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

  /// `true` if nothing is known about the film but an id that sources can look up.
  var isUnknown: Bool {
    film == nil && mark == nil && (id.imdbID != nil || id.tmdb != nil)
  }
}

/// A reference to one or more films in the arguments of a command.
package enum Target: Sendable, Hashable {
  /// The selected film.
  case selected
  /// Numbers in the current result set; films with these numbers may not exist.
  case numbers(ClosedRange<Int>)
  case id(FilmID)
  /// A title, which may be followed by a year.
  case title(String)
  /// Two or more unquoted words, which form one title.
  ///
  /// In a single command, whose words the system's shell has split, they can also be several titles of one
  /// word each.
  case words([String])
  /// All films of a smart collection.
  case collection(CollectionName)

  /// Parses the arguments of a command; without arguments, the target is the selected film.
  ///
  /// A quoted argument is an id or a whole title. Successive unquoted arguments form one title,
  /// unless each of them is a number, a range, an id, or `.`. An unquoted argument that begins with `@` is a
  /// smart collection.
  ///
  /// - Throws: ``ViewModelError/invalidRange(_:)``, and ``ViewModelError/titleBeginningWithNumber(_:)`` for
  ///   unquoted words such as `12 angry men`, because a first word of digits is always a number.
  package static func parse(_ arguments: [Word]) throws(ViewModelError) -> [Target] {
    guard !arguments.isEmpty else { return [.selected] }
    var targets: [Target] = []
    var unquotedWords: [String] = []
    for argument in arguments {
      if argument.isQuoted {
        targets += try parse(unquotedWords: unquotedWords)
        unquotedWords = []
        targets.append(
          FilmID(argument.text).map(Target.id) ?? .title(withoutTitlePrefix(argument.text)))
      } else if let name = CollectionName(argument) {
        targets += try parse(unquotedWords: unquotedWords) + [.collection(name)]
        unquotedWords = []
      } else {
        unquotedWords.append(argument.text)
      }
    }
    return targets + (try parse(unquotedWords: unquotedWords))
  }

  package static let titlePrefix = "title:"

  private static func parse(unquotedWords words: [String]) throws(ViewModelError) -> [Target] {
    guard !words.isEmpty else { return [] }
    guard words.count == 1 || words.allSatisfy(isStandalone) else {
      if (try? numbers(words[0])) ?? nil != nil {
        throw .titleBeginningWithNumber(words.joined(separator: " "))
      }
      return [
        words[0].hasPrefix(titlePrefix)
          ? .title(withoutTitlePrefix(words.joined(separator: " "))) : .words(words)
      ]
    }
    var targets: [Target] = []
    for word in words { targets += try explicitTargets(word) ?? [.title(withoutTitlePrefix(word))] }
    return targets
  }

  /// Returns whether an unquoted word is a target even next to other words: `.`, an id, numbers, or a smart
  /// collection.
  package static func isStandalone(_ word: String) -> Bool {
    word == "." || FilmID(word) != nil || looksLikeNumbers(word)
      || CollectionName(Word(word)) != nil
  }

  /// Returns whether a word consists of digits, commas, and hyphens, and has at least one digit.
  private static func looksLikeNumbers(_ word: String) -> Bool {
    word.utf8.allSatisfy { $0.isDigit || $0 == 44 || $0 == 45 }
      && word.utf8.contains(where: \.isDigit)
  }

  private static func withoutTitlePrefix(_ text: String) -> String {
    text.hasPrefix(titlePrefix) ? String(text.dropFirst(titlePrefix.count)) : text
  }

  /// Returns the targets of a word that is `.`, an id, numbers, or a title with the prefix
  /// `title:`, and `nil` for any other word.
  private static func explicitTargets(_ word: String) throws(ViewModelError) -> [Target]? {
    if word == "." { return [.selected] }
    if word.hasPrefix(titlePrefix), word.count > titlePrefix.count {
      return [.title(withoutTitlePrefix(word))]
    }
    if let id = FilmID(word) { return [.id(id)] }
    return try numbers(word)
  }

  /// Returns the ranges of `3`, `1-4`, or `1-4,7`, and `nil` for a word with other characters.
  private static func numbers(_ word: String) throws(ViewModelError) -> [Target]? {
    guard looksLikeNumbers(word) else { return nil }
    var targets: [Target] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      let bounds = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard (1...2).contains(bounds.count), let first = bounds[0],
        let last = bounds[bounds.count - 1], first <= last
      else { throw .invalidRange(word) }
      targets.append(.numbers(first...last))
    }
    return targets
  }
}
