import FilmzDomain
import Foundation

/// The error that any OMDb response may contain instead of a result.
struct OMDbErrorResponse: Decodable {
  let error: String?

  enum CodingKeys: String, CodingKey { case error = "Error" }

  /// Returns the error message in a response body; `nil` if there is none.
  static func error(in body: Data) -> String? {
    (try? JSONDecoder().decode(OMDbErrorResponse.self, from: body))?.error
  }

  /// Returns whether an error message reports that the daily limit is exceeded.
  static func isLimitExceeded(_ error: String) -> Bool { error.contains("Request limit") }

  /// Returns whether an error message reports that the key is invalid or missing.
  static func isInvalidKey(_ error: String) -> Bool {
    error.contains("Invalid API key") || error.contains("No API key")
  }

  /// Returns whether an error message means that OMDb returns no film for the request, such as
  /// `Movie not found!` or `Too many results.`.
  static func isNotFound(_ error: String) -> Bool {
    error.hasSuffix("not found!")
      || ["Incorrect IMDb ID", "Error getting data", "Too many results"]
        .contains { error.contains($0) }
  }

  /// Returns whether a response body is a refusal: an exceeded limit or an invalid key.
  static func isRefusal(_ body: Data) -> Bool {
    error(in: body).map { isLimitExceeded($0) || isInvalidKey($0) } ?? false
  }
}

/// One page of search results in the format of OMDb.
///
/// All values are strings; unknown ones are `N/A`.
struct OMDbSearchResponse: Decodable {
  /// A film in a list of search results.
  struct Hit: Decodable {
    let title: String
    let year: String?
    let imdbID: String
    let type: String?
    let poster: String?

    enum CodingKeys: String, CodingKey {
      case title = "Title"
      case year = "Year"
      case imdbID
      case type = "Type"
      case poster = "Poster"
    }
  }

  /// The hits of the page that can be decoded; `nil` if the response has no list.
  let hits: [Hit]?
  let totalResults: Int?

  enum CodingKeys: String, CodingKey {
    case hits = "Search"
    case totalResults
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let list = try container.decodeIfPresent([OptionalElement<Hit>].self, forKey: .hits)
    hits = list?.compactMap(\.value)
    if let list, !list.isEmpty, hits?.isEmpty == true {
      throw DecodingError.dataCorruptedError(
        forKey: .hits, in: container, debugDescription: "none of its elements is a film")
    }
    totalResults =
      (try? container.decode(Int.self, forKey: .totalResults))
      ?? OMDbFieldParser.integer(try? container.decode(String.self, forKey: .totalResults))
  }
}

/// All facts about one film in the format of OMDb.
struct OMDbFilm: Decodable {
  struct PublishedRating: Decodable {
    let source: String
    let value: String

    enum CodingKeys: String, CodingKey {
      case source = "Source"
      case value = "Value"
    }
  }

  /// The string values by key, without empty and `N/A` values.
  private let values: [String: String]
  private let ratings: [PublishedRating]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    var values: [String: String] = [:]
    for key in container.allKeys {
      let value = try? container.decode(String.self, forKey: key)
      if let value = value.flatMap(OMDbFieldParser.nonEmpty) { values[key.stringValue] = value }
    }
    self.values = values
    let ratingsKey = AnyKey("Ratings")
    let list = try? container.decode([OptionalElement<PublishedRating>].self, forKey: ratingsKey)
    ratings = (list ?? []).compactMap(\.value).filter { OMDbFieldParser.nonEmpty($0.value) != nil }
  }

  /// The id of the series, the season, and the number of an episode; `nil` if none of them is known.
  ///
  /// OMDb does not report the title of the series.
  private var episode: Episode? {
    let episode = Episode(
      series: values["seriesID"].flatMap { FilmID($0) },
      season: OMDbFieldParser.integer(values["Season"]),
      number: OMDbFieldParser.integer(values["Episode"]))
    return episode.isEmpty ? nil : episode
  }

  /// Returns the film; `nil` if the title is missing, or the id is missing or malformed.
  func film(fetchedAt: Date) -> Film? {
    guard let title = values["Title"], let id = values["imdbID"].flatMap({ FilmID($0) }) else {
      return nil
    }
    let years = OMDbFieldParser.years(values["Year"])
    var film = Film(
      id: id, title: title, year: years.first, endYear: years.last,
      type: values["Type"].flatMap(MediaType.init(rawValue:)), origin: .omdb, fetchedAt: fetchedAt,
      isComplete: true)
    film.isRunning = film.type == .series && OMDbFieldParser.isRunning(values["Year"])
    film.episode = film.type == .episode ? episode : nil
    film.rated = values["Rated"]
    film.released = OMDbFieldParser.date(values["Released"])
    film.runtimeMinutes = OMDbFieldParser.minutes(values["Runtime"])
    film.genres = OMDbFieldParser.list(values["Genre"])
    film.directors = OMDbFieldParser.list(values["Director"])
    film.writers = OMDbFieldParser.list(values["Writer"])
    film.actors = OMDbFieldParser.list(values["Actors"])
    film.plot = values["Plot"]
    film.languages = OMDbFieldParser.list(values["Language"])
    film.countries = OMDbFieldParser.list(values["Country"])
    film.awards = values["Awards"]
    film.poster = values["Poster"]
    film.ratings = ratings.map { .init(source: $0.source, value: $0.value) }
    film.metascore = values["Metascore"].flatMap { Int($0) }
    film.imdbRating = values["imdbRating"].flatMap { try? Rating(parsing: $0) }
    film.imdbVotes = OMDbFieldParser.integer(values["imdbVotes"])
    return film
  }
}

