/// Which film each id stands for: the one place that resolves ids (contract, "Identity").
package struct FilmAliases: Sendable, Hashable {
  /// For each alias the id that it was said to stand for, which may be an alias itself.
  private var pointers: [FilmID: FilmID]

  package init(_ pointers: [FilmID: FilmID] = [:]) {
    self.pointers = pointers.filter { $0.key.isWorse(than: $0.value) }
  }

  /// The canonical id of a film.
  ///
  /// An alias points to a better id only, so there are no cycles.
  package func canonical(_ id: FilmID) -> FilmID {
    var id = id
    while let better = pointers[id] { id = better }
    return id
  }
}

extension FilmID {
  /// Whether this id is to stand for the other one, and not the other way round: IMDb's ids are better
  /// than TMDB's, these better than `own:`, and among ids of one kind the lesser text is better.
  package func isWorse(than other: FilmID) -> Bool {
    (rank, rawValue) > (other.rank, other.rawValue)
  }

  private var rank: Int {
    if imdbID != nil { return 0 }
    return rawValue.hasPrefix("tmdb:") ? 1 : 2
  }
}
