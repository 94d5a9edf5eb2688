package import FilmzDomain
import FilmzStore

/// What is asked of the catalogs of this machine; where an imported one cannot be used, the one that
/// is built in answers, and only searches say so.
extension CachedSearchService {
  /// Films that are looked up in a catalog at a time.
  private static let batch = 500

  /// Films that bear a title in the catalog of this machine, the best known first.
  package func catalogFilms(titled title: String, year: Int?) async throws -> [Film] {
    try await catalogs.answer { try await $0.films(titled: title, year: year) }.value
  }

  /// Films of the catalog of this machine whose folded title begins so, the best known first.
  package func catalogFilms(beginningWith key: String, limit: Int) async throws -> [Film] {
    try await catalogs.answer { try await $0.films(beginningWith: key, limit: limit) }.value
  }

  /// The genres of the catalog of this machine.
  package func catalogGenres() async throws -> [String] {
    try await catalogs.answer { try await $0.genres() }.value
  }

  /// Names of people of the catalog of this machine, words of their names begun only; `nil` if it has no
  /// people.
  package func catalogPeople(named text: String, limit: Int) async throws -> [String]? {
    try await catalogs.answer { try await $0.people(named: text, limit: limit) }.value
  }

  /// Names of the catalog of this machine that may have been meant by one that nobody has.
  package func catalogPeople(near text: String) async throws -> [String] {
    try await catalogs.answer { try await $0.people(near: text) }.value
  }

  /// What this machine knows of films, without asking anybody: cache, then catalog.
  package func localFilms(_ ids: [FilmID]) async -> [FilmID: Film] {
    var found: [FilmID: Film] = [:]
    for id in ids { found[id] = films.value(for: id) }
    let rest = ids.filter { found[$0] == nil }
    if !rest.isEmpty, let cached = try? await library.reading().cache.films(rest) {
      found.merge(cached) { first, _ in first }
      remember(Array(cached.values))
    }
    // What was copied from a catalog may be older than what the catalog says by now.
    let poor = ids.filter { found[$0]?.level != .full }
    guard !poor.isEmpty, let known = try? await catalogs.answer({ try await $0.films(poor) }).value
    else { return found }
    found.merge(known) { $0.shouldBeReplaced(by: $1, at: now()) ? $1 : $0 }
    return found
  }

  /// Keeps facts of films that come into the collection, or what this machine knows besides where that
  /// is more: a search does not tell all.
  package func keepWhole(_ new: [Film]) async {
    let poor = new.filter { $0.level < .full }.map(\.id)
    let known = poor.isEmpty ? [:] : await localFilms(poor)
    let now = now()
    await keep(
      new.map { film in
        guard let other = known[film.id], film.shouldBeReplaced(by: other, at: now) else {
          return film
        }
        return other
      })
  }

  /// Copies facts from the catalog for films of the collection that have none, and, from a new edition
  /// of the catalog, for those of which no network source told all.
  ///
  /// Each edition is asked once for a film that it does not have.
  package func refillCache() async throws {
    guard let edition = try? await catalogs.current().value.edition else { return }
    let collection = try await library.reading().collection
    guard var missing = try await collection.idsToLookUp(in: edition)?[...] else { return }
    while !missing.isEmpty {
      try Task.checkCancellation()
      let ids = Array(missing.prefix(Self.batch))
      missing = missing.dropFirst(Self.batch)
      guard let films = try? await catalogs.answer({ try await $0.films(ids) }).value else {
        return
      }
      if !films.isEmpty { await keep(Array(films.values)) }
    }
    // Where it cannot be noted the catalog is asked again the next time.
    try? await library.reading().collection.markLookedUp(in: edition)
  }

  /// A film as it is to be shown: where the catalog counted votes after the facts were fetched, with
  /// IMDb's rating from there.
  ///
  /// The facts of OMDb stay as they were fetched wherever they are kept.
  package func withNewestRating(_ film: Film) async -> Film {
    guard film.level == .full, let fetchedAt = film.fetchedAt else { return film }
    let newer = try? await catalogs.answer { catalog -> Film? in
      guard let notedAt = catalog.ratingsNotedAt, notedAt > fetchedAt else { return nil }
      return try await catalog.film(id: film.id)
    }.value
    return newer.map { film.replacingRatings(from: $0) } ?? film
  }

  /// Whether there is a catalog besides the one that is built in.
  package func hasImportedCatalog() async -> Bool {
    (try? await catalogs.current().value.origin) == .catalog
  }

  /// Why the imported catalog cannot be used, if that is so.
  package func catalogTrouble() async -> String? {
    (try? await catalogs.current())?.warnings.first
  }
}
