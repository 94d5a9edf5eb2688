package import FilmzDomain
package import FilmzExchange

/// The result of an import or of a dry run.
package struct ImportReport: Sendable {
  package struct File: Sendable {
    package let name: String
    /// The part of the name after the path that the user gave; the name of the file itself if the user named it.
    package let shortName: String
    package let kind: FileKind
    package internal(set) var rows = 0
    /// The names of columns that are not imported because they are unknown.
    package internal(set) var unknownColumns: [String] = []
    /// `true` if texts of the file are in Windows-1252.
    package internal(set) var hasWindows1252 = false
    /// The scale and the order of day and month that were used; a property is `nil` if no column needed it.
    package internal(set) var usedFormats = ColumnFormats()
  }

  /// A row, or a value of a row, that cannot be used.
  package struct UnreadableRow: Sendable {
    package let file: String
    package let line: Int
    package let problem: RowProblem
    /// The text of the row, as it is in the file; `nil` for a value, and if the text is not kept.
    var rowText: String?
  }

  /// A film, or the film of a comment, that was not found.
  package struct UnmatchedFilm: Sendable {
    /// The reason; the raw value is the text for users.
    package enum Reason: String, Sendable {
      case unknown = "no film has this title and year"
      case otherType = "only a film of another type has this title and year"
      case ambiguous = "several films have this title and year"
      case noYear = "the row has no year"
      case commentOnUnknownFilm = "the film of the comment has not been imported"
    }

    package let file: String
    package let line: Int
    package let title: String?
    package let year: Int?
    package let reason: Reason
    /// At most three films that may be the film of the row.
    package internal(set) var candidates: [MatchCandidate]
  }

  /// A film that was matched although its title or year is not that of the row.
  package struct LooseMatch: Sendable {
    package let file: String
    package let line: Int
    package let film: NamedFilm
    package let id: FilmID
    package let differences: MatchDifferences
  }

  package internal(set) var formats: [ImportFormat] = []
  package internal(set) var files: [File] = []
  /// The names of files that were left out because they cannot be imported.
  package internal(set) var filesLeftOut: [String] = []
  /// The names of files that were left out because they have the films that the user owns.
  package internal(set) var filesOfOwnedFilms: [String] = []
  package internal(set) var counts = ImportCounts()
  /// The number of plays, ratings and places of episodes in the files.
  package internal(set) var episodes = 0
  /// `true` if the episodes were imported as films.
  package internal(set) var includesEpisodes = false
  package internal(set) var unmatched: [UnmatchedFilm] = []
  package internal(set) var unreadable: [UnreadableRow] = []
  /// The values that cannot be used of rows whose other values are imported.
  package internal(set) var unusableValues: [UnreadableRow] = []
  package internal(set) var looseMatches: [LooseMatch] = []
  package internal(set) var contestedIDs: [FilmID: ContestedID] = [:]
  /// The old and new names of lists that earlier imports had named after their files.
  package internal(set) var renamedLists: [(old: String, new: String)] = []
  /// The number of films of the files that are known by title and year only.
  package internal(set) var byTitle = 0
  /// The number of films known by title and year only that were identified with the films of the files.
  package internal(set) var identified = 0
  /// The number of films of the collection that are known by title and year only after the import.
  package internal(set) var left = 0
  /// The size in bytes of the files from which `catalog update` makes a catalog.
  package internal(set) var catalogSize = 0
  /// `true` if a catalog is imported.
  package internal(set) var hasCatalog = false
  /// The path of the file with the rows that were not matched or cannot be read; `nil` if none is written.
  package internal(set) var unmatchedFile: String?
  /// `true` if nothing was written.
  package internal(set) var isDryRun = false
  package internal(set) var warnings: [Warning] = []
}
