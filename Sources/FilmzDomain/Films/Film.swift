package import Foundation

/// What the world knows of a film; nothing in it is the user's.
package struct Film: Sendable, Hashable, Identifiable {
  /// The source of facts, whichever way they were reached.
  ///
  /// Each source has an origin of its own; the names stand in files and in JSON.
  package struct Origin: RawRepresentable, Sendable, Hashable, Codable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let omdb = Origin(rawValue: "omdb")
    package static let tmdb = Origin(rawValue: "tmdb")
    package static let catalog = Origin(rawValue: "catalog")
    package static let starter = Origin(rawValue: "starter")
  }

  /// One rating as its publisher words it, `94%` or `84/100`.
  package struct PublishedRating: Sendable, Hashable, Codable {
    package let source: String
    package let value: String

    package init(source: String, value: String) {
      self.source = source
      self.value = value
    }
  }

  package var id: FilmID
  package var title: String
  package var originalTitle: String?
  package var year: Int?
  /// The last year of a series that has ended.
  package var endYear: Int?
  package var type: MediaType?
  package var rated: String?
  package var released: PartialDate?
  package var runtimeMinutes: Int?
  package var genres: [String] = []
  package var directors: [String] = []
  package var writers: [String] = []
  package var actors: [String] = []
  package var plot: String?
  package var languages: [String] = []
  package var countries: [String] = []
  package var awards: String?
  package var poster: String?
  package var ratings: [PublishedRating] = []
  /// Metacritic's points, 0–100.
  package var metascore: Int?
  package var imdbRating: Rating?
  package var imdbVotes: Int?
  package var origin: Origin
  /// When a catalog's ratings and votes were noted, such as `2024-05`.
  package var ratingsAsOf: String?
  /// When a network source answered with these facts.
  package var fetchedAt: Date?
  /// Whether the source was asked for all it knows; a search result is not complete.
  package var isComplete: Bool

  /// A film of which so far only its name is known; the title is cut to ``Caption/longestTitle``.
  package init(
    id: FilmID, title: String, year: Int? = nil, endYear: Int? = nil, type: MediaType? = nil,
    origin: Origin, fetchedAt: Date? = nil, isComplete: Bool = false
  ) {
    self.id = id
    self.title = Caption.bounded(title)
    self.year = year
    self.endYear = endYear
    self.type = type
    self.origin = origin
    self.fetchedAt = fetchedAt
    self.isComplete = isComplete
  }

  /// Title and year, `Heat (1995)`.
  package var caption: String { Caption(title: title, year: year).text }

  /// Where the facts come from, how many they are, and when they were fetched.
  package var provenance: Provenance {
    let level: DetailLevel = isComplete ? (fetchedAt == nil ? .catalog : .full) : .hit
    return Provenance(origin: origin, level: level, fetchedAt: fetchedAt)
  }

  /// How much of the film's facts is known.
  package var level: DetailLevel { provenance.level }

  /// Whether other facts of the film are to be kept instead of these.
  package func shouldBeReplaced(by other: Film, at moment: Date) -> Bool {
    provenance.shouldBeReplaced(by: other.provenance, at: moment)
  }

  /// The film with the rating and votes of IMDb that another source noted, and when it did.
  ///
  /// - Returns: The film as it is if the other source knows no rating.
  package func replacingRatings(from other: Film) -> Film {
    guard let rating = other.imdbRating else { return self }
    var film = self
    film.imdbRating = rating
    film.imdbVotes = other.imdbVotes
    film.ratingsAsOf = other.ratingsAsOf
    film.ratings = ratings.map { published in
      published.source == "Internet Movie Database"
        ? PublishedRating(source: published.source, value: "\(rating.decimalText)/10") : published
    }
    return film
  }

  /// Whether a network source gave the facts less than so many days before a moment.
  ///
  /// Facts that only came by a search, or from a catalog, are never fresh: somebody knows more.
  package func isFresh(at moment: Date, days: Int) -> Bool {
    guard isComplete, let fetchedAt else { return false }
    return Freshness.holds(since: fetchedAt, at: moment, days: days)
  }
}

/// Title and year of a film, for the day when nothing else knows it.
package struct Caption: Sendable, Hashable {
  package var title: String
  package var year: Int?

  package init(title: String, year: Int?) {
    self.title = Self.bounded(title)
    self.year = year
  }

  /// Unicode scalars of a title; sources do not bound theirs.
  package static let longestTitle = 1000

  /// Returns a title, of which a longer one than ``longestTitle`` is cut and ends with `…`.
  static func bounded(_ title: String) -> String {
    guard title.utf8.count > longestTitle, title.unicodeScalars.count > longestTitle else {
      return title
    }
    return String(title.unicodeScalars.prefix(longestTitle - 1)) + "…"
  }

  /// `Heat (1995)`, or the title alone.
  package var text: String { year.map { "\(title) (\($0))" } ?? title }
}
