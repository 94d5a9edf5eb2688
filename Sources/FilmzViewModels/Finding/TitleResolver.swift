import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore

/// A film that a target refers to.
struct ResolvedFilm {
  let id: FilmID
  var film: Film?
  /// The title, without a year, by which the user named the film; `nil` if the target is not a title.
  var typedTitle: String?
  /// `true` if the target is a range or a smart collection.
  var isInGroup = false
}

/// Finds the film that a typed title refers to.
struct TitleResolver: ViewModel {
  let viewModels: ViewModels
  let scope: TargetResolver.LookupScope
  let purpose: TargetResolver.Purpose
  let context: CommandContext

  /// Returns the only film with a title, which may be followed by a year.
  ///
  /// Hidden films are not found.
  ///
  /// - Throws: ``ViewModelError/emptyTitle``, ``ViewModelError/unknownTitle(_:near:hint:searchedCollectionOnly:)``,
  ///   ``ViewModelError/ambiguousTitle(_:candidates:)``, ``ViewModelError/filmIsHidden``, or the error
  ///   of a source.
  func film(titled text: String) async throws -> ResolvedFilm {
    guard text.contains(where: { !$0.isWhitespace }) else { throw ViewModelError.emptyTitle }
    var lookupError: (any UserFacingError)?
    var hasHiddenFilms = false
    for lookUp in lookups() {
      for input in TitleWithYear.interpretations(of: text) {
        do {
          let found = try await lookUp(input)
          let matches = try await shown(found, requestsCertifications: true)
          hasHiddenFilms = hasHiddenFilms || matches.count < found.count
          if let match = try Self.onlyMatch(matches, text) {
            return ResolvedFilm(id: match.id, film: match.film, typedTitle: input.title)
          }
        } catch let error as any UserFacingError where error.exitCategory == .unavailable {
          lookupError = error
        }
      }
    }
    if !hasHiddenFilms { hasHiddenFilms = try await isTitleOfHiddenSkippedFilm(text) }
    if hasHiddenFilms { throw ViewModelError.filmIsHidden }
    if let lookupError { throw lookupError }
    let near = try await similarFilms(text)
    let hint = await hint()
    throw ViewModelError.unknownTitle(text, near: near, hint: hint, searchedCollectionOnly: scope == .collection)
  }

  /// Returns the films that are not hidden; if `requestsCertifications` is `true`, the details of a few films whose
  /// certifications are not known are requested first.
  private func shown(_ films: [CaptionedFilm], requestsCertifications: Bool = false) async throws -> [CaptionedFilm] {
    try await assembler.shown(films, requestingIn: requestsCertifications ? context : nil) { ($0.id, $0.film) }
  }

  private func shown(_ films: [Film]) async throws -> [Film] { try await assembler.shown(films) { ($0.id, $0) } }

  /// Returns whether a hidden skipped film has a title.
  private func isTitleOfHiddenSkippedFilm(_ text: String) async throws -> Bool {
    for input in TitleWithYear.interpretations(of: text) {
      let films = try await skippedFilms(input)
      if try await shown(films).count < films.count { return true }
    }
    return false
  }

  /// Returns the only match, or `nil` if there is none.
  ///
  /// - Throws: ``ViewModelError/ambiguousTitle(_:candidates:)`` if there are several matches.
  private static func onlyMatch(_ matches: [CaptionedFilm], _ text: String) throws(ViewModelError) -> CaptionedFilm? {
    guard matches.count < 2 else { throw .ambiguousTitle(text, candidates: candidates(matches)) }
    return matches.first
  }

  /// Returns the functions that look up a title, in the order in which they are tried.
  private func lookups() -> [TitleLookupFunction] {
    guard scope != .collection else { return [collectionFilms, collectedCatalogFilms] }
    var functions: [TitleLookupFunction] = [resultFilms, collectionFilms]
    if scope == .skipped { functions.insert(skippedFilms, at: 0) }
    let catalogFunction = purpose == .showing ? catalogFilms : catalogFilmsWithOwnTitle
    functions.append(catalogFunction)
    if scope == .network { functions.append(networkFilms) }
    // Titles in other countries are looked up last, and so only if no film, not even at a service, has the text as its
    // title or original title.
    if purpose != .showing { functions.append(catalogFilms) }
    return functions
  }

