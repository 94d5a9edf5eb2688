package import FilmzDomain
import FilmzServices
import FilmzStore

/// A film that a target refers to.
struct ResolvedFilm {
  let id: FilmID
  var film: Film?
  /// The title, without a year, by which the user named the film; `nil` for other targets.
  var typedTitle: String?
  /// `true` if the target is a range or a smart collection.
  var isInGroup = false
}

/// Finds the film that a typed title refers to.
struct TitleResolver {
  let services: FilmServices
  let database: CollectionDatabase
  let state: BrowsingState
  let scope: TargetResolver.LookupScope
  let purpose: TargetResolver.Purpose
  let context: CommandContext

  /// Returns the one film with a title, which may be followed by a year.
  ///
  /// Films that the kids filter hides are left out.
  ///
  /// - Throws: ``ViewModelError/unknownTitle(_:near:hint:searchedCollectionOnly:)``,
  ///   ``ViewModelError/ambiguousTitle(_:candidates:)``, ``ViewModelError/hiddenByKidsFilter``, or the error
  ///   of a source.
  func film(titled text: String) async throws -> ResolvedFilm {
    guard text.contains(where: { !$0.isWhitespace }) else { throw ViewModelError.emptyTitle }
    var lookupError: (any UserFacingError)?
    var hasHiddenFilms = false
    for lookUp in lookups() {
      for input in TitleWithYear.interpretations(of: text) {
        do {
          let found = try await lookUp(input)
          let matches = try await shown(found, learning: true)
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
    if hasHiddenFilms { throw ViewModelError.hiddenByKidsFilter }
    if let lookupError { throw lookupError }
    let near = try await similarCaptions(text)
    let hint = await hint()
    throw ViewModelError.unknownTitle(
      text, near: near, hint: hint, searchedCollectionOnly: scope == .collection)
  }

  private var assembler: FilmItemAssembler {
    FilmItemAssembler(database: database, lookup: services.lookup)
  }

  /// Returns the films that the kids filter shows; if `learning` is `true`, the details of a few films whose
  /// certifications are not known are requested.
  private func shown(
    _ films: [CaptionedFilm], learning: Bool = false
  ) async throws -> [CaptionedFilm] {
    try await assembler.shown(films, learningIn: learning ? context : nil) { ($0.id, $0.film) }
  }

  private func shown(_ films: [Film]) async throws -> [Film] {
    try await assembler.shown(films) { ($0.id, $0) }
  }

  /// Returns whether the kids filter hides a skipped film with a title.
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
  private static func onlyMatch(
    _ matches: [CaptionedFilm], _ text: String
  ) throws(ViewModelError) -> CaptionedFilm? {
    guard matches.count < 2 else {
      throw .ambiguousTitle(text, candidates: captionsWithIDs(matches))
    }
    return matches.first
  }

  /// Returns the functions that look up a title, in the order in which they are tried.
  private func lookups() -> [TitleLookupFunction] {
    guard scope != .collection else { return [collectionFilms, collectedCatalogFilms] }
    var functions: [TitleLookupFunction] = [resultFilms, collectionFilms]
    if scope == .skipped { functions.insert(skippedFilms, at: 0) }
    // Local titles count only if no film, not even at a service, has this title or original title.
    if purpose != .showing { functions.append(catalogFilmsWithOwnTitle) }
    if purpose == .showing { functions.append(catalogFilms) }
    if scope == .network { functions.append(networkFilms) }
    if purpose != .showing { functions.append(catalogFilms) }
    return functions
  }

  private typealias TitleLookupFunction = (TitleWithYear) async throws -> [CaptionedFilm]

  /// Returns the films from services, which are queried for a title with a year in brackets only by title and year.
  private func networkFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    guard !input.endsWithYearInBrackets else { return [] }
    let films = try await services.titleLookup.films(
      titled: input.title, year: input.year, in: context)
    return input.matching(films.map { ($0.id, $0, Caption(title: $0.title, year: $0.year)) })
  }

  private func resultFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    guard let resultSet = await state.resultSet else { return [] }
    if case .collection(let ids) = resultSet.films {
      // The other films of a list are films of the collection.
      let listedIDs = Set(ids)
      return try await skippedFilms(input).filter { listedIDs.contains($0.id) }
    }
    let films = resultSet.loadedSearchFilms.map {
      ($0.id, Optional($0), Caption(title: $0.title, year: $0.year))
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
      titleKey: TextFolding.key(input.title), isPrefix: false, ofAllFilms: true)
    return input.matching(
      captions.sorted { $0.key < $1.key }.map { ($0.key, nil, $0.value) })
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

  /// Returns the films of the collection that have this title in the catalog: as title or original title or, if there
  /// are none, in another country.
  private func collectedCatalogFilms(_ input: TitleWithYear) async throws -> [CaptionedFilm] {
    let films = try await allCatalogFilms(input)
    let storedFilms = try await database.openForReading().collection.resolvedFilms(films.map(\.id))
    let collectedIDs = Set(storedFilms.filter { $0.listed != nil }.map(\.id))
    let collectedFilms = films.filter { collectedIDs.contains($0.id) }
    let ownFilms = collectedFilms.filter { $0.hasOwnTitle(input.title) }
    return (ownFilms.isEmpty ? collectedFilms : ownFilms).map(Self.captioned)
  }

  private func allCatalogFilms(_ input: TitleWithYear) async throws -> [Film] {
    try await services.sources.withCatalog {
      try await $0.films(titled: input.title, year: input.year)
    }.value
  }

  private func plausibleFilms(among films: [Film], _ input: TitleWithYear) -> [CaptionedFilm] {
    TitleDisambiguation.plausibleMatches(among: films, title: input.title).map(Self.captioned)
  }

  private static func captioned(_ film: Film) -> CaptionedFilm {
    (film.id, film, Caption(title: film.title, year: film.year))
  }

  /// Returns a hint on how to find a title that was not found, or `nil` if there is none.
  private func hint() async -> ViewModelError.Hint? {
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
  private func similarCaptions(_ text: String) async throws -> [String] {
    let key = TextFolding.key(text)
    guard !key.isEmpty else { return [] }
    let collection = try await database.openForReading().collection
    let collectionCaptions = try await collection.captions(titleKey: key, isPrefix: true)
    var captions = collectionCaptions.values.map(\.text).sorted()
    if scope != .collection {
      let result = try await services.search.search(
        SearchQuery(text: text), from: .catalog, in: context)
      captions += try await shown(result.value.page.films)
        .filter { collectionCaptions[$0.id] == nil }.map(\.caption)
    }
    return Array(captions.prefix(5))
  }

  private static func captionsWithIDs(_ films: [CaptionedFilm]) -> [String] {
    films.prefix(8).map { film in
      let episode = film.film?.episode.map { " (\($0.shortText))" } ?? ""
      return "\(film.caption.text)\(episode) \(film.id)"
    }
  }

  /// Returns the films that have the words as their titles; `nil` if a word is the title of no film or of several.
  func filmsByOwnTitle(_ words: [String]) async throws -> [ResolvedFilm]? {
    var films: [ResolvedFilm] = []
    let localTitles = TitleResolver(
      services: services, database: database, state: state, scope: .local, purpose: purpose,
      context: context)
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

  // MARK: - Own titles

  func knownTitle(_ text: String) async throws -> String? {
    if let title = try await ownTitle(text) { return title }
    let input = TitleWithYear(title: text, year: nil)
    if let film = try await shown(catalogFilms(input)).first { return film.caption.title }
    guard text.last?.isNumber == true else { return nil }
    let result = try await services.search.search(
      SearchQuery(text: text), from: .catalog, in: context)
    return try await shown(result.value.page.films).first {
      TitleDisambiguation.isSequel($0.title, named: text)
    }?.title
  }

  /// Returns the title by which the user named a film, as the film's facts spell it; `nil` if it is the film's
  /// title.
  func otherTitle(_ typedTitle: String, of item: FilmItem) async -> String? {
    guard let film = item.film, !film.hasTitle(typedTitle) else { return nil }
    if film.hasOwnTitle(typedTitle) { return film.originalTitle }
    let localTitles = try? await services.sources.withCatalog {
      try await $0.localTitles(of: item.id)
    }.value
    return localTitles?.first { TitleDisambiguation.areEqual($0, typedTitle) } ?? typedTitle
  }

  /// Returns a title or original title that equals a text, as the film's facts spell it; `nil` if no film of the result
  /// set, the collection, and the catalog has it.
  func ownTitle(_ text: String) async throws -> String? {
    if let title = try await listedTitle(text) { return title }
    let films = try await services.sources.withCatalog {
      try await $0.films(titled: text, year: nil)
    }.value
    return try await shown(films).first { $0.hasOwnTitle(text) }?.title
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

/// Chooses, among the films that share a title, those that the title is likely to refer to.
///
/// Among millions of titles, nearly every famous one is also the title of obscure films. If obscure
/// films were not left out, `show heat` would always be ambiguous. If several of the remaining
/// films share a title, the user has to choose.
package enum TitleDisambiguation {
  /// The minimum number of votes of a well-known film.
  private static let wellKnownVotes = 1000

  /// Returns the films that a title can refer to, those with the most votes first.
  ///
  /// 1. Films that have this title only in another country are left out in two cases: a film with
  ///    this title or original title is well known; or none of the films is well known, and one has
  ///    this title or original title.
  /// 2. If a remaining film is well known, obscure films are left out. The measure is the
  ///    well-known feature film or series with the most votes; if there is none, the film with the
  ///    most votes. A film is obscure if it has less than a hundredth of the votes of that film; a
  ///    short, an episode, a game, and the like already if it has less than a tenth. A film whose title the
  ///    user entered is never obscure.
  /// 3. If no remaining film is well known, or if the title begins with an article, only films with
  ///    exactly this title are returned, provided that there are any.
  package static func plausibleMatches(among films: [Film], title: String) -> [Film] {
    let words = TextFolding.words(title)
    let sortedFilms = sortedByVotes(films)
    let wordsWithoutArticle = TextFolding.withoutArticle(words)
    let filmsWithMainTitle = sortedFilms.filter { $0.hasMainTitle(wordsWithoutArticle) }
    let prefersMainTitle =
      filmsWithMainTitle.first.map(isWellKnown) ?? false
      || !(sortedFilms.first.map(isWellKnown) ?? false)
    let candidates =
      prefersMainTitle && !filmsWithMainTitle.isEmpty ? filmsWithMainTitle : sortedFilms
    let bestKnown =
      candidates.first { isWellKnown($0) && !isMinor($0) }
      ?? candidates.first.flatMap { isWellKnown($0) ? $0 : nil }
    guard let bestKnown else { return preferringExactTitle(words, candidates) }
    let plausibleFilms = candidates.filter { !isObscure($0, comparedTo: bestKnown) }
    let hasArticle = wordsWithoutArticle.count < words.count
    return hasArticle ? preferringExactTitle(words, plausibleFilms) : plausibleFilms
  }

  /// Returns whether two titles are equal, apart from case, accents, punctuation, spaces, a leading article,
  /// and the spelling of numbers.
  static func areEqual(_ first: String, _ second: String) -> Bool {
    let words = [first, second].map(TextFolding.wordsWithoutArticle)
    return words[0].joined() == words[1].joined()
      || words[0].elementsEqual(words[1], by: NumberWords.areEqual)
  }

  /// The words that may precede the number of a sequel in its title.
  private static let sequelWords: Set = ["part", "chapter", "episode", "volume", "vol"]

  /// Returns whether a title, apart from its subtitle, is a typed title that ends with a number: `Terminator 2:
  /// Judgment Day` is `terminator 2`, and `The Godfather Part II` is `godfather 2`.
  static func isSequel(_ title: String, named typedTitle: String) -> Bool {
    let mainTitle = title.firstRange(of: ": ").map { String(title[..<$0.lowerBound]) } ?? title
    let words = [mainTitle, typedTitle].map { title in
      TextFolding.wordsWithoutArticle(title).filter { !sequelWords.contains($0) }
    }
    return words[0].elementsEqual(words[1], by: NumberWords.areEqual)
  }

  private static func sortedByVotes(_ films: [Film]) -> [Film] {
    films.enumerated()
      .sorted { ($1.element.votes, $0.offset) < ($0.element.votes, $1.offset) }
      .map(\.element)
  }

  /// Returns the films with exactly this title, including its article; all films if none has
  /// exactly this title.
  private static func preferringExactTitle(_ words: [String], _ films: [Film]) -> [Film] {
    let exactMatches = films.filter { TextFolding.words($0.title) == words }
    return exactMatches.isEmpty ? films : exactMatches
  }

  private static func isWellKnown(_ film: Film) -> Bool { film.votes >= wellKnownVotes }

  private static func isObscure(_ film: Film, comparedTo bestKnown: Film) -> Bool {
    film.id != bestKnown.id && !film.ownFields.contains(.title)
      && film.votes * (isMinor(film) ? 10 : 100) < bestKnown.votes
  }

  /// Returns whether a film is neither a feature-length film nor a series.
  private static func isMinor(_ film: Film) -> Bool {
    switch film.type {
    case .episode, .game, .short, .tvSpecial, .video: true
    case .movie, .series, .miniSeries, .tvMovie, nil: false
    }
  }
}

extension Film {
  fileprivate var votes: Int { imdbVotes ?? 0 }

  /// Returns whether a string is the title or the original title.
  ///
  /// Case, accents, punctuation, spaces and a leading article are ignored; numbers may be spelled
  /// differently, as in `Rocky 2` for `Rocky II`.
  func hasOwnTitle(_ title: String) -> Bool {
    hasTitle(title) || originalTitle.map { TitleDisambiguation.areEqual($0, title) } ?? false
  }

  /// Returns whether a string is the title, in the comparison of ``hasOwnTitle(_:)``.
  func hasTitle(_ title: String) -> Bool { TitleDisambiguation.areEqual(self.title, title) }
}

/// A film with the caption that typed titles are compared with.
typealias CaptionedFilm = (id: FilmID, film: Film?, caption: Caption)

/// A typed title; `year` is the year that was typed after it, or `nil` if there is none.
struct TitleWithYear {
  let title: String
  let year: Int?

  /// Returns the text as a title without a year and, if the text ends with a year (`heat 1995` or
  /// `Heat (1995)`), also as a title with that year.
  static func interpretations(of text: String) -> [TitleWithYear] {
    let withoutYear = TitleWithYear(title: text, year: nil)
    let words = text.split(separator: " ")
    guard words.count > 1, let last = words.last else { return [withoutYear] }
    let digits = last.hasPrefix("(") && last.hasSuffix(")") ? last.dropFirst().dropLast() : last
    guard let year = Int(year: digits) else { return [withoutYear] }
    return [withoutYear, TitleWithYear(title: words.dropLast().joined(separator: " "), year: year)]
  }

  /// `true` if the title ends with a year in brackets, such as `Heat (1995)`, which hardly any title does.
  var endsWithYearInBrackets: Bool {
    title.hasSuffix(")") && Self.interpretations(of: title).count > 1
  }

  /// Returns the films whose title has the same folded words, and whose year is this year if there
  /// is one.
  func matching(_ films: [CaptionedFilm]) -> [CaptionedFilm] {
    let key = TextFolding.key(title)
    return films.filter { _, _, caption in
      TextFolding.key(caption.title) == key && (year == nil || caption.year == year)
    }
  }
}
