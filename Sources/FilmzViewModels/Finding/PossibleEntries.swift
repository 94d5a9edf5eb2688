import FilmzDomain
import FilmzServices
import FilmzStore

/// Finds films of the collection that may be the same as films of TMDB, by title, type, and year.
enum PossibleEntries {
  /// Returns the candidate that may be the same as each film, by the id of the film.
  ///
  /// A film and a candidate agree if they have the same folded title, their types match, and their years
  /// differ by at most one. A candidate is only returned if it and the film agree with nothing else.
  static func candidates(
    for films: [Film], among candidates: [IdentityCandidate]
  ) -> [FilmID: IdentityCandidate] {
    let candidatesByKey = Dictionary(grouping: candidates, by: \.titleKey)
    var agreeing: [FilmID: [IdentityCandidate]] = [:]
    var filmCounts: [FilmID: Int] = [:]
    for film in films where agreeing[film.id] == nil {
      let matches = (candidatesByKey[TextFolding.key(film.title)] ?? []).filter {
        agree(film, $0)
      }
      agreeing[film.id] = matches
      for match in matches { filmCounts[match.id, default: 0] += 1 }
    }
    return agreeing.compactMapValues { matches in
      matches.count == 1 && filmCounts[matches[0].id] == 1 ? matches[0] : nil
    }
  }

  /// Returns whether the type and the year of a film agree with those of a candidate.
  static func agree(_ film: Film, _ candidate: IdentityCandidate) -> Bool {
    guard let year = film.year, let type = film.type else { return false }
    return [candidate.year &- 1, candidate.year, candidate.year &+ 1].contains(year)
      && type.mayDenoteSameFilm(as: candidate.type)
  }
}

extension FilmItemAssembler {
  /// Returns the items with the films of the collection that may be the same.
  ///
  /// These are determined for films that have only an id of TMDB and are not in the collection. A film of the
  /// collection is left out if it also agrees with another film of the results, `results`.
  func addingPossibleEntries(
    to items: [FilmItem], among results: [Film] = []
  ) async throws -> [FilmItem] {
    let films = items.compactMap(\.possibleFilm)
    guard !films.isEmpty else { return items }
    let collection = try await database.openForReading().collection
    let itemIDs = Set(items.map(\.id))
    let keys = Set(films.map { TextFolding.key($0.title) })
    let candidates = try await
      (collection.identityCandidates(titleKeys: keys) + skipCandidates(keys, in: collection))
      .filter { !itemIDs.contains($0.id) }
    guard !candidates.isEmpty else { return items }
    let titleKeys = Set(candidates.map(\.titleKey))
    let others = try await unidentified(
      results.filter { !itemIDs.contains($0.id) && titleKeys.contains(TextFolding.key($0.title)) },
      in: collection)
    let found = PossibleEntries.candidates(
      for: films + others, among: candidates)
    return items.map { item in
      var item = item
      item.possibleEntry = found[item.id].map { PossibleEntry(id: $0.id, mark: $0.mark) }
      return item
    }
  }

  /// Returns the items of films to discover, with the films of the collection that may be the same; `others` are the
  /// films loaded before that are also compared with those of the collection.
  func discoveredItems(_ films: [Film], among others: [Film]) async throws -> [FilmItem] {
    let items = try await items(films.map { ($0.id, $0) }, needsFacts: false)
    return try await addingPossibleEntries(to: items, among: others)
  }

  /// Returns the skipped films with some titles; their types are those of the facts that are known locally.
  private func skipCandidates(
    _ titleKeys: Set<String>, in collection: CollectionStore
  ) async throws -> [IdentityCandidate] {
    let skips = try await collection.skippedFilms(titleKeys: titleKeys)
    guard !skips.isEmpty else { return [] }
    let films = await lookup.localFilms(skips.map(\.id))
    return skips.compactMap { skip in
      guard let caption = skip.caption, let year = caption.year, let type = films[skip.id]?.type
      else { return nil }
      return IdentityCandidate(
        id: skip.id, titleKey: TextFolding.key(caption.title), year: year, type: type,
        mark: .skipped)
    }
  }

  /// Returns the films that are only known by an id of TMDB and are not in the collection.
  private func unidentified(
    _ films: [Film], in collection: CollectionStore
  ) async throws -> [Film] {
    guard !films.isEmpty else { return [] }
    let resolved = try await collection.resolvedFilms(films.map(\.id))
    return zip(films, resolved).compactMap { film, resolved in
      FilmItem(id: resolved.id, film: film, entry: resolved.listed?.entry).possibleFilm
    }
  }
}

extension FilmItem {
  /// The film's facts if it is only known by an id of TMDB and is not in the collection; otherwise, `nil`.
  fileprivate var possibleFilm: Film? {
    guard entry == nil, id.tmdb != nil, var film else { return nil }
    film.id = id
    return film
  }
}