  private typealias TitleLookupFunction = (TitleWithYear) async throws -> [CaptionedFilm]

  /// Returns the films that services find.
  ///
  /// Services are not asked for a title that ends with a year in brackets: they are asked for the title and the year
  /// instead, which is the other interpretation of the text.
  private func networkFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    guard !input.endsWithYearInBrackets else { return [] }
    // Services also return films without the title.
    let films = try await services.search.films(titled: input.title, year: input.year, in: context)
      .filter { MatchCandidate($0).isTitled(input.title) }.map(Self.captioned)
    let exactMatches = input.matching(films)
    return exactMatches.isEmpty ? films : exactMatches
  }

  /// Returns the films of the result set that have the title: those on the page that was shown last or, if none of these
  /// has it, those on other pages.
  private func resultFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    guard let resultSet = await state.resultSet else { return [] }
    let shownFilms = try await filmsOnPage(input)
    if !shownFilms.isEmpty { return try await plausibleResults(shownFilms, input) }
    if case .collection(let ids) = resultSet.films {
      // Only skipped films are looked up here: the other films of a list are films of the collection.
      let listedIDs = Set(ids)
      return try await skippedFilms(input).filter { listedIDs.contains($0.id) }
    }
    let films = resultSet.loadedSearchFilms.map { ($0.id, Optional($0), Caption(title: $0.title, year: $0.year)) }
    return try await plausibleResults(input.matching(films), input)
  }

  /// Returns the films with the title on the page that was shown last.
  private func filmsOnPage(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let rows = await state.pageFilms
    let films = rows.compactMap(\.film)
    guard films.count < rows.count else { return input.matching(films.map(Self.captioned)) }
    let catalogFilms = try await allCatalogFilms(input).filter { $0.hasOwnTitle(input.title) }.map(Self.captioned)
    let titled = try await collectionFilms(input) + skippedFilms(input) + catalogFilms
    var ids = Set(rows.map(\.id))
    return titled.filter { ids.remove($0.id) != nil }.map { ($0.id, nil, $0.caption) }
  }

  /// Returns those of the films of the result set with the title, `matches`, to which the title is likely to refer.
  private func plausibleResults(_ matches: [CaptionedFilm], _ input: TitleWithYear) async throws -> [CaptionedFilm] {
    var plausibleIDs = Set(matches.compactMap(\.film).plausibleMatches(for: input.title).map(\.id))
    if purpose != .showing, matches.count > plausibleIDs.count {
      // A less-known film of the collection is as plausible as a well-known one.
      let stored = try await database.openForReading().collection.resolvedFilms(matches.map(\.id))
      plausibleIDs.formUnion(zip(matches, stored).filter { $1.listed != nil }.map(\.0.id))
    }
    return matches.filter { $0.film == nil || plausibleIDs.contains($0.id) }
  }

  private func collectionFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let collection = try await database.openForReading().collection
    let captions = try await collection.captions(
      titleKey: TextFolding.titleKey(input.title), isPrefix: false, ofAllFilms: true)
    return input.matching(captions.sorted { $0.key < $1.key }.map { ($0.key, nil, $0.value) })
  }

  private func skippedFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let films = try await database.openForReading().collection.skippedFilms()
    return input.matching(films.compactMap { film in film.caption.map { (film.id, nil, $0) } })
  }

  private func catalogFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    plausibleFilms(among: try await allCatalogFilms(input), input)
  }

  private func catalogFilmsWithOwnTitle(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let films = try await allCatalogFilms(input).filter { $0.hasOwnTitle(input.title) }
    return plausibleFilms(among: films, input)
  }

  /// Returns the films of the collection that have this title or original title in the catalog or, if there are none,
  /// those that have it in another country.
  private func collectedCatalogFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let films = try await allCatalogFilms(input)
    let storedFilms = try await database.openForReading().collection.resolvedFilms(films.map(\.id))
    let collectedIDs = Set(storedFilms.filter { $0.listed != nil }.map(\.id))
    let collectedFilms = films.filter { collectedIDs.contains($0.id) }
    let filmsWithOwnTitle = collectedFilms.filter { $0.hasOwnTitle(input.title) }
    return (filmsWithOwnTitle.isEmpty ? collectedFilms : filmsWithOwnTitle).map(Self.captioned)
  }

  private func allCatalogFilms(_ input: TitleWithYear) async throws -> [Film] {
    try await services.sources.withCatalog { try await $0.films(titled: input.title, year: input.year) }.value
  }

  private func plausibleFilms(among films: [Film], _ input: TitleWithYear) -> [CaptionedFilm] {
    films.plausibleMatches(for: input.title).map(Self.captioned)
  }

  private static func captioned(_ film: Film) -> CaptionedFilm {
    (film.id, film, Caption(title: film.title, year: film.year))
  }

  /// Returns a hint for a title that was not found; `nil` if there is none.
  private func hint() async -> ViewModelError.Hint? {
    guard scope != .collection else { return nil }
    if let warning = await services.sources.importedCatalogWarning() { return .unusableCatalog(warning) }
    guard scope == .network else { return nil }
    return await services.sources.remedyForSkippedSources(in: context).map(ViewModelError.Hint.remedy)
  }

  /// Returns up to nine films whose titles have the words of the text or, if there are none, up to five similar ones.
  ///
  /// First come films of the collection in whose titles a word begins with the text, then films that a search of the
  /// catalog finds.
  private func similarFilms(_ text: String) async throws -> [ViewModelError.Candidate] {
    let key = TextFolding.titleKey(text)
    guard !key.isEmpty else { return [] }
    let collection = try await database.openForReading().collection
    let captions = try await collection.captions(titleKey: key, isPrefix: true)
    var films: [CaptionedFilm] = captions.map { ($0.key, nil, $0.value) }
    films.sort { $0.caption.text < $1.caption.text }
    if scope != .collection {
      let page = try await services.search.search(SearchQuery(text: text), from: .catalog, in: context).value.page
      let titled = page.films.filter { film in
        if case .person = page.matches?[film.id] { false } else { true }
      }
      films += try await shown(titled).filter { captions[$0.id] == nil }.map(Self.captioned)
    }
    let filmsWithWords = films.filter { TitleMatch(of: text, in: $0.caption.title) != nil }
    return Self.candidates(Array(filmsWithWords.isEmpty ? films.prefix(5) : filmsWithWords.prefix(9)))
  }

  private static func candidates(_ films: [CaptionedFilm]) -> [ViewModelError.Candidate] {
    films.map { film in
      let episode = film.film?.episode.map { " (\($0.shortText))" } ?? ""
      return ViewModelError.Candidate(film.caption.text + episode, film.id)
    }
  }

  /// Returns, for each word, the film whose title or original title it is; `nil` if a word is the title of no film, or
  /// of several films.
  func filmsByOwnTitle(_ words: [String]) async throws -> [ResolvedFilm]? {
    var films: [ResolvedFilm] = []
    let localTitles = TitleResolver(viewModels: viewModels, scope: .local, purpose: purpose, context: context)
    for word in words {
      do {
        let film = try await localTitles.film(titled: word)
        guard film.film?.hasOwnTitle(word) ?? true else { return nil }
        films.append(film)
      } catch is ViewModelError {
        return nil
      }
    }
    return films
  }

  // MARK: - Spelling of titles

  /// Returns the title of a film of the result set, the collection, or the catalog that a text names; `nil` if there is
  /// none.
  ///
  /// The text is a title of the film, also in another country, or names it as a sequel, such as `terminator 2`.
  func knownTitle(_ text: String) async throws -> String? {
    if let title = try await ownTitle(text) { return title }
    let input = TitleWithYear(title: text, year: nil)
    if let film = try await shown(catalogFilms(input)).first { return film.caption.title }
    guard text.last?.isNumber == true else { return nil }
    let result = try await services.search.search(SearchQuery(text: text), from: .catalog, in: context)
    return try await shown(result.value.page.films).first { $0.title.isSequel(named: text) }?.title
  }

  /// Returns a title that the user typed for a film, as the film's facts spell it; `nil` if it is the film's title.
  func otherTitle(_ typedTitle: String, of item: FilmItem) async -> String? {
    guard let film = item.film, !film.hasTitle(typedTitle) else { return nil }
    if film.hasOwnTitle(typedTitle) { return film.originalTitle }
    let localTitles = try? await services.sources.withCatalog { try await $0.localTitles(of: item.id) }.value
    return localTitles?.first { $0.isSameTitle(as: typedTitle) } ?? typedTitle
  }

  /// Returns a title or original title that equals a text, as the film's facts spell it; `nil` if no film of the result
  /// set, the collection, and the catalog has it.
  func ownTitle(_ text: String) async throws -> String? {
    if let title = try await listedTitle(text) { return title }
    let films = try await services.sources.withCatalog { try await $0.films(titled: text, year: nil) }.value
    return try await shown(films).first { $0.hasOwnTitle(text) }?.title
  }

  /// Returns a title that equals a text; `nil` if no film has it.
  ///
  /// The films are those of the result set and of the collection, and those of the catalog with at least `minimumVotes`
  /// votes or with a title that the user entered.
  ///
  /// An article at the beginning of the text has to be part of the title: `the acting` is not the film *Acting*.
  /// `isBeginning` is `true` if more words follow the text; a text of one word must then be a title or original title.
  func wellKnownTitle(_ text: String, minimumVotes: Int, isBeginning: Bool) async throws -> String? {
    if let title = try await listedTitle(text) { return title }
    for input in TitleWithYear.interpretations(of: text) {
      let films = try await allCatalogFilms(input)
      guard !films.isEmpty else { continue }
      let collection = try await database.openForReading().collection
      let knownFilms = zip(films, try await collection.resolvedFilms(films.map(\.id))).filter { film, stored in
        film.ownFields.contains(.title) || film.imdbVotes ?? 0 >= minimumVotes || stored.listed != nil
      }
      for film in try await shown(knownFilms.map(\.0))
      where try await isCalled(input.title, film, isBeginning: isBeginning) {
        return film.title
      }
    }
    return nil
  }

  /// Returns whether a text is a title of a film.
  ///
  /// The article of the film's title may be missing, and the title may be one in another country, unless the text is a
  /// single word that others follow.
  private func isCalled(_ text: String, _ film: Film, isBeginning: Bool) async throws -> Bool {
    let words = TextFolding.titleWords(text)
    if [film.title, film.originalTitle ?? ""].contains(where: { TextFolding.titleWords($0) == words }) { return true }
    guard words.count > 1 || !isBeginning else { return false }
    if TextFolding.withoutArticle(words).count == words.count, film.hasOwnTitle(text) { return true }
    let localTitles = try await services.sources.withCatalog { try await $0.localTitles(of: film.id) }.value
    return localTitles.contains { TextFolding.titleWords($0) == words }
  }

  /// Returns a title that equals a text; `nil` if no film of the result set and the collection has it.
  func listedTitle(_ text: String) async throws -> String? {
    for input in TitleWithYear.interpretations(of: text) {
      if let film = try await shown(resultFilms(input)).first { return film.caption.title }
      if let film = try await shown(collectionFilms(input)).first { return film.caption.title }
    }
    return nil
  }
}

