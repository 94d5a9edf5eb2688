import Foundation

/// The JSON form of a film.
///
/// Unknown facts are omitted, so that a JSON merge patch (RFC 7396) can supply them from another layer's
/// JSON.
extension Film: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, originalTitle, year, endYear, type, rated, released, runtimeMinutes, genres
    case directors, writers, actors, plot, fullPlot, languages, countries, awards, poster, ratings, metascore
    case imdbRating, imdbVotes, origin, ratingsAsOf, fetchedAt, isComplete, episode
    case otherIDs, tmdbRating, viewerRating, viewerMeter, tmdbLanguage, watch, region
  }

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try values.decodeIfPresent(Value.self, forKey: key)
    }
    func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] { try value(key) ?? [] }
    self.init(
      id: try values.decode(FilmID.self, forKey: .id), title: try values.decode(String.self, forKey: .title),
      year: try value(.year), endYear: try value(.endYear), type: try value(.type),
      origin: try values.decode(Origin.self, forKey: .origin), fetchedAt: try value(.fetchedAt),
      isComplete: try values.decode(Bool.self, forKey: .isComplete))
    setEndYear(stored: endYear)
    (episode, originalTitle, rated) = (try value(.episode), try value(.originalTitle), try value(.rated))
    (released, runtimeMinutes) = (try value(.released), try value(.runtimeMinutes))
    (genres, directors, writers) = (try list(.genres), try list(.directors), try list(.writers))
    (actors, languages) = (try list(.actors), try list(.languages))
    (countries, ratings) = (try list(.countries), try list(.ratings))
    (otherIDs, watch) = (try list(.otherIDs), try list(.watch))
    (region, tmdbLanguage) = (try value(.region), try value(.tmdbLanguage))
    for (key, source) in Self.ratingKeys {
      guard let value: String = try value(key) else { continue }
      ratings.append(PublishedRating(source: source, value: value))
    }
    (plot, fullPlot, awards) = (try value(.plot), try value(.fullPlot), try value(.awards))
    (poster, metascore) = (try value(.poster), try value(.metascore))
    (imdbRating, imdbVotes) = (try value(.imdbRating), try value(.imdbVotes))
    let storedDate: String? = try value(.ratingsAsOf)
    ratingsAsOf = storedDate?.isEmpty == true ? nil : storedDate
  }

  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    func encode(_ list: [some Encodable], _ key: CodingKeys) throws {
      if !list.isEmpty { try values.encode(list, forKey: key) }
    }
    try values.encode(id, forKey: .id)
    try values.encode(title, forKey: .title)
    let texts = [
      (originalTitle, CodingKeys.originalTitle), (rated, .rated), (plot, .plot),
      (fullPlot, .fullPlot), (awards, .awards), (poster, .poster), (region, .region),
      (tmdbLanguage, .tmdbLanguage),
    ]
    for (text, key) in texts { try values.encodeIfPresent(text, forKey: key) }
    let numbers = [
      (year, CodingKeys.year), (storedEndYear, .endYear), (runtimeMinutes, .runtimeMinutes),
      (metascore, .metascore), (imdbVotes, .imdbVotes),
    ]
    for (number, key) in numbers { try values.encodeIfPresent(number, forKey: key) }
    let lists = [
      (genres, CodingKeys.genres), (directors, .directors), (writers, .writers),
      (actors, .actors), (languages, .languages), (countries, .countries),
    ]
    for (list, key) in lists { try encode(list, key) }
    try values.encodeIfPresent(episode, forKey: .episode)
    try values.encodeIfPresent(type, forKey: .type)
    try values.encodeIfPresent(released, forKey: .released)
    try encodeRatings(into: &values)
    try encode(otherIDs, .otherIDs)
    try encode(watch, .watch)
    try values.encode(origin, forKey: .origin)
    try values.encodeIfPresent(fetchedAt, forKey: .fetchedAt)
    try values.encode(isComplete, forKey: .isComplete)
  }

  /// The keys of the published ratings that are values of their own, so that a merge adds them to the ratings of another
  /// layer.
  private static let ratingKeys: [(key: CodingKeys, source: String)] = [
    (.tmdbRating, PublishedRating.tmdb), (.viewerRating, PublishedRating.viewers),
    (.viewerMeter, PublishedRating.viewerMeter),
  ]

  /// Encodes the published ratings and the IMDb rating with its date.
  ///
  /// If there is an IMDb rating without a date, an empty string prevents a merge from supplying the date of
  /// another layer's rating.
  private func encodeRatings(into values: inout KeyedEncodingContainer<CodingKeys>) throws {
    let others = ratings.filter { $0.separateSource == nil }
    if !others.isEmpty { try values.encode(others, forKey: .ratings) }
    for (key, source) in Self.ratingKeys {
      let rating = ratings.first { $0.source == source }
      try values.encodeIfPresent(rating?.value, forKey: key)
    }
    try values.encodeIfPresent(imdbRating, forKey: .imdbRating)
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
