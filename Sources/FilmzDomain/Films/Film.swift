package import Foundation

/// The published facts about a film, without the user's own data.
package struct Film: Sendable, Hashable, Identifiable {
  /// The identifier of the source that the facts originally came from, even if they are read from a cache.
  ///
  /// The raw values are stored in files and shown in JSON.
  package struct Origin: RawRepresentable, Sendable, Hashable, Codable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let omdb = Origin(rawValue: "omdb")
    package static let tmdb = Origin(rawValue: "tmdb")
    package static let catalog = Origin(rawValue: "catalog")
    package static let starter = Origin(rawValue: "starter")
    /// The user's own record of a film that no source has.
    package static let own = Origin(rawValue: "own")
    /// An imported record of MFlix about a film that no source has.
    package static let mflix = Origin(rawValue: "mflix")
    /// A list that someone else has published.
    package static let list = Origin(rawValue: "list")
    /// The local catalog without the user's own records, as the source of a result set.
    package static let catalogAlone = Origin(rawValue: "catalogAlone")
  }

  /// A rating as its publisher writes it, such as `94%` or `84/100`.
  package struct PublishedRating: Sendable, Hashable, Codable {
    /// The source of TMDB's own rating.
    package static let tmdb = "TMDB"
    /// The source of the viewers' rating at Rotten Tomatoes, which only imported records have.
    package static let viewers = "Rotten Tomatoes viewers"
    /// The source of the percentage of these viewers who liked the film.
    package static let viewerMeter = "Rotten Tomatoes viewers who liked it"

    /// The ratings that one value of the JSON form has, in the order in which they are read from it.
    package enum Group: Sendable, CaseIterable {
      case others
      case tmdb
      case viewers
      case viewerMeter
    }

    package let source: String
    package let value: String

    package init(source: String, value: String) {
      self.source = source
      self.value = value
    }

    package var group: Group {
      switch source {
      case Self.tmdb: .tmdb
      case Self.viewers: .viewers
      case Self.viewerMeter: .viewerMeter
      default: .others
      }
    }
  }

  package var id: FilmID
  /// Further ids of the same film from its source; ``id`` ranks above them.
  package var otherIDs: [FilmID] = []
  package var title: String
  package var originalTitle: String?
  package var year: Int?
  /// The last year of a series; `nil` if the series has not ended, if the year is not known, or if the
  /// film is not a series.
  package var endYear: Int?
  /// `true` if the series has not ended according to the source; ``endYear`` is `nil` then.
  package var isRunning = false
  package var type: MediaType?
  package var rated: String?
  package var released: PartialDate?
  package var runtimeMinutes: Int?
  /// The series of an episode; `nil` if the film is not an episode or nothing about its series is known.
  package var episode: Episode?
  package var genres: [String] = []
  package var directors: [String] = []
  package var writers: [String] = []
  package var actors: [String] = []
  package var plot: String?
  /// A longer plot than ``plot``, which only imported records have.
  package var fullPlot: String?
  package var languages: [String] = []
  package var countries: [String] = []
  package var awards: String?
  package var poster: String?
  package var ratings: [PublishedRating] = []
  /// The offers of services in ``region`` to watch the film; empty if they are not known.
  package var watch: [WatchOffer] = []
  /// The region, as two letters, for which ``watch`` and ``rated`` were fetched from TMDB; `nil` if there
  /// are no facts of TMDB.
  package var region: String?
  /// The language, such as `de-DE`, in which the facts of TMDB were requested; `nil` if there are no facts
  /// of TMDB.
  package var tmdbLanguage: String?
  /// Metacritic's score, 0–100.
  package var metascore: Int?
  package var imdbRating: Rating?
  package var imdbVotes: Int?
  package var origin: Origin
  /// The services whose details were merged, the one with the highest precedence first; empty if there is only one.
  ///
  /// Only films that are read from the film cache have these; they are not part of the JSON form.
  package var contributingOrigins: [Origin] = []
  /// The fields whose facts are those of the user's own record.
  ///
  /// Only films that an own record was applied to have these; they are not part of the JSON form.
  package var ownFields: [RecordField] = []
  /// `true` if an imported record was used to complete the film; not part of the JSON form.
  package var hasImportedFacts = false
  /// `true` if the facts are only those of sources, and may be stored as such.
  package var isOfSources: Bool { ownFields.isEmpty && !hasImportedFacts && origin != .mflix }
  /// The date of ratings and votes that come from a catalog, such as `2024-05`.
  package var ratingsAsOf: String?
  /// The time at which the facts were fetched from a network source; `nil` for local sources.
  package var fetchedAt: Date?
  /// `true` if the film has all facts of its source; `false` for search results.
  package var isComplete: Bool

  /// Creates a film without further facts; the title is cut to ``Caption/maximumTitleLength``.
  package init(
    id: FilmID, title: String, year: Int? = nil, endYear: Int? = nil, type: MediaType? = nil,
    origin: Origin, fetchedAt: Date? = nil, isComplete: Bool = false
  ) {
    self.id = id
    self.title = Caption.truncated(title)
    (self.year, self.endYear, self.type, self.origin) = (year, endYear, type, origin)
    (self.fetchedAt, self.isComplete) = (fetchedAt, isComplete)
  }

  /// The rating of the viewers at Rotten Tomatoes, from 0 to 5.
  package var viewerRating: Rating? {
    let value = ratings.first { $0.group == .viewers }?.value
    return value.flatMap { Double($0.prefix { $0 != "/" }) }
      .flatMap { Int(exactly: ($0 * 10).rounded()) }.flatMap(Rating.init(tenths:))
  }

  /// The title and year, `Heat (1995)`, or the title alone.
  package var caption: String { Caption(title: title, year: year).text }

  /// The origin of the facts, their level of detail, and when they were fetched.
  package var provenance: Provenance {
    let level: DetailLevel = isComplete ? (fetchedAt == nil ? .catalog : .full) : .hit
    return Provenance(origin: origin, level: level, fetchedAt: fetchedAt)
  }

  /// The level of detail of the facts.
  package var level: DetailLevel { provenance.level }

  /// Returns whether the facts of another value for the same film should replace these facts.
  package func shouldBeReplaced(by other: Film, at moment: Date) -> Bool {
    provenance.shouldBeReplaced(by: other.provenance, at: moment)
  }

  /// The sources of the details: the services that contributed, or ``origin``.
  package var detailOrigins: [Origin] {
    contributingOrigins.isEmpty ? [origin] : contributingOrigins
  }

  /// Returns the film with the IMDb rating, its votes, and its date from another source.
  ///
  /// Returns the film unchanged if the other source has no IMDb rating.
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

  /// Returns whether the facts were fetched from a network source less than `days` days ago.
  ///
  /// Search results and facts of a catalog are never fresh, because network sources have more details. Facts
  /// of TMDB are fresh for at most ``Freshness/maximumDaysOfTMDB`` days.
  package func isFresh(at moment: Date, days: Int) -> Bool {
    guard isComplete, let fetchedAt else { return false }
    return Freshness.isFresh(
      fetchedAt: fetchedAt, at: moment, days: Freshness.days(days, for: origin))
  }
}

