import FilmzDomain
import FilmzServices
import FilmzStore

/// Creates film items: it combines the facts about films with the user's data.
struct FilmItemAssembler: ViewModel {
  let viewModels: ViewModels

  /// Returns items for films, with their canonical ids and collection entries, in the given order.
  ///
  /// For films of the collection, missing facts are copied from the facts in the list index.
  /// If `needsFacts` is `true`, films that still have no facts, and films outside the collection
  /// with incomplete facts, are also looked up in the film cache and the catalog. The network is
  /// not used. ``FilmItem/hiddenReason`` is set for the films that the kids filter hides.
  func items(_ films: [(id: FilmID, film: Film?)], needsFacts: Bool = true) async throws -> [FilmItem] {
    let collection = try await database.openForReading().collection
    let storedFilms = try await collection.resolvedFilms(films.map(\.id))
    let canonicalFilms = zip(storedFilms, films).map { (id: $0.id, film: $1.film) }
    let listed = storedFilms.compactMap { stored in stored.listed.map { (stored.id, $0) } }
    let listedFilms = Dictionary(listed) { first, _ in first }
    let skipped = storedFilms.compactMap { stored in stored.skip.map { (stored.id, $0) } }
    let skips = Dictionary(skipped) { first, _ in first }
    let mergedFilms = try canonicalFilms.cancellableMap { id, film in
      let listedFilm = listedFilms[id]?.film
      return film?.isComplete == true ? film : film?.fillingGaps(from: listedFilm) ?? listedFilm
    }
    let incompleteFilms = zip(canonicalFilms, mergedFilms).filter { canonical, film in
      let isListed = listedFilms[canonical.id] != nil
      return film == nil || (!isListed && film?.isComplete != true)
    }
    let idsToLookUp = needsFacts ? incompleteFilms.map(\.0.id) : []
    let localFilms = idsToLookUp.isEmpty ? [:] : await services.lookup.localFilms(idsToLookUp)
    let (records, commentCounts) = try await collection.recordsAndCommentCounts(of: canonicalFilms.map(\.id))
    let items = try zip(canonicalFilms, mergedFilms).cancellableMap { canonical, film in
      let localFilm = localFilms[canonical.id]
      let facts = film?.isComplete == true ? film : film?.fillingGaps(from: localFilm) ?? localFilm
      return FilmItem(
        id: canonical.id, film: records[canonical.id].flatMap { facts?.applying($0) } ?? facts,
        entry: listedFilms[canonical.id]?.entry, skip: skips[canonical.id],
        commentCount: commentCounts[canonical.id] ?? 0)
    }
    return try await markingHidden(try await joiningNamesakes(items, collection), collection)
  }

  /// Returns the items of films in a list of another person.
  func items(ofListed films: [Film]) async throws -> [FilmItem] {
    var items = try await collectionItems(films.map(\.id))
    for (index, film) in films.enumerated() where items[index].film == nil && items[index].entry?.caption == nil {
      items[index].film = film
    }
    return try await joiningNamesakes(items, try await database.openForReading().collection)
  }

  /// Joins items with films of the collection that have the same title and year, if the item or the film is known by title
  /// and year only (``FilmID/isNamed``).
  ///
  /// An item that is known by title and year only becomes the film of the collection. Any other item gets the entry of a
  /// film of the collection that is known by title and year only.
  private func joiningNamesakes(_ items: [FilmItem], _ collection: CollectionStore) async throws -> [FilmItem] {
    let named = items.filter { $0.id.isNamed && $0.mark == nil }
    let keys = Set(named.compactMap(\.title).map(TextFolding.key))
    guard !keys.isEmpty else { return try await addingNamedEntries(to: items, collection) }
    let captions = try await collection.withImportReader { try $0.captions() }
    let namesakes = captions.filter { !$0.id.isNamed && keys.contains(TextFolding.key($0.caption.title)) }.map(\.id)
    let collected = try await collectionItems(namesakes).flatMap { item in item.nameIDs.map { ($0, item) } }
    let films = Dictionary(collected) { first, _ in first }
    let joined = items.map { $0.mark == nil ? films[$0.id] ?? $0 : $0 }
    return try await addingNamedEntries(to: joined, collection)
  }

