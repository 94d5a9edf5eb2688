/// The place of an episode in its series.
package struct Episode: Sendable, Hashable, Codable {
  /// The id of the series.
  package var series: FilmID?
  /// The title of the series.
  package var seriesTitle: String?
  package var season: Int?
  /// The number of the episode in its season.
  package var number: Int?

  package init(series: FilmID? = nil, seriesTitle: String? = nil, season: Int? = nil, number: Int? = nil) {
    (self.series, self.seriesTitle, self.season) = (series, seriesTitle, season)
    self.number = number
  }

  /// `true` if nothing is known.
  package var isEmpty: Bool { self == Episode() }

  /// The series, season, and number in a short form, `Breaking Bad S05E14`; unknown parts are left out.
  package var shortText: String {
    let season = season.map { "S" + $0.zeroPadded(toLength: 2) } ?? ""
    let number = number.map { "E" + $0.zeroPadded(toLength: 2) } ?? ""
    return [seriesTitle ?? "", season + number].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The series, season, and number, `Breaking Bad, season 5, episode 14`; unknown parts are left out.
  package var text: String {
    [seriesTitle, season.map { "season \($0)" }, number.map { "episode \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
  }
}
