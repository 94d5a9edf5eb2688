import FilmzDomain
import FilmzStore

// Ids of films of the collection that services report.
extension FilmLookup {
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
      let text = "\(film.caption) is in your collection under two ids, \(id) and \(film.id)"
      database.warnings.add(.problem(text, .identify(id, film.id)))
    }
    guard !reported.ids.isEmpty else { return }
    let now = now()
    _ = try? await database.openForWriting(at: now).collection.learnAliases(
      of: film, foundBy: sources.source(.tmdb)?.name ?? Film.Origin.tmdb.rawValue, at: now)
  }
}
