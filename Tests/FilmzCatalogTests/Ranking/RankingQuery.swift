import FilmzDomain
import FilmzTestSupport

/// The text of a search, and the film that the user expects.
struct RankingQuery: Equatable, Sendable {
  /// The text as typed by the user.
  let text: String
  /// The film that should be the first hit.
  let expectedFilm: FilmID
  /// The difficulty of the query, such as `short`, `remake`, `typo`, or `cyrillic`.
  let kind: String

  /// Parses a line of the table: text, id, and kind, separated by tabs.
  ///
  /// Throws `TestSupportError.invalidRecord` with the line if it is malformed.
  init(line: Substring) throws {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 3, !fields[0].isEmpty, let expectedFilm = FilmID(fields[1]),
      !fields[2].isEmpty
    else { throw TestSupportError.invalidRecord(String(line)) }
    text = fields[0]
    self.expectedFilm = expectedFilm
    kind = fields[2]
  }
}
