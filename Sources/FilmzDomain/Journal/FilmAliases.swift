/// Resolves film ids to canonical ids.
///
/// Source: contract, Identity.
package struct FilmAliases: Sendable, Hashable {
  /// The target of each alias, which is another id of the same film and may be an alias itself.
  private var targets: [FilmID: FilmID]

  /// Creates a table of aliases from the target of each alias.
  ///
  /// Aliases that do not rank below their target are ignored.
  package init(_ targets: [FilmID: FilmID] = [:]) {
    self.targets = targets.filter { $0.key.ranksBelow($0.value) }
  }

  /// Returns the canonical id of a film.
  ///
  /// The loop terminates, because a target always ranks above its alias.
  package func canonical(_ id: FilmID) -> FilmID {
    var id = id
    while let target = targets[id] { id = target }
    return id
  }
}

extension FilmID {
  /// Returns whether this id is the alias, and the other id its target, if both identify the same film.
  ///
  /// IMDb ids rank above TMDB ids, and TMDB ids rank above `own:` ids; of two ids of the same kind, the one
  /// that sorts first ranks higher.
  package func ranksBelow(_ other: FilmID) -> Bool {
    (rank, rawValue) > (other.rank, other.rawValue)
  }

  /// The rank of the kind of id, from 0, the highest, to 2.
  private var rank: Int {
    if imdbID != nil { return 0 }
    return rawValue.hasPrefix("tmdb:") ? 1 : 2
  }
}
