package import FilmzDomain

/// Finds the letters of titles that match the text of a search, by the rules of the search of a catalog.
package struct TitleHighlighter: Sendable {
  package init(_ query: SearchQuery, anywhere: Bool = false) {}

  /// Returns the ranges of the letters of a title that match the text, in order, without overlaps.
  ///
  /// `match` is the reason why the film was found. Only whole letters with their accents are included.
  package func ranges(in title: String, _ match: SearchMatch?) -> [Range<String.Index>] { [] }
}