extension OMDbSearchResponse.Hit {
  /// The film with the facts of a search result; `nil` if the title is missing or the id malformed.
  var film: Film? {
    guard let id = FilmID(imdbID), let title = OMDbFieldParser.nonEmpty(title) else { return nil }
    let years = OMDbFieldParser.years(year)
    var film = Film(
      id: id, title: title, year: years.first, endYear: years.last,
      type: type.flatMap(MediaType.init(rawValue:)), origin: .omdb)
    film.isRunning = film.type == .series && OMDbFieldParser.isRunning(year)
    film.poster = poster.flatMap(OMDbFieldParser.nonEmpty)
    return film
  }
}

/// Parses the field values of OMDb, which are all strings.
enum OMDbFieldParser {
  /// Returns the string unchanged; `nil` if it is empty, `N/A`, or only whitespace.
  static func nonEmpty(_ text: String) -> String? {
    text == "N/A" || text.allSatisfy(\.isWhitespace) ? nil : text
  }

  /// Returns the first and the last year of `1999`, `2011–2019`, or `2014–`.
  ///
  /// A year that cannot be read is `nil`. If there is only one year, the last year is `nil`.
  static func years(_ text: String?) -> (first: Int?, last: Int?) {
    let parts = (text ?? "").split(omittingEmptySubsequences: false) { $0 == "–" || $0 == "-" }
    return (
      parts.first.flatMap { Int(year: $0) },
      parts.count == 2 ? Int(year: parts[1]) : nil
    )
  }

  /// Returns whether the years of a series have no end, such as `2014–`.
  static func isRunning(_ text: String?) -> Bool {
    guard let text, text.hasSuffix("–") || text.hasSuffix("-") else { return false }
    return years(text).first != nil
  }

  /// Returns the minutes of a running time such as `1,440 min`; `nil` if it is malformed or not
  /// between 1 and 100,000.
  static func minutes(_ text: String?) -> Int? {
    guard let text, text.hasSuffix(" min") else { return nil }
    return integer(String(text.dropLast(4))).flatMap { (1...100_000).contains($0) ? $0 : nil }
  }

  /// Returns the integer of a string such as `1234` or `1,234`; `nil` for any other string.
  static func integer(_ text: String?) -> Int? {
    text.flatMap { Int($0.filter { $0 != "," }) }
  }

  /// Returns the elements of a list such as `Action, Drama`, without surrounding blanks and without
  /// empty elements; none for `nil`.
  static func list(_ text: String?) -> [String] {
    (text?.components(separatedBy: ", ") ?? []).map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns the date of a string such as `14 Dec 1974`; `nil` for any other string.
  static func date(_ text: String?) -> PartialDate? {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 3, let month = months.firstIndex(of: String(parts[1])),
      let day = Int(parts[0])
    else { return nil }
    return PartialDate(
      "\(parts[2])-\((month + 1).zeroPadded(toLength: 2))-\(day.zeroPadded(toLength: 2))")
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
