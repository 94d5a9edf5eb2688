import FilmzDomain

/// The kinds of dataset files (source: IMDb, non-commercial datasets), in reading order.
package enum DatasetKind: String, Sendable, CaseIterable, Comparable {
  case ratings = "title.ratings"
  case basics = "title.basics"
  /// The local titles, which IMDb calls "also known as".
  case akas = "title.akas"
  case episodes = "title.episode"
  /// The directors and writers.
  case crew = "title.crew"
  /// The main members of the cast and crew.
  case principals = "title.principals"
  case names = "name.basics"

  /// The name of the file that IMDb publishes.
  package var fileName: String { rawValue + ".tsv.gz" }

  /// The names of the first columns; a file may have more columns after them.
  var columns: [String] {
    switch self {
    case .basics:
      [
        "tconst", "titleType", "primaryTitle", "originalTitle", "isAdult", "startYear", "endYear",
        "runtimeMinutes", "genres",
      ]
    case .ratings: ["tconst", "averageRating", "numVotes"]
    case .akas:
      [
        "titleId", "ordering", "title", "region", "language", "types", "attributes",
        "isOriginalTitle",
      ]
    case .episodes: ["tconst", "parentTconst", "seasonNumber", "episodeNumber"]
    case .crew: ["tconst", "directors", "writers"]
    case .principals: ["tconst", "ordering", "nconst", "category", "job", "characters"]
    case .names:
      [
        "nconst", "primaryName", "birthYear", "deathYear", "primaryProfession", "knownForTitles",
      ]
    }
  }

  /// Creates the kind of a dataset file from its name, such as `title.basics.tsv` or
  /// `title.basics.tsv.gz`; returns `nil` if it is not the name of a dataset file.
  package init?(fileName: String) {
    let parts = fileName.split(separator: ".")
    guard parts.count >= 2, let kind = Self(rawValue: parts[0] + "." + parts[1]) else { return nil }
    guard [["tsv"], ["tsv", "gz"]].contains(parts.dropFirst(2).map { $0.lowercased() }) else {
      return nil
    }
    self = kind
  }

  package static func < (left: Self, right: Self) -> Bool {
    (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
  }
}
