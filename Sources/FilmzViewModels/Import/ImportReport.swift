package import FilmzDomain
package import FilmzExchange

/// What an import did, or would do.
package struct ImportReport: Sendable {
  package struct File: Sendable {
    package let name: String
    package internal(set) var rows = 0
    /// The names of columns that are not imported because they are unknown.
    package internal(set) var unknownColumns: [String] = []
    /// `true` if texts of the file are in Windows-1252.
    package internal(set) var hasWindows1252 = false
  }

  /// A row, or a value of a row, that cannot be used.
  package struct UnreadableRow: Sendable {
    package let file: String
    package let line: Int
    package let problem: RowProblem
  }

  /// A film, or the film of a comment, that was not found.
  package struct UnmatchedFilm: Sendable {
    package enum Reason: Sendable, Hashable {
      /// No film has the title and the year.
      case unknown
      /// Only films of other types have the title and the year.
      case otherType
      case ambiguous
      /// The row has no year.
      case noYear
      /// The film of a comment is not among the films of the files.
      case commentOnUnknownFilm
    }

    package let file: String
    package let line: Int
    package let title: String?
    package let year: Int?
    package let reason: Reason
    /// At most three films that could be meant.
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
  /// The number of films that are new to the collection.
  package internal(set) var added = 0
  package internal(set) var changed = 0
  package internal(set) var unchanged = 0
  package internal(set) var removedSince = 0
  /// The number of values that replaced other values.
  package internal(set) var replaced = 0
  package internal(set) var viewings = 0
  package internal(set) var lists = 0
  package internal(set) var comments = 0
  package internal(set) var episodes = 0
  /// `true` if the episodes were imported as films.
  package internal(set) var includesEpisodes = false
  package internal(set) var unmatched: [UnmatchedFilm] = []
  package internal(set) var unreadable: [UnreadableRow] = []
  /// The values that cannot be used, of rows whose other values are imported.
  package internal(set) var unusableValues: [UnreadableRow] = []
  package internal(set) var looseMatches: [LooseMatch] = []
  package internal(set) var contestedIDs = ContestedIDs()
  /// The lists that earlier imports have named after their files, and their new names.
  package internal(set) var renamedLists: [(old: String, new: String)] = []
  /// The number of films for which own records were made.
  package internal(set) var ownRecords = 0
  /// The path of the file with the rows that were not matched; `nil` if there are none.
  package internal(set) var unmatchedFile: String?
  /// `true` if nothing was written.
  package internal(set) var isDryRun = false
  package internal(set) var warnings: [Warning] = []
}