/// A film with the caption with which typed titles are compared.
typealias CaptionedFilm = (id: FilmID, film: Film?, caption: Caption)

/// A title and the year after it that the user typed; the year is `nil` if none was typed.
struct TitleWithYear {
  let title: String
  let year: Int?

  /// Returns the ways to interpret a text: as a title without a year and, if the text ends with a year, also as a title
  /// with that year.
  ///
  /// The title with a year comes first if the year is in brackets, such as in `Heat (1995)`, otherwise last, such as for
  /// `heat 1995`.
  static func interpretations(of text: String) -> [TitleWithYear] {
    let withoutYear = TitleWithYear(title: text, year: nil)
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last else { return [withoutYear] }
    let isInBrackets = last.hasPrefix("(") && last.hasSuffix(")")
    guard let year = Int(year: isInBrackets ? last.dropFirst().dropLast() : last) else { return [withoutYear] }
    let withYear = TitleWithYear(title: words.dropLast().joined(separator: " "), year: year)
    return isInBrackets ? [withYear, withoutYear] : [withoutYear, withYear]
  }

  /// `true` if the title ends with a year in brackets, such as `Heat (1995)`; the titles of films hardly ever do.
  var endsWithYearInBrackets: Bool { title.hasSuffix(")") && Self.interpretations(of: title).count > 1 }

  /// Returns the films whose titles have the same folded form and, if there is a year, whose years are the same.
  func matching(_ films: [CaptionedFilm]) -> [CaptionedFilm] {
    let key = TextFolding.titleKey(title)
    return films.filter { _, _, caption in
      TextFolding.titleKey(caption.title) == key && (year == nil || caption.year == year)
    }
  }
}
