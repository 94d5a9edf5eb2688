import Foundation

/// A file of IMDb's datasets by what it holds; the raw value is the beginning of its name.
package enum DatasetTable: String, Sendable, CaseIterable {
  case titles = "title.basics"
  case ratings = "title.ratings"
  case localTitles = "title.akas"
  case crews = "title.crew"
  case casts = "title.principals"
  case people = "name.basics"
  case episodes = "title.episode"

  /// The head of the file, with `|` in place of tabs.
  package var columns: String {
    switch self {
    case .titles:
      "tconst|titleType|primaryTitle|originalTitle|isAdult|startYear|endYear|runtimeMinutes|genres"
    case .ratings: "tconst|averageRating|numVotes"
    case .localTitles:
      "titleId|ordering|title|region|language|types|attributes|isOriginalTitle"
    case .crews: "tconst|directors|writers"
    case .casts: "tconst|ordering|nconst|category|job|characters"
    case .people: "nconst|primaryName|birthYear|deathYear|primaryProfession|knownForTitles"
    case .episodes: "tconst|parentTconst|seasonNumber|episodeNumber"
    }
  }

  /// The name of the file, packed or not.
  package func fileName(isPacked: Bool = true) -> String {
    rawValue + (isPacked ? ".tsv.gz" : ".tsv")
  }

  /// The text of a file with these rows, whose fields are divided by `|`.
  package func text(_ rows: [String], ending: String = "\n") -> String {
    (([columns] + rows).joined(separator: ending) + ending)
      .replacingOccurrences(of: "|", with: "\t")
  }
}
