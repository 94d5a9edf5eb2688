/// The difference between a list as an editor was given it and as the user has edited it.
package struct ListEdit: Sendable, Hashable {
  /// The edited list, without duplicates.
  package let films: [FilmID]
  /// The films that were added, in the order of the edited list.
  package let added: [FilmID]
  /// The films whose order has changed, in the order of the edited list; as few as possible.
  package let moved: [FilmID]
  /// The films that were removed, in the order of the list before.
  package let removed: [FilmID]
  private let addedFilms: Set<FilmID>
  private let movedFilms: Set<FilmID>

  /// Compares two versions of a list; of a film that is in the new one several times, the first place counts.
  package init(from old: [FilmID], to new: [FilmID]) {
    var seenFilms: Set<FilmID> = []
    films = new.filter { seenFilms.insert($0).inserted }
    let places = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    let oldPlaces = films.map { places[$0] }
    let kept = ListArrangement.longestIncreasingSubsequence(oldPlaces)
    added = films.filter { places[$0] == nil }
    moved = films.indices.filter { oldPlaces[$0] != nil && !kept.contains($0) }.map { [films] in
      films[$0]
    }
    removed = old.filter { !seenFilms.contains($0) }
    addedFilms = Set(added)
    movedFilms = Set(moved)
  }

  package var isEmpty: Bool { added.isEmpty && moved.isEmpty && removed.isEmpty }

  func isAdded(_ film: FilmID) -> Bool { addedFilms.contains(film) }

  func isMoved(_ film: FilmID) -> Bool { movedFilms.contains(film) }
}