  private func addingNamedEntries(to items: [FilmItem], _ collection: CollectionStore) async throws -> [FilmItem] {
    let unlisted = items.filter { $0.entry == nil && $0.skip == nil }
    guard !unlisted.isEmpty else { return items }
    let entries = try await collection.namedEntries { unlisted.flatMap(\.nameIDs) }
    guard !entries.isEmpty else { return items }
    let rejected = try await collection.rejectedIDs(for: Array(entries.keys))
    // If several films have this title and year, it is not known which of them is in the collection.
    let films = Dictionary(unlisted.flatMap { item in item.nameIDs.map { ($0, Set([item.id])) } }) { $0.union($1) }
    return items.map { item in
      guard item.entry == nil, item.skip == nil else { return item }
      var item = item
      item.entry =
        item.nameIDs.lazy.filter { rejected[$0]?.contains(item.id) != true && films[$0]?.count == 1 }
        .compactMap { entries[$0] }.first
      return item
    }
  }

  /// The maximum number of items for which ``addingDetails(to:_:needsPlots:)`` looks up details.
  private static let maximumItemsWithDetails = 2000

  /// Returns the items with facts from the film cache and the catalog.
  ///
  /// The facts are directors and TMDB's ratings if the command needs them, and plots and all published ratings if
  /// `needsPlots` is `true`. If it is `false`, directors and TMDB's ratings that the items have already are kept.
  func addingDetails(to items: [FilmItem], _ context: CommandContext?, needsPlots: Bool = false) async -> [FilmItem] {
    let needsDirectors = context?.needsDirectors == true
    let (needsRatings, needsScores) = (context?.needsTMDBRatings == true, context?.needsScores == true)
    func needsRating(_ film: Film) -> Bool {
      (needsRatings || (needsScores && film.imdbRating == nil)) && !film.hasTMDBRating
    }
    guard needsDirectors || needsRatings || needsScores || needsPlots, items.count <= Self.maximumItemsWithDetails
    else { return items }
    let ids = items.filter { item in
      guard let film = item.film else { return false }
      return needsPlots || (needsDirectors && film.directors.isEmpty) || needsRating(film)
    }.map(\.id)
    let films = ids.isEmpty ? [:] : await services.lookup.localFilms(ids)
    return items.map { item in
      var item = item
      guard let local = films[item.id], var film = item.film else { return item }
      if needsDirectors, film.directors.isEmpty { film.directors = local.directors }
      let lacksTMDBRating = local.hasTMDBRating && needsRating(film)
      let lacksRatings = needsPlots && film.ratings.count < local.ratings.count
      if lacksTMDBRating || lacksRatings { film.ratings = local.ratings }
      if needsPlots { film.plot = local.plot ?? film.plot }
      item.film = film
      return item
    }
  }

  /// Returns the items of films that were listed from the collection.
  ///
  /// Films that have been removed from the collection since have no entry. ``FilmItem/hiddenReason`` is set for the films
  /// that the kids filter hides.
  func collectionItems(_ ids: [FilmID]) async throws -> [FilmItem] {
    let collection = try await database.openForReading().collection
    let storedFilms = try await collection.resolvedFilms(ids)
    let removedIDs = storedFilms.filter { $0.listed == nil }.map(\.id)
    let films = removedIDs.isEmpty ? [:] : await services.lookup.localFilms(removedIDs)
    let commentCounts = try await collection.commentCounts(of: storedFilms.map(\.id))
    let items = storedFilms.map { id, listed, skip in
      FilmItem(
        id: id, film: listed?.film ?? films[id], entry: listed?.entry, skip: skip, commentCount: commentCounts[id] ?? 0)
    }
    return try await markingHidden(items, collection)
  }
}

extension Film {
  /// `true` if the rating of TMDB's users is known.
  fileprivate var hasTMDBRating: Bool { ratings.contains { $0.source == PublishedRating.tmdb } }
}
