// The order of films in memory.
extension FilmOrder {
  /// Returns whether a film certainly precedes another one; `false` if they are equal in this order.
  ///
  /// Keys that are not facts are ignored.
  package func precedes(_ left: Film, _ right: Film) -> Bool {
    for term in terms {
      if let isBefore = term.precedes(left, right) { return isBefore }
    }
    return false
  }
}

extension FilmOrder.Term {
  /// Returns whether a value precedes another one; `nil` if they are equal.
  ///
  /// A missing value comes last in both directions.
  package func precedes<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool? {
    switch (left, right) {
    case (nil, nil): nil
    case (nil, _): false
    case (_, nil): true
    case (let left?, let right?): left == right ? nil : (left < right) != isDescending
    }
  }

  /// Returns whether a film precedes another one; `nil` if they are equal, or if the key is not a fact.
  package func precedes(_ left: Film, _ right: Film) -> Bool? {
    switch key {
    case .name: precedes(TextFolding.key(left.title), TextFolding.key(right.title))
    case .year: precedes(left.year, right.year)
    case .imdb: precedes(left.imdbRating, right.imdbRating)
    case .votes: precedes(left.imdbVotes, right.imdbVotes)
    case .runtime: precedes(left.runtimeMinutes, right.runtimeMinutes)
    case .added, .userRating, .watched, .random, .weightedRating: nil
    }
  }
}
