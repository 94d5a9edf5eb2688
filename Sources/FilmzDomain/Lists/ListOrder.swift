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

  /// Returns the films with those at some places moved before another place, in the same order.
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
  /// A film that the edit has moved or added follows the film that it follows in the edited list. Films that
  /// were added or moved in the meantime and that the edit has not touched keep their places; those that were
  /// removed in the meantime are not added again.
  package func applying(_ edit: ListEdit) -> [FilmID] {
    let present = Set(self)
    let replaced = Set(edit.removed).union(edit.moved)
    var films = filter { !replaced.contains($0) }
    var result = Set(films)
    for (index, film) in edit.films.enumerated() {
      let isInserted = edit.isMoved(film) ? present.contains(film) : edit.isAdded(film)
      guard isInserted, result.insert(film).inserted else { continue }
      if let before = edit.films[..<index].last(where: result.contains),
        let position = films.firstIndex(of: before)
      {
        films.insert(film, at: position + 1)
      } else if let after = edit.films[(index + 1)...].first(where: result.contains),
        let position = films.firstIndex(of: after)
      {
        films.insert(film, at: position)
      } else {
        films.append(film)
      }
    }
    return films
  }
}
