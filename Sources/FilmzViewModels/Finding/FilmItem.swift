package import FilmzDomain
import FilmzServices
import FilmzStore

/// A film of the collection, or a skipped film, that may be the same as another film, because title, type, and year
/// agree.
package struct PossibleEntry: Sendable, Hashable {
  package let id: FilmID
  package let mark: Mark

  package init(id: FilmID, mark: Mark) {
    self.id = id
    self.mark = mark
  }
}

/// A film with its facts and its collection entry.
package struct FilmItem: Sendable, Identifiable {
  /// The film's number in the current result set; `nil` if it is not in the result set.
  package var number: Int?
  package var id: FilmID
  /// The film's facts; `nil` if none are known.
  package var film: Film?
  /// The film's entry in the collection; `nil` if it is not in the collection.
  package var entry: CollectionEntry?
  /// The user's decision that the film is of no interest; `nil` if there is none.
  package var skip: SkippedFilm?
  /// The film of the collection that may be the same as this film, which is not in it; `nil` if there is none.
  package var possibleEntry: PossibleEntry?
  /// The title by which the user named the film if it is another one than ``title``, such as a title in
  /// another country.
  package var alsoKnownAs: String?
  /// The streaming service in whose list the user named the film; `nil` if there is none.
  package var platform: String?
  /// The rating of the owner of a followed list; `nil` if none was published.
  package var ownerRating: Rating?
  /// The number of comments on the film.
  package var commentCount = 0
  /// The reason why a search found the film; `nil` if no search found it, or if the reason is not known.
  package var match: SearchMatch?
  /// The reason why the kids filter hides the film; `nil` if the film may be shown.
  package var hiddenReason: HiddenReason?

  /// The type from the sources; from an imported file if no source has one.
  package var type: MediaType? { film?.type ?? entry?.type }

  package init(
    id: FilmID, film: Film?, entry: CollectionEntry?, skip: SkippedFilm? = nil, number: Int? = nil,
    commentCount: Int = 0
  ) {
    (self.id, self.film, self.entry, self.skip, self.number) = (id, film, entry, skip, number)
    self.commentCount = commentCount
  }

  /// `true` if the kids filter hides the film.
  package var isHidden: Bool { hiddenReason != nil }

  /// The film's mark; `nil` if it has none.
  package var mark: Mark? {
    entry.map { $0.isWatched ? .seen : .wanted } ?? (skip == nil ? nil : .skipped)
  }

  /// The title from the facts or, without facts, from the caption of the entry or of the skip.
  package var title: String? { film?.title ?? storedCaption?.title }

  /// The year from the facts or, if they have none, from the caption of the entry or of the skip.
  package var year: Int? { film?.year ?? storedCaption?.year }

  /// The title and year that are stored with the user's data.
  private var storedCaption: Caption? { entry?.caption ?? skip?.caption }

  /// The year, or the first and the last year of a series of several years: `1999`, `2011–2019`.
  ///
  /// A series that is still running has no last year: `2013–`.
  package var years: String? {
    guard let year else { return nil }
    if film?.isRunning == true { return "\(year)–" }
    guard let end = film?.endYear, end != year else { return String(year) }
    return "\(year)–\(end)"
  }

  /// The title, or the id if the title is unknown.
  package var name: String { title ?? id.rawValue }

  /// The title with the year and, for an episode, the series; the id if the title is unknown.
  package var caption: String {
    guard let title else { return id.rawValue }
    let episode = film?.episode.map { " (\($0.shortText))" } ?? ""
    return Caption(title: title, year: year).text + episode
  }

  /// ``captionWithTypedTitle`` for the middle of a sentence, with a comma after the typed title.
  package var captionInSentence: String {
    alsoKnownAs == nil ? caption : captionWithTypedTitle + ","
  }

  /// The caption and, if the user named the film by another title, that title.
  package var captionWithTypedTitle: String {
    alsoKnownAs.map { "\(caption), also known as \($0)" } ?? caption
  }
}

/// Combines the facts of films with their collection entries.
struct FilmItemAssembler: Sendable {
  let database: CollectionDatabase
  let lookup: FilmLookup

