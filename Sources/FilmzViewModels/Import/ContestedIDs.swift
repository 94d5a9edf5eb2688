package import FilmzDomain

/// The ids of TMDB that files give films which have different ids of IMDb, and which are therefore different films.
package struct ContestedIDs: Sendable {
  /// An id that stays with one film.
  package struct ContestedID: Sendable {
    package let id: FilmID
    package fileprivate(set) var owner: FilmID
    /// The other films to which files give the id.
    fileprivate var claimants: Set<FilmID> = []

    package var others: [FilmID] { claimants.subtracting([owner]).sorted() }
  }

  private var byID: [FilmID: ContestedID] = [:]

  /// The ids in their order.
  package var all: [ContestedID] { byID.values.sorted { $0.id < $1.id } }

  /// Records that a file gives a film an id that stays with another one.
  mutating func add(_ id: FilmID, of owner: FilmID, givenTo film: FilmID) {
    byID[id, default: ContestedID(id: id, owner: owner)].owner = owner
    byID[id]?.claimants.insert(film)
  }
}
