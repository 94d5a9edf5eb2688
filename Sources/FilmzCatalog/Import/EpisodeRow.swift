/// Which episode of which series a title is.
struct EpisodeRow: Sendable {
  let id: UInt32
  let series: UInt32
  /// 0 where it is not known.
  let season: Int
  let number: Int

  /// Reads a row of `title.episode`: tconst, parentTconst, seasonNumber, episodeNumber.
  init?(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) {
    guard let id = bytes.id(fields[0], "tt"), let series = bytes.id(fields[1], "tt"),
      let season = bytes.optionalNumber(fields[2], most: Int(UInt32.max)),
      let number = bytes.optionalNumber(fields[3], most: Int(UInt32.max))
    else { return nil }
    self.id = id
    self.series = series
    self.season = season
    self.number = number
  }
}