  /// Returns items for films, with their canonical ids and collection entries, in the given order.
  ///
  /// For films of the collection, missing facts are copied from the stored facts that lists show.
  /// If `needsFacts` is `true`, films that still have no facts, and films outside the collection
  /// with incomplete facts, are also looked up in the film cache and the catalog. The network is
  /// not used. The films that the kids filter hides are marked.
  func items(
    _ films: [(id: FilmID, film: Film?)], needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    let collection = try await database.openForReading().collection
    let storedFilms = try await collection.resolvedFilms(films.map(\.id))
    let canonicalFilms = zip(storedFilms, films).map { (id: $0.id, film: $1.film) }
    let listedFilms = Dictionary(
      storedFilms.compactMap { stored in stored.listed.map { (stored.id, $0) } }
    ) { first, _ in first }
    let skips = Dictionary(
      storedFilms.compactMap { stored in stored.skip.map { (stored.id, $0) } }
    ) { first, _ in first }
    let mergedFilms = try canonicalFilms.cancellableMap { id, film in
      let listedFilm = listedFilms[id]?.film
      return film?.isComplete == true ? film : film?.fillingGaps(from: listedFilm) ?? listedFilm
    }
    let idsToLookUp = zip(canonicalFilms, mergedFilms)
      .filter { needsFacts && ($1 == nil || listedFilms[$0.id] == nil) }
      .filter { $1?.isComplete != true }.map(\.0.id)
    let localFilms = idsToLookUp.isEmpty ? [:] : await lookup.localFilms(idsToLookUp)
    let (records, commentCounts) = try await collection.recordsAndCommentCounts(
      of: canonicalFilms.map(\.id))
    let items = try zip(canonicalFilms, mergedFilms).cancellableMap { canonical, film in
      let localFilm = localFilms[canonical.id]
      let facts = film?.fillingGaps(from: localFilm) ?? localFilm
      return FilmItem(
        id: canonical.id, film: records[canonical.id].flatMap { facts?.applying($0) } ?? facts,
        entry: listedFilms[canonical.id]?.entry, skip: skips[canonical.id],
        commentCount: commentCounts[canonical.id] ?? 0)
    }
    return try await markingHidden(items, collection)
  }

  /// The maximum number of films of a page for which details are looked up.
  private static let maximumItemsWithDetails = 500

  /// Returns the items with the directors and TMDB's ratings that are known locally, if the context needs
  /// them.
  func addingDetails(
    to items: [FilmItem], _ context: CommandContext?
  ) async -> [FilmItem] {
    guard let context, context.needsDirectors || context.needsTMDBRatings,
      items.count <= Self.maximumItemsWithDetails
    else { return items }
    let ids = items.filter {
      context.needsDirectors && $0.film?.directors.isEmpty == true
        || context.needsTMDBRatings && $0.film?.ratings.isEmpty == true
    }.map(\.id)
    let films = ids.isEmpty ? [:] : await lookup.localFilms(ids)
    return items.map { item in
      var item = item
      guard let film = films[item.id] else { return item }
      if context.needsDirectors { item.film?.directors = film.directors }
      if context.needsTMDBRatings { item.film?.ratings = film.ratings }
      return item
    }
  }

  /// Returns the items of listed films; those that were removed from the collection after they were
  /// listed have no entry, and those that the kids filter hides are marked.
  func collectionItems(_ ids: [FilmID]) async throws -> [FilmItem] {
    let collection = try await database.openForReading().collection
    let listedFilms = try await collection.resolvedFilms(ids)
    let removedIDs = listedFilms.filter { $0.listed == nil }.map(\.id)
    let films = removedIDs.isEmpty ? [:] : await lookup.localFilms(removedIDs)
    let commentCounts = try await collection.commentCounts(of: listedFilms.map(\.id))
    let items = listedFilms.map { id, listed, skip in
      FilmItem(
        id: id, film: listed?.film ?? films[id], entry: listed?.entry, skip: skip,
        commentCount: commentCounts[id] ?? 0)
    }
    return try await markingHidden(items, collection)
  }
}

extension Film {
  /// Returns the film with its missing rating, votes, runtime, last year, genres, directors, and
  /// series copied from other facts.
  ///
  /// A complete film is returned unchanged.
  func fillingGaps(from other: Film?) -> Film {
    guard let other, !isComplete else { return self }
    var film = self
    film.imdbRating = imdbRating ?? other.imdbRating
    film.imdbVotes = imdbVotes ?? other.imdbVotes
    film.runtimeMinutes = runtimeMinutes ?? other.runtimeMinutes
    if endYear == nil, !isRunning { film.setEndYear(stored: other.storedEndYear) }
    film.episode = episode ?? other.episode
    if film.directors.isEmpty { film.directors = other.directors }
    if film.genres.isEmpty { film.genres = other.genres }
    return film
  }
}

/// The reason why the kids filter hides a film.
package enum HiddenReason: Sendable {
  /// The film's certification is not one of those that are shown.
  case certification
  /// The film's certification is not known.
  case unknownCertification
}

// Films that the kids filter hides. Films of the collection that are listed, counted, or completed are left
// out by the store already.
extension FilmItemAssembler {
  /// The maximum number of films whose details are requested because of their certifications.
  private static let maximumRequests = 4

