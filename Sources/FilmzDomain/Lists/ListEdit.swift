/// The difference between a list and its edited version.
package struct ListEdit: Sendable, Hashable {
  /// The edited list, without duplicates.
  package let films: [FilmID]
  /// The films that were added, in the order of the edited list.
  package let added: [FilmID]
  /// The films whose order has changed, in the order of the edited list; as few as possible.
  package let moved: [FilmID]
  /// The films that were removed, in the order of the list before the edit.
  package let removed: [FilmID]

  /// Compares two versions of a list; if the new one contains a film several times, its first place counts.
  package init(from old: [FilmID], to new: [FilmID]) {
    var uniqueFilms: Set<FilmID> = []
    films = new.filter { uniqueFilms.insert($0).inserted }
    let places = Dictionary(old.enumerated().map { ($1, $0) }) { first, _ in first }
    let oldPlaces = films.map { places[$0] }
    let kept = oldPlaces.longestIncreasingSubsequence
    added = films.filter { places[$0] == nil }
    moved = films.indices.filter { oldPlaces[$0] != nil && !kept.contains($0) }.map { [films] in films[$0] }
    removed = old.filter { !uniqueFilms.contains($0) }
  }

  package var isEmpty: Bool { added.isEmpty && moved.isEmpty && removed.isEmpty }
}

// Changes of the order of a list, which has each film once.
extension [FilmID] {
  /// Returns the films with others inserted; films that are in the list already keep their places.
  ///
  /// - Parameters:
  ///   - films: The films to insert, in their order.
  ///   - place: The place before which they are inserted, from 1 to one more than the number of films; `nil`
  ///     for the end.
  /// - Returns: The films in the new order.
  package func inserting(_ films: [FilmID], before place: Int?) -> [FilmID] {
    var knownFilms = Set(self)
    let newFilms = films.filter { knownFilms.insert($0).inserted }
    let index = place.map { $0 - 1 } ?? endIndex
    var films = self
    films.insert(contentsOf: newFilms, at: index)
    return films
  }

  /// Returns the films with those in a range of places moved before another place.
  ///
  /// - Parameters:
  ///   - places: The places of the films, from 1.
  ///   - place: The place before which they are moved; `nil` for the end. If it is one of the places, nothing
  ///     is moved.
  /// - Returns: The films in the new order.
  package func moving(_ places: ClosedRange<Int>, before place: Int?) -> [FilmID] {
    let range = places.lowerBound - 1..<places.upperBound
    let destination = place.map { $0 - 1 } ?? endIndex
    guard !range.contains(destination) else { return self }
    var films = self
    films.removeSubrange(range)
    let index = destination < range.lowerBound ? destination : destination - range.count
    films.insert(contentsOf: self[range], at: index)
    return films
  }

  /// Returns the films with the changes of an edit applied to them.
  ///
  /// The list may have changed since the edit began. Films that the edit has removed are removed. A film that it has moved
  /// or added is placed after the film that precedes it in the edited list or, at the beginning, before the one that
  /// follows; a moved film that is not in the list any more is not added again. All other films keep their places.
  package func applying(_ edit: ListEdit) -> [FilmID] {
    let present = Set(self)
    let (added, moved) = (Set(edit.added), Set(edit.moved))
    let replaced = moved.union(edit.removed)
    var films = filter { !replaced.contains($0) }
    var result = Set(films)
    for (index, film) in edit.films.enumerated() {
      let isInserted = moved.contains(film) ? present.contains(film) : added.contains(film)
      guard isInserted, result.insert(film).inserted else { continue }
      let preceding = edit.films[..<index].last(where: result.contains).flatMap { films.firstIndex(of: $0) }
      let following = edit.films[(index + 1)...].first(where: result.contains).flatMap { films.firstIndex(of: $0) }
      films.insert(film, at: preceding.map { $0 + 1 } ?? following ?? films.endIndex)
    }
    return films
  }
}
