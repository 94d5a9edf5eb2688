/// Resolves film ids to canonical ids (contract, "Identity").
package struct FilmAliases: Sendable, Hashable {
  /// The id that each alias stands for, which may be an alias itself.
  private var targets: [FilmID: FilmID]

  /// Creates a table of aliases from a target for each alias; targets that do not take precedence over
  /// their alias are ignored.
  package init(_ targets: [FilmID: FilmID] = [:]) {
    self.targets = targets.filter { $0.key.ranksBelow($0.value) }
  }

  /// Returns the canonical id of a film.
  ///
  /// There are no cycles, because a target always ranks above its alias.
  package func canonical(_ id: FilmID) -> FilmID {
    var id = id
    while let target = targets[id] { id = target }
    return id
  }
}

extension FilmID {
  /// Returns whether this id becomes the alias if both ids turn out to identify the same film.
  ///
  /// IMDb ids rank above TMDB ids, and these above `own:` ids; of two ids of the same kind, the one that
  /// sorts first ranks higher.
  package func ranksBelow(_ other: FilmID) -> Bool {
    (rank, rawValue) > (other.rank, other.rawValue)
  }

  private var rank: Int {
    if imdbID != nil { return 0 }
    return rawValue.hasPrefix("tmdb:") ? 1 : 2
  }
}
