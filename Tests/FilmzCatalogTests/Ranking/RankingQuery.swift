import FilmzDomain
import FilmzTestSupport

/// What a person types, and the one film that this means.
struct RankingQuery: Equatable, Sendable {
  /// The text as it is typed.
  let text: String
  /// The film that belongs in the first place.
  let meant: FilmID
  /// What is hard about the query, such as `short`, `remake`, `typo` or `cyrillic`.
  let kind: String

  /// Reads a line of the table: text, id and kind with tabs between them.
  ///
  /// Throws `TestSupportError.noRecords` with the line where it is none.
  init(line: Substring) throws {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 3, !fields[0].isEmpty, let meant = FilmID(fields[1]), !fields[2].isEmpty
    else { throw TestSupportError.noRecords(String(line)) }
    text = fields[0]
    self.meant = meant
    kind = fields[2]
  }
}
