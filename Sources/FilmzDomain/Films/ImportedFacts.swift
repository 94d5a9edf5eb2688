/// The facts about a film that imported files contain, besides its title, year, and type.
///
/// They have the lowest precedence (``FactLayer/imported``).
package struct ImportedFacts: Sendable, Hashable {
  package var runtimeMinutes: Int?
  package var genres: [String] = []
  package var directors: [String] = []
  package var imdbRating: Rating?
  package var imdbVotes: Int?

  package init() {}

  package var isEmpty: Bool { self == Self() }

  /// Sets the missing facts to those of another file.
  ///
  /// The IMDb rating and votes are copied together.
  package mutating func fillGaps(from other: ImportedFacts) {
    runtimeMinutes = runtimeMinutes ?? other.runtimeMinutes
    if genres.isEmpty { genres = other.genres }
    if directors.isEmpty { directors = other.directors }
    guard imdbRating == nil else { return }
    (imdbRating, imdbVotes) = (other.imdbRating, other.imdbVotes)
  }
}

extension Film {
  /// Creates a film with the facts of imported files.
  package init(id: FilmID, title: String, year: Int?, type: MediaType?, imported facts: ImportedFacts) {
    self.init(id: id, title: title, year: year, type: type, origin: .imported)
    (runtimeMinutes, genres, directors) = (facts.runtimeMinutes, facts.genres, facts.directors)
    (imdbRating, imdbVotes) = (facts.imdbRating, facts.imdbVotes)
  }

  /// Returns the film with missing facts copied from `other`: IMDb rating and votes, runtime, the year in which the
  /// series ended, the episode's place in its series, directors, and genres.
  package func fillingGaps(from other: Film?) -> Film {
    guard let other else { return self }
    var film = self
    film.imdbRating = imdbRating ?? other.imdbRating
    film.imdbVotes = imdbVotes ?? other.imdbVotes
    film.runtimeMinutes = runtimeMinutes ?? other.runtimeMinutes
    if endYear == nil, !isRunning { film.setEndYear(stored: other.storedEndYear) }
    film.episode = episode ?? other.episode
    if film.directors.isEmpty { film.directors = other.directors }
    if film.genres.isEmpty { film.genres = other.genres }
    return film
  }
}