  /// Returns the items with those marked that the kids filter hides, and without the titles of hidden series.
  func markingHidden(
    _ items: [FilmItem], _ collection: CollectionStore
  ) async throws -> [FilmItem] {
    guard let filter = collection.kidsFilter else { return items }
    let hiddenSeries = try await hiddenFilms(
      among: Set(items.compactMap { $0.film?.episode?.series }))
    let rated = items.compactMap { item in item.film?.rated.map { (item.id, $0) } }
    let certifications = try await certifications(
      of: items.map(\.id), in: collection,
      requested: Dictionary(rated) { first, _ in first })
    return items.map { item in
      var item = item
      let certification = certifications[item.id]
      let reason = certification == nil ? HiddenReason.unknownCertification : .certification
      item.hiddenReason = filter.allows(certification) ? nil : reason
      item.film?.episode?.hideSeries(among: hiddenSeries)
      return item
    }
  }

  /// Returns the certifications of films with some canonical ids.
  ///
  /// Stored certifications have the highest precedence, then those in `requested`, which sources have returned,
  /// then those of a local catalog.
  private func certifications(
    of ids: [FilmID], in collection: CollectionStore, requested: [FilmID: String] = [:]
  ) async throws -> [FilmID: String] {
    let known = try await collection.certifications(ids).merging(requested) { first, _ in first }
    let unknownIDs = ids.filter { known[$0] == nil }
    let localFilms = unknownIDs.isEmpty ? [:] : await lookup.localFilms(unknownIDs)
    return known.merging(localFilms.compactMapValues(\.rated)) { first, _ in first }
  }

  /// Returns those of some films, given by any of their ids, that the kids filter hides.
  func hiddenFilms(among films: Set<FilmID>) async throws -> Set<FilmID> {
    let collection = try await database.openForReading().collection
    guard let filter = collection.kidsFilter, !films.isEmpty else { return [] }
    let canonical = try await collection.canonicalIDs(of: Array(films))
    let ids = Set(films.map { canonical[$0] ?? $0 })
    let certifications = try await certifications(of: Array(ids), in: collection)
    return films.filter { !filter.allows(certifications[canonical[$0] ?? $0]) }
  }

  /// Checks that the kids filter hides none of some films, which may be without facts.
  ///
  /// - Throws: ``ViewModelError/hiddenByKidsFilter``.
  func requireShown(_ ids: [FilmID]) async throws {
    guard try await database.openForReading().collection.kidsFilter != nil else { return }
    let items = try await items(ids.map { ($0, nil) })
    guard !items.contains(where: { $0.isHidden && $0.title != nil }) else {
      throw ViewModelError.hiddenByKidsFilter
    }
  }

  /// Returns the items after requesting the details of films whose certifications are not known, unless these
  /// are many.
  ///
  /// A film whose details are not available stays hidden.
  func learningCertifications(
    of items: [FilmItem], in context: CommandContext
  ) async throws -> [FilmItem] {
    let unknownCount = items.count { $0.hiddenReason == .unknownCertification }
    guard (1...Self.maximumRequests).contains(unknownCount) else { return items }
    var items = items
    for index in items.indices where items[index].hiddenReason == .unknownCertification {
      do {
        let film = try await lookup.film(items[index].id, in: context).value
        items[index] =
          try await self.items([(film.id, film)], needsFacts: false).first ?? items[index]
      } catch is any UserFacingError {
        continue
      }
    }
    return items
  }

  /// Returns the elements whose films the kids filter shows.
  ///
  /// With a context, the details of films whose certifications are not known are requested, as for
  /// ``learningCertifications(of:in:)``.
  func shown<Element>(
    _ elements: [Element], learningIn context: CommandContext? = nil,
    _ film: (Element) -> (id: FilmID, film: Film?)
  ) async throws -> [Element] {
    guard try await database.openForReading().collection.kidsFilter != nil else { return elements }
    var items = try await self.items(elements.map(film), needsFacts: false)
    if let context { items = try await learningCertifications(of: items, in: context) }
    return zip(elements, items).filter { !$1.isHidden }.map(\.0)
  }

  /// Returns how many of all `count` skipped films the kids filter shows.
  func skipCount(among count: Int) async throws -> Int {
    let collection = try await database.openForReading().collection
    guard collection.kidsFilter != nil else { return count }
    return try await shown(collection.skippedFilms()) { ($0.id, nil) }.count
  }
}

extension Episode {
  /// Removes the id and title of the series if it is one of some hidden ones, or its id is not known.
  fileprivate mutating func hideSeries(among hiddenSeries: Set<FilmID>) {
    guard series.map(hiddenSeries.contains) ?? true else { return }
    series = nil
    seriesTitle = nil
  }
}
