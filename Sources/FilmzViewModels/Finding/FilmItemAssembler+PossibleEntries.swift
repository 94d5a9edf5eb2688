import FilmzDomain
import FilmzServices
import FilmzStore

extension [IdentityCandidate] {
  /// Returns the candidates that may be the same films as some films of TMDB, by the ids of the latter.
  ///
  /// A film and a candidate agree if they have the same folded title and matching types, and their years differ by at
  /// most one. A candidate is returned for a film only if the film agrees with no other candidate, and the candidate with
  /// no other film.
  func matching(_ films: [Film]) -> [FilmID: IdentityCandidate] {
    let candidatesByKey = Dictionary(grouping: self, by: \.titleKey)
    var agreeing: [FilmID: [IdentityCandidate]] = [:]
    var filmCounts: [FilmID: Int] = [:]
    for film in films where agreeing[film.id] == nil {
      let matches = (candidatesByKey[TextFolding.titleKey(film.title)] ?? []).filter { $0.agrees(with: film) }
      agreeing[film.id] = matches
      for match in matches { filmCounts[match.id, default: 0] += 1 }
    }
    return agreeing.compactMapValues { matches in
      matches.count == 1 && filmCounts[matches[0].id] == 1 ? matches[0] : nil
    }
  }
}

extension IdentityCandidate {
  /// Returns whether the type and the year agree with those of a film.
  fileprivate func agrees(with film: Film) -> Bool {
    guard let filmYear = film.year, let filmType = film.type else { return false }
    return [year &- 1, year, year &+ 1].contains(filmYear) && filmType.mayDenoteSameFilm(as: type)
  }
}

extension FilmItemAssembler {
  /// Returns the items with ``FilmItem/possibleEntry`` for films that are not in the collection and whose only known id
  /// is TMDB's.
  ///
  /// A film of the collection that also agrees with another film of `results` is not a possible entry.
  func addingPossibleEntries(to items: [FilmItem], among results: [Film] = []) async throws -> [FilmItem] {
    let films = items.compactMap(\.unidentifiedFilm)
    guard !films.isEmpty else { return items }
    let collection = try await database.openForReading().collection
    let itemIDs = Set(items.map(\.id))
    let keys = Set(films.map { TextFolding.titleKey($0.title) })
    let candidates = try await (collection.identityCandidates(titleKeys: keys) + skipCandidates(keys, in: collection))
      .filter { !itemIDs.contains($0.id) }
    guard !candidates.isEmpty else { return items }
    let titleKeys = Set(candidates.map(\.titleKey))
    let others = try await unidentified(
      results.filter { !itemIDs.contains($0.id) && titleKeys.contains(TextFolding.titleKey($0.title)) }, in: collection)
    let found = candidates.matching(films + others)
    return items.map { item in
      var item = item
      item.possibleEntry = found[item.id].map { ($0.id, $0.mark) }
      return item
    }
  }

  /// Returns the items of films to discover, with their possible entries; `others` are the films of earlier batches,
  /// which are also compared with the collection.
  func discoveredItems(_ films: [Film], among others: [Film]) async throws -> [FilmItem] {
    let items = try await items(films.map { ($0.id, $0) }, needsFacts: false)
    return try await addingPossibleEntries(to: items, among: others)
  }

  /// Returns the skipped films with the titles whose years and types are known locally.
  private func skipCandidates(
    _ titleKeys: Set<String>, in collection: CollectionStore
  ) async throws -> [IdentityCandidate] {
    let skips = try await collection.skippedFilms(titleKeys: titleKeys)
    guard !skips.isEmpty else { return [] }
    let films = await services.lookup.localFilms(skips.map(\.id))
    return skips.compactMap { skip in
      guard let caption = skip.caption, let year = caption.year, let type = films[skip.id]?.type else { return nil }
      return IdentityCandidate(
        id: skip.id, titleKey: TextFolding.titleKey(caption.title), year: year, type: type, mark: .skipped)
    }
  }

  /// Returns the films that are not in the collection and whose only known id is TMDB's.
  private func unidentified(_ films: [Film], in collection: CollectionStore) async throws -> [Film] {
    guard !films.isEmpty else { return [] }
    let resolved = try await collection.resolvedFilms(films.map(\.id))
    return zip(films, resolved).compactMap { film, resolved in
      FilmItem(id: resolved.id, film: film, entry: resolved.listed?.entry).unidentifiedFilm
    }
  }
}

extension FilmItem {
  /// The film's facts if it is not in the collection and its only known id is TMDB's; otherwise, `nil`.
  fileprivate var unidentifiedFilm: Film? {
    guard entry == nil, id.tmdb != nil, var film else { return nil }
    film.id = id
    return film
  }
}
