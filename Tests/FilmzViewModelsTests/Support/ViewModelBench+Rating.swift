import FilmzDomain
import FilmzViewModels

extension ViewModelBench {
  /// Starts a rating session with the watched films without a rating, by title.
  func beginRating(
    offline: Bool = true, _ change: (inout CollectionQuery) -> Void = { _ in }
  ) async throws -> RatingDeck {
    var query = CollectionQuery()
    query.filter.isWatched = true
    query.filter.isRated = false
    query.order = FilmOrder(.name)
    change(&query)
    return try await rating.begin(query, in: context("rate", offline: offline))
  }

  /// Adds four watched films: 12 Angry Men, Heat, The Godfather, and The Matrix.
  func addFourWatchedFilms() async throws {
    var watched = NewEntry()
    watched.isWatched = true
    try await add(
      try await items("tt0068646", "tt0133093", "tt0113277", "tt0050083"), watched)
  }
}
