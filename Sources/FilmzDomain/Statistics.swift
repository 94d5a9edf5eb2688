/// How often a value occurs.
package struct ValueCount: Sendable, Hashable {
  package let value: String
  package let count: Int

  package init(value: String, count: Int) {
    self.value = value
    self.count = count
  }
}

/// Counts over the collection.
package struct Statistics: Sendable {
  package var counts: CollectionCounts
  /// The mean of my ratings in points, 0–10.
  package var meanRating: Double?
  /// Minutes of all viewings of films whose runtime is known.
  package var minutesWatched: Int
  /// By my rating in points, lowest first.
  package var ratings: [ValueCount]
  package var decades: [ValueCount]
  package var genres: [ValueCount]
  /// By month of viewing, where it is known.
  package var months: [ValueCount]
  /// Directors and actors of watched films, the ten most frequent.
  package var directors: [ValueCount]
  package var actors: [ValueCount]

  package init(
    counts: CollectionCounts, meanRating: Double?, minutesWatched: Int, ratings: [ValueCount],
    decades: [ValueCount], genres: [ValueCount], months: [ValueCount], directors: [ValueCount],
    actors: [ValueCount]
  ) {
    self.counts = counts
    self.meanRating = meanRating
    self.minutesWatched = minutesWatched
    self.ratings = ratings
    self.decades = decades
    self.genres = genres
    self.months = months
    self.directors = directors
    self.actors = actors
  }
}
