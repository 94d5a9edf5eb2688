/// The series, season, and number of an episode.
struct EpisodeRow: Sendable {
  /// The id of the episode.
  let id: UInt32
  /// The id of the series.
  let series: UInt32
  /// The number of the season; 0 if unknown.
  let season: Int
  /// The number of the episode within the season; 0 if unknown.
  let number: Int

  /// Parses a row of `title.episode`: tconst, parentTconst, seasonNumber, episodeNumber.
  ///
  /// Returns `nil` if the row is malformed.
  init?(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) {
    guard let id = bytes.id(fields[0], "tt"), let series = bytes.id(fields[1], "tt"),
      let season = bytes.optionalNumber(fields[2], maximum: Int(UInt32.max)),
      let number = bytes.optionalNumber(fields[3], maximum: Int(UInt32.max))
    else { return nil }
    self.id = id
    self.series = series
    self.season = season
    self.number = number
  }
}
