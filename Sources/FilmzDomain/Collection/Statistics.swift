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
  /// My ratings, where there are any.
  package var mine: RatingSpread?
  /// IMDb's ratings of the films that I rated, where any are known.
  package var imdb: RatingSpread?
  package var time: WatchingTime
  /// By my rating in points, lowest first.
  package var ratings: [ValueCount]
  package var decades: [ValueCount]
  /// The most frequent ones first.
  package var genres: [ValueCount]
  /// By month of viewing, where it is known.
  package var months: [ValueCount]
  /// Directors and actors of watched films, the ten most frequent.
  package var directors: [ValueCount]
  package var actors: [ValueCount]
  /// Films of which only the name is known so far, so that genres and people lack them.
  package var filmsWithoutDetails: Int

  package init(
    counts: CollectionCounts, mine: RatingSpread?, imdb: RatingSpread?, time: WatchingTime,
    ratings: [ValueCount], decades: [ValueCount], genres: [ValueCount], months: [ValueCount],
    directors: [ValueCount], actors: [ValueCount], filmsWithoutDetails: Int
  ) {
    self.counts = counts
    self.mine = mine
    self.imdb = imdb
    self.time = time
    self.ratings = ratings
    self.decades = decades
    self.genres = genres
    self.months = months
    self.directors = directors
    self.actors = actors
    self.filmsWithoutDetails = filmsWithoutDetails
  }
}

/// How long I watched films.
package struct WatchingTime: Sendable, Hashable {
  /// All viewings; one film may have several.
  package var viewings: Int
  /// Viewings of films whose runtime is not known.
  package var viewingsWithoutRuntime: Int
  /// Minutes of all other viewings.
  package var minutes: Int

  package init(viewings: Int, viewingsWithoutRuntime: Int, minutes: Int) {
    self.viewings = viewings
    self.viewingsWithoutRuntime = viewingsWithoutRuntime
    self.minutes = minutes
  }
}

/// The genres of the collection.
package struct GenreCounts: Sendable, Hashable {
  /// Alphabetically, without regard to case and accents.
  package var genres: [ValueCount]
  /// All films of the collection.
  package var films: Int
  /// Films of which only the name is known so far.
  package var filmsWithoutDetails: Int

  package init(genres: [ValueCount], films: Int, filmsWithoutDetails: Int) {
    self.genres = genres
    self.films = films
    self.filmsWithoutDetails = filmsWithoutDetails
  }
}
