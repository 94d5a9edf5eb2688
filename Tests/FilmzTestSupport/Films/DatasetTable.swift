import Foundation

/// A table of IMDb's datasets; the raw value is the file name without extensions.
package enum DatasetTable: String, Sendable, CaseIterable {
  case titles = "title.basics"
  case ratings = "title.ratings"
  case localTitles = "title.akas"
  case crews = "title.crew"
  case casts = "title.principals"
  case people = "name.basics"
  case episodes = "title.episode"

  /// The header line of the file, with `|` instead of tabs.
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

  /// Returns the name of the compressed or uncompressed file.
  package func fileName(isCompressed: Bool = true) -> String {
    rawValue + (isCompressed ? ".tsv.gz" : ".tsv")
  }

  /// Returns the content of a file with these rows, whose fields are separated by `|`.
  package func text(_ rows: [String], ending: String = "\n") -> String {
    (([columns] + rows).joined(separator: ending) + ending)
      .replacingOccurrences(of: "|", with: "\t")
  }
}
