/// A value and the number of its occurrences.
package struct ValueCount: Sendable, Hashable {
  package let value: String
  package let count: Int

  package init(value: String, count: Int) { (self.value, self.count) = (value, count) }
}

/// Statistics of the collection, or of its films that were watched in a year.
package struct Statistics: Sendable {
  /// The year whose viewings are counted; `nil` for all films and viewings.
  package var year: Int?
  package var counts: CollectionCounts
  /// The number of skipped films, which are not in the collection.
  package var skipped = 0
  /// The spread of the user's ratings; `nil` if the user has not rated any film.
  package var userRatings: RatingSpread?
  /// The spread of IMDb's ratings of the films that the user has rated; `nil` if no rating is known.
  package var imdbRatings: RatingSpread?
  /// The time that the user spent watching films.
  package var time: WatchingTime = (0, 0, 0)
  /// The number of films with each of the user's ratings in points, the lowest rating first.
  package var ratings: [ValueCount] = []
  /// The number of films of each decade, such as `1990s`, the earliest decade first.
  package var decades: [ValueCount] = []
  /// The number of films of each genre, the most frequent genre first.
  package var genres: [ValueCount] = []
  /// The number of viewings in each month, such as `2024-05`, the earliest month first.
  ///
  /// Viewings without a month are not counted.
  package var months: [ValueCount] = []
  /// The number of viewings whose date is unknown or only a year.
  package var viewingsWithoutMonth = 0
  /// The most frequent directors of watched films, at most ten, each with the number of the director's
  /// watched films.
  package var directors: [ValueCount] = []
  /// The most frequent actors of watched films, at most ten, each with the number of the actor's watched
  /// films.
  package var actors: [ValueCount] = []
  /// The number of films without details, which the counts of genres and people do not include.
  package var filmsWithoutDetails = 0

  package init(counts: CollectionCounts) { self.counts = counts }
}

/// The time that the user spent watching films.
///
/// - `viewings`: The number of viewings, of which a film may have several.
/// - `viewingsWithoutRuntime`: The number of viewings of films whose runtime is not known.
/// - `minutes`: The total runtime of the viewings of films whose runtime is known.
package typealias WatchingTime = (viewings: Int, viewingsWithoutRuntime: Int, minutes: Int)

/// The number of films of each genre, sorted by name, ignoring case and accents; the number of films in the
/// collection; and the number of those without details.
package typealias GenreCounts = (genres: [ValueCount], films: Int, filmsWithoutDetails: Int)
