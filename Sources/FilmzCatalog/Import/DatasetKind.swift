import FilmzDomain

/// The files of the IMDb datasets (IMDb, non-commercial datasets).
package enum DatasetKind: String, Sendable, CaseIterable, Comparable {
  // In the order in which they are read.
  case ratings = "title.ratings"
  case basics = "title.basics"
  case akas = "title.akas"
  case episodes = "title.episode"
  case crew = "title.crew"
  case principals = "title.principals"
  case names = "name.basics"

  /// The name as it is published.
  package var fileName: String { rawValue + ".tsv.gz" }

  /// The names of the columns; more may follow.
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

  /// The dataset that a file is by its name, or nothing.
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
