package import FilmzDomain

/// A film that a row of a file could mean.
package struct MatchCandidate: Sendable, Hashable {
  package var id: FilmID
  package var title: String
  package var originalTitle: String?
  /// The titles in other countries; those by which a search has found the film are enough.
  package var localTitles: [String]
  /// The year of the release; of a series, its first year.
  package var year: Int?
  package var type: MediaType?
  /// The number of votes at IMDb; 0 if it is not known.
  package var votes: Int

  package init(
    id: FilmID, title: String, originalTitle: String? = nil, localTitles: [String] = [],
    year: Int?, type: MediaType? = nil, votes: Int = 0
  ) {
    self.id = id
    self.title = title
    self.originalTitle = originalTitle
    self.localTitles = localTitles
    self.year = year
    self.type = type
    self.votes = votes
  }
}
