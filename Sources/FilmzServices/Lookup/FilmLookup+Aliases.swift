import FilmzDomain
import FilmzStore

// The ids under which services know films.
extension FilmLookup {
  /// Requests a film from a service, under the service's own id if it is known: TMDB then needs one request
  /// instead of two.
  ///
  /// If the user has recorded that the service's own id is the requested film, and the service does not report
  /// this, the film is returned under its own id, so that its facts are separate again if the user undoes
  /// it.
  ///
  /// - Returns: The film, or `nil` if the service does not have it.
  func request(_ id: FilmID, from source: any NetworkSource) async throws -> Film? {
    let collection = try? await database.openForReading().collection
    let aliases = id.imdbID == nil ? [] : (try? await collection?.aliases(of: id)) ?? []
    if let ownID = aliases.first(where: { $0.imdbID == nil && source.supports($0) }),
      var film = try await source.film(id: ownID)
    {
      if film.id == id { return await withPlausibleID(film, requestedBy: id) }
      if (try? await collection?.isAlias(ownID, of: id)) == true {
        film.id = ownID
        film.otherIDs = []
        return film
      }
      // The service has corrected the IMDb id.
      await store([film])
    }
    guard let film = try await source.film(id: id) else { return nil }
    return await withPlausibleID(film, requestedBy: id)
  }

  /// Checks the IMDb id that a service reports for a film.
  ///
  /// The IMDb id is wrong if the facts that are known locally about the film with this id contradict those of
  /// the service (``Film/contradicts(_:)``). Own and imported facts cannot show this.
  ///
  /// - Returns: The film, under the service's own id if the IMDb id is wrong; `nil` if a wrong IMDb id was
  ///   requested.
  func withPlausibleID(_ film: Film, requestedBy id: FilmID) async -> Film? {
    guard let ownID = film.otherIDs.first,
      let known = await localFilms([film.id])[film.id], known.ownFields.isEmpty,
      known.origin != .mflix, known.contradicts(film)
    else { return film }
    guard id.imdbID == nil else { return nil }
    var film = film
    film.id = ownID
    film.otherIDs = []
    return film
  }

  /// Records in the collection which other ids a service has reported for a film of the collection.
  ///
  /// If the collection has the film under two ids, changes nothing and adds a warning. If the collection
  /// cannot be written, the ids are recorded at a later lookup of the film.
  func learnAliases(of film: Film) async {
    guard !film.otherIDs.isEmpty,
      let collection = try? await database.openForReading().collection,
      let reported = try? await collection.unlearnedAliases(of: film)
    else { return }
    for id in reported.conflicts {
      let text = "your data has \(film.caption) under two ids, \(id) and \(film.id)"
      database.warnings.add(.problem(text, .identify(id, film.id)))
    }
    guard !reported.ids.isEmpty else { return }
    let now = now()
    _ = try? await database.openForWriting(at: now).collection.learnAliases(
      reported.ids, of: film.id, foundBy: ServiceDescriptor.tmdb.name, at: now)
  }
}