/// The title and year of a film, which are stored in case no source has the film later.
package struct Caption: Sendable, Hashable {
  package var title: String
  package var year: Int?

  package init(title: String, year: Int?) {
    self.title = Self.truncated(title)
    self.year = year
  }

  /// The maximum length of a title in Unicode scalars; sources do not limit the length.
  package static let maximumTitleLength = 1000

  /// Returns a title; a title longer than ``maximumTitleLength`` is cut to this length and ends with `…`.
  static func truncated(_ title: String) -> String {
    guard title.utf8.count > maximumTitleLength,
      title.unicodeScalars.count > maximumTitleLength
    else { return title }
    return String(title.unicodeScalars.prefix(maximumTitleLength - 1)) + "…"
  }

  /// `Heat (1995)`, or the title alone.
  package var text: String { year.map { "\(title) (\($0))" } ?? title }
}

extension Film {
  /// Returns whether facts from two sources cannot be about the same film: no title is the same, and the
  /// types differ, or the years differ by more than two.
  ///
  /// TMDB's IMDb ids are entered by hand, and some are those of other films.
  package func contradicts(_ other: Film) -> Bool {
    guard titleKeys.isDisjoint(with: other.titleKeys) else { return false }
    if let type, let otherType = other.type, !type.mayDenoteSameFilm(as: otherType) { return true }
    guard let year, let otherYear = other.year else { return false }
    return abs(Double(year) - Double(otherYear)) > 2
  }

  /// Returns whether the title or the original title has some folded words, both without a leading article.
  package func hasMainTitle(_ words: ArraySlice<String>) -> Bool {
    [title, originalTitle].contains { $0.map(TextFolding.wordsWithoutArticle) == words }
  }

  private var titleKeys: Set<String> {
    Set([title, originalTitle].compactMap { $0.map(TextFolding.key) })
  }
}

extension MediaType {
  /// Returns whether two sources may give the same film these types: TMDB has only movies and series.
  package func mayDenoteSameFilm(as other: MediaType) -> Bool {
    let movies: [MediaType] = [.movie, .tvMovie, .short, .video, .tvSpecial]
    let series: [MediaType] = [.series, .miniSeries, .tvSpecial]
    return self == other || [movies, series].contains { $0.contains(self) && $0.contains(other) }
  }
}

/// A film as a suggestion for completion.
package struct TitledFilm: Sendable, Hashable {
  package let id: FilmID
  package let title: String
  package let year: Int?
  /// The film's number in the result set; `nil` if the film does not come from the result set.
  package let number: Int?

  package init(id: FilmID, title: String, year: Int?, number: Int? = nil) {
    (self.id, self.title, self.year, self.number) = (id, title, year, number)
  }

  /// The title and year, `Heat (1995)`, or the title alone.
  package var caption: String { Caption(title: title, year: year).text }
}
