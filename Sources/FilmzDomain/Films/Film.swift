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
    /// Facts in imported files about a film that no source has.
    package static let imported = Origin(rawValue: "import")
    /// A list that someone else has published.
    package static let list = Origin(rawValue: "list")
    /// The local catalog without the user's own records, as the source of a result set.
    package static let catalogWithoutOwnRecords = Origin(rawValue: "catalogAlone")

    /// `true` if the facts come from files that the user has imported.
    package var isOfFiles: Bool { self == .mflix || self == .imported }
  }

  /// A rating in the notation of its publisher, such as `94%` or `84/100`.
  package struct PublishedRating: Sendable, Hashable, Codable {
    /// The source of TMDB's own rating.
    package static let tmdb = "TMDB"
    /// The source of the viewers' rating at Rotten Tomatoes, which only imported records have.
    package static let viewers = "Rotten Tomatoes viewers"
    /// The source of the percentage of viewers at Rotten Tomatoes who liked the film, which only imported records have.
    package static let viewerMeter = "Rotten Tomatoes viewers who liked it"

    /// The sources whose ratings are values of their own in the JSON form, in the order in which they are read from it.
    static let separateSources = [tmdb, viewers, viewerMeter]

    package let source: String
    package let value: String

    package init(source: String, value: String) {
      self.source = source
      self.value = value
    }

    /// The source if the rating is a value of its own in the JSON form, otherwise `nil`.
    var separateSource: String? { Self.separateSources.contains(source) ? source : nil }
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
  /// The certification, such as `PG-13`.
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
  /// The services whose details were merged, in the order of their precedence; empty if there is only one.
  ///
  /// Only films that are read from the film cache have these; they are not part of the JSON form.
  package var contributingOrigins: [Origin] = []
  /// The fields whose facts are those of the user's own record.
  ///
  /// Only films that an own record was applied to have these; they are not part of the JSON form.
  package var ownFields: [RecordField] = []
  /// `true` if an imported record was used to complete the film; not part of the JSON form.
  package var hasImportedFacts = false
  /// `true` if all facts are from sources, none from records or imported files, so that the film cache may store
  /// them as facts of a source.
  package var isOfSources: Bool { ownFields.isEmpty && !hasImportedFacts && !origin.isOfFiles }
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

  /// The rating of the viewers at Rotten Tomatoes, from 0 to 5; `nil` if it is not known.
  package var viewerRating: Rating? {
    guard let value = ratings.first(where: { $0.source == PublishedRating.viewers })?.value,
      let points = Double(value.prefix { $0 != "/" }), let tenths = Int(exactly: (points * 10).rounded())
    else { return nil }
    return Rating(tenths: tenths)
  }

  /// The title and year, `Heat (1995)`, or the title alone.
  package var caption: String { Caption(title: title, year: year).text }

  /// The origin of the facts, their level of detail, and when they were fetched.
  package var provenance: Provenance {
    let completeLevel: DetailLevel = fetchedAt == nil ? .catalog : .full
    return Provenance(origin: origin, level: isComplete ? completeLevel : .hit, fetchedAt: fetchedAt)
  }

  /// The level of detail of the facts.
  package var level: DetailLevel { provenance.level }

  /// Returns whether the facts of another value for the same film should replace these facts.
  package func shouldBeReplaced(by other: Film, at moment: Date) -> Bool {
    provenance.shouldBeReplaced(by: other.provenance, at: moment)
  }

  /// The sources of the details: the services that contributed, or ``origin``.
  package var detailOrigins: [Origin] { contributingOrigins.isEmpty ? [origin] : contributingOrigins }

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
    return Freshness.isFresh(fetchedAt: fetchedAt, at: moment, days: Freshness.days(days, for: origin))
  }
}

extension Film {
  /// Returns whether the facts of two sources for one id are about different films: they have no title in common,
  /// and their types differ, or their years differ by more than two.
  ///
  /// This detects wrong IMDb ids at TMDB, where ids are entered by hand.
  package func contradicts(_ other: Film) -> Bool {
    guard titleKeys.isDisjoint(with: other.titleKeys) else { return false }
    if let type, let otherType = other.type, !type.mayDenoteSameFilm(as: otherType) { return true }
    guard let year, let otherYear = other.year else { return false }
    return abs(Double(year) - Double(otherYear)) > 2
  }

  /// Returns whether the title or the original title, folded and without a leading article, consists of `words`.
  package func hasMainTitle(_ words: ArraySlice<String>) -> Bool {
    [title, originalTitle].contains { $0.map(TextFolding.wordsWithoutArticle) == words }
  }

  private var titleKeys: Set<String> { Set([title, originalTitle].compactMap { $0.map(TextFolding.titleKey) }) }
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
    guard title.utf8.count > maximumTitleLength, title.unicodeScalars.count > maximumTitleLength else { return title }
    return String(title.unicodeScalars.prefix(maximumTitleLength - 1)) + "…"
  }

  /// `Heat (1995)`, or the title alone.
  package var text: String { year.map { "\(title) (\($0))" } ?? title }
}

/// A film that completion suggests.
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
