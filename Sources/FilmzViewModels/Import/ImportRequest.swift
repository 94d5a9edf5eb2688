package import FilmzExchange

/// The options of an import.
package struct ImportRequest: Sendable {
  package var paths: [String]
  /// The format of the files; `nil` to recognize it.
  package var format: ImportFormat?
  /// `true` to write nothing.
  package var isDryRun = false
  package var conflictRule = ConflictRule.newer
  /// The path of the file for rows that are not matched; `nil` for a name made from the first path.
  package var unmatchedFile: String?
  /// `true` to replace ``unmatchedFile`` if it exists.
  package var replacesUnmatchedFile = false
  /// `true` to make own records of films that are not matched.
  package var keepsUnmatched = false
  /// `true` to add again what commands have removed since an earlier import.
  package var restoresRemoved = false
  /// `true` to import episodes with IMDb ids as films.
  package var includesEpisodes = false

  package init(paths: [String]) { self.paths = paths }
}

/// The progress of an import.
package enum ImportProgress: Sendable, Hashable {
  /// A file is being read; `rows` is the number of rows of all files so far.
  case reading(name: String, rows: Int)
  /// Films are being looked up by title and year.
  case matching(done: Int, total: Int)
  /// The collection is being changed.
  case saving(done: Int, total: Int)
}
