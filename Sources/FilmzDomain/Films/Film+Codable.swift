import Foundation

/// The JSON form of a film.
///
/// Unknown facts are omitted, so that a JSON merge patch (RFC 7396) can supply them from another layer's
/// JSON.
extension Film: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, originalTitle, year, endYear, type, rated, released, runtimeMinutes, genres
    case directors, writers, actors, plot, fullPlot, languages, countries, awards, poster, ratings,
      metascore
    case imdbRating, imdbVotes, origin, ratingsAsOf, fetchedAt, isComplete, episode
    case otherIDs, tmdbRating, viewerRating, viewerMeter, tmdbLanguage, watch, region
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
      try values.decodeIfPresent([Element].self, forKey: key) ?? []
    }
    self.init(
      id: try values.decode(FilmID.self, forKey: .id),
      title: try values.decode(String.self, forKey: .title),
      year: try values.decodeIfPresent(Int.self, forKey: .year),
      endYear: try values.decodeIfPresent(Int.self, forKey: .endYear),
      type: try values.decodeIfPresent(MediaType.self, forKey: .type),
      origin: try values.decode(Origin.self, forKey: .origin),
      fetchedAt: try values.decodeIfPresent(Date.self, forKey: .fetchedAt),
      isComplete: try values.decode(Bool.self, forKey: .isComplete))
    setEndYear(stored: endYear)
    episode = try values.decodeIfPresent(Episode.self, forKey: .episode)
    originalTitle = try values.decodeIfPresent(String.self, forKey: .originalTitle)
    rated = try values.decodeIfPresent(String.self, forKey: .rated)
    released = try values.decodeIfPresent(PartialDate.self, forKey: .released)
    runtimeMinutes = try values.decodeIfPresent(Int.self, forKey: .runtimeMinutes)
    (genres, directors, writers) = (try list(.genres), try list(.directors), try list(.writers))
    (actors, languages) = (try list(.actors), try list(.languages))
    (countries, ratings) = (try list(.countries), try list(.ratings))
    (otherIDs, watch) = (try list(.otherIDs), try list(.watch))
    region = try values.decodeIfPresent(String.self, forKey: .region)
    tmdbLanguage = try values.decodeIfPresent(String.self, forKey: .tmdbLanguage)
    for (key, source) in [
      (CodingKeys.tmdbRating, PublishedRating.tmdb), (.viewerRating, PublishedRating.viewers),
      (.viewerMeter, PublishedRating.viewerMeter),
    ] {
      guard let value = try values.decodeIfPresent(String.self, forKey: key) else { continue }
      ratings.append(PublishedRating(source: source, value: value))
    }
    plot = try values.decodeIfPresent(String.self, forKey: .plot)
    fullPlot = try values.decodeIfPresent(String.self, forKey: .fullPlot)
    awards = try values.decodeIfPresent(String.self, forKey: .awards)
    poster = try values.decodeIfPresent(String.self, forKey: .poster)
    metascore = try values.decodeIfPresent(Int.self, forKey: .metascore)
    imdbRating = try values.decodeIfPresent(Rating.self, forKey: .imdbRating)
    imdbVotes = try values.decodeIfPresent(Int.self, forKey: .imdbVotes)
    let storedDate = try values.decodeIfPresent(String.self, forKey: .ratingsAsOf)
    ratingsAsOf = storedDate?.isEmpty == true ? nil : storedDate
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ list: [some Encodable], _ key: CodingKeys) throws {
      if !list.isEmpty { try values.encode(list, forKey: key) }
    }
    try values.encode(id, forKey: .id)
    try values.encode(title, forKey: .title)
    try values.encodeIfPresent(originalTitle, forKey: .originalTitle)
    try values.encodeIfPresent(year, forKey: .year)
    try values.encodeIfPresent(storedEndYear, forKey: .endYear)
    try values.encodeIfPresent(episode, forKey: .episode)
    try values.encodeIfPresent(type, forKey: .type)
    try values.encodeIfPresent(rated, forKey: .rated)
    try values.encodeIfPresent(released, forKey: .released)
    try values.encodeIfPresent(runtimeMinutes, forKey: .runtimeMinutes)
    try encode(genres, .genres)
    try encode(directors, .directors)
    try encode(writers, .writers)
    try encode(actors, .actors)
    try values.encodeIfPresent(plot, forKey: .plot)
    try values.encodeIfPresent(fullPlot, forKey: .fullPlot)
    try encode(languages, .languages)
    try encode(countries, .countries)
    try values.encodeIfPresent(awards, forKey: .awards)
    try values.encodeIfPresent(poster, forKey: .poster)
    try encodeRatings(into: &values)
    try encode(otherIDs, .otherIDs)
    try encode(watch, .watch)
    try values.encodeIfPresent(region, forKey: .region)
    try values.encodeIfPresent(tmdbLanguage, forKey: .tmdbLanguage)
    try values.encodeIfPresent(metascore, forKey: .metascore)
    try encodeIMDbRating(into: &values)
    try values.encode(origin, forKey: .origin)
    try values.encodeIfPresent(fetchedAt, forKey: .fetchedAt)
    try values.encode(isComplete, forKey: .isComplete)
  }

  /// Encodes the published ratings.
  ///
  /// TMDB's rating and that of viewers are values of their own, so that a merge adds them to the ratings of
  /// another layer.
  private func encodeRatings(into values: inout KeyedEncodingContainer<CodingKeys>) throws {
    let others = ratings.filter { $0.group == .others }
    if !others.isEmpty { try values.encode(others, forKey: .ratings) }
    for (key, group) in [
      (CodingKeys.tmdbRating, PublishedRating.Group.tmdb), (.viewerRating, .viewers),
      (.viewerMeter, .viewerMeter),
    ] {
      let rating = ratings.first { $0.group == group }
      try values.encodeIfPresent(rating?.value, forKey: key)
    }
  }

  /// Encodes the IMDb rating, its votes, and its date.
  ///
  /// If there is a rating without a date, an empty string prevents a merge from supplying the date of
  /// another layer's rating.
  private func encodeIMDbRating(into values: inout KeyedEncodingContainer<CodingKeys>) throws {
    try values.encodeIfPresent(imdbRating, forKey: .imdbRating)
    try values.encodeIfPresent(imdbVotes, forKey: .imdbVotes)
    let storedDate = imdbRating == nil ? ratingsAsOf : ratingsAsOf ?? ""
    try values.encodeIfPresent(storedDate, forKey: .ratingsAsOf)
  }
}

extension Film {
  /// The last year in the stored form, in which 0 stands for a series that is still running.
  ///
  /// An explicit value prevents a merge from supplying another layer's last year.
  package var storedEndYear: Int? { isRunning ? 0 : endYear }

  /// Sets the last year, and whether the series is still running, from the stored form.
  package mutating func setEndYear(stored year: Int?) {
    isRunning = year == 0
    endYear = year == 0 ? nil : year
  }
}
