import FilmzDomain
import Foundation

/// The error that any OMDb response may contain instead of a result.
enum OMDbErrorMessage {
  /// Returns the error message in a response body; `nil` if there is none.
  static func error(in body: Data) -> String? { JSONObject(body)?.string("Error") }

  /// Returns whether an error message reports that the daily limit is exceeded.
  static func isLimitExceeded(_ error: String) -> Bool { error.contains("Request limit") }

  /// Returns whether an error message reports that the key is invalid or missing.
  static func isInvalidKey(_ error: String) -> Bool {
    error.contains("Invalid API key") || error.contains("No API key")
  }

  /// Returns whether an error message, such as `Movie not found!` or `Too many results.`, means that
  /// OMDb returns no film for the request.
  static func isNotFound(_ error: String) -> Bool {
    error.hasSuffix("not found!")
      || ["Incorrect IMDb ID", "Error getting data", "Too many results"].contains { error.contains($0) }
  }

  /// Returns whether a response body is a refusal: an exceeded limit or an invalid key.
  static func isRefusal(_ body: Data) -> Bool {
    error(in: body).map { isLimitExceeded($0) || isInvalidKey($0) } ?? false
  }
}

/// The responses of OMDb, in which all values are strings; unknown ones are `N/A`.
extension JSONObject {
  /// Returns the value of a field; `nil` if it is absent, empty, or `N/A`.
  private func field(_ name: String) -> String? { string(name).flatMap(OMDbFieldParser.nonEmpty) }

  /// The films of a page of search results that can be decoded; `nil` if the list has another type, or none of its
  /// elements is a film.
  var omdbHits: [Film]? {
    guard let elements = elements("Search", of: JSONObject.self) else { return nil }
    let hits = elements.compactMap(\.self).filter(\.isOMDbHit)
    return hits.isEmpty && !elements.isEmpty ? nil : hits.compactMap(\.omdbHit)
  }

  /// `true` if the fields of a search result are strings; only the title and the id are required.
  private var isOMDbHit: Bool {
    string("Title") != nil && string("imdbID") != nil
      && ["Year", "Type", "Poster"].allSatisfy { !hasMember($0) || string($0) != nil }
  }

  /// The number of search results on all pages, which is a string or a number.
  var omdbTotal: Int? { integer("totalResults") ?? OMDbFieldParser.integer(string("totalResults")) }

  /// The film with the facts of a search result; `nil` if the title is missing, or the id is missing or malformed.
  private var omdbHit: Film? {
    guard let title = field("Title"), let id = field("imdbID").flatMap({ FilmID($0) }) else { return nil }
    let years = OMDbFieldParser.years(field("Year"))
    var film = Film(
      id: id, title: title, year: years.first, endYear: years.last,
      type: field("Type").flatMap(MediaType.init(rawValue:)), origin: .omdb)
    film.isRunning = film.type == .series && OMDbFieldParser.isRunning(field("Year"))
    film.poster = field("Poster")
    return film
  }

  /// Returns the film with all facts; `nil` if the title is missing, or the id is missing or malformed.
  func omdbFilm(fetchedAt: Date) -> Film? {
    guard var film = omdbHit else { return nil }
    film.fetchedAt = fetchedAt
    film.isComplete = true
    film.episode = film.type == .episode ? omdbEpisode : nil
    film.rated = field("Rated")
    film.released = OMDbFieldParser.date(field("Released"))
    film.runtimeMinutes = OMDbFieldParser.minutes(field("Runtime"))
    film.genres = OMDbFieldParser.list(field("Genre"))
    film.directors = OMDbFieldParser.list(field("Director"))
    film.writers = OMDbFieldParser.list(field("Writer"))
    film.actors = OMDbFieldParser.list(field("Actors"))
    film.plot = field("Plot")
    film.languages = OMDbFieldParser.list(field("Language"))
    film.countries = OMDbFieldParser.list(field("Country"))
    film.awards = field("Awards")
    film.ratings = objects("Ratings").compactMap { rating in
      guard let source = rating.string("Source"), let value = rating.field("Value") else { return nil }
      return .init(source: source, value: value)
    }
    film.metascore = field("Metascore").flatMap { Int($0) }
    film.imdbRating = field("imdbRating").flatMap { try? Rating(parsing: $0) }
    film.imdbVotes = OMDbFieldParser.integer(field("imdbVotes"))
    return film
  }

  /// The id of the series, the season, and the number of an episode; `nil` if none of them is known.
  ///
  /// OMDb does not report the title of the series.
  private var omdbEpisode: Episode? {
    let episode = Episode(
      series: field("seriesID").flatMap { FilmID($0) }, season: OMDbFieldParser.integer(field("Season")),
      number: OMDbFieldParser.integer(field("Episode")))
    return episode.isEmpty ? nil : episode
  }
}

/// Parses the field values of OMDb, which are all strings.
enum OMDbFieldParser {
  /// Returns the string unchanged; `nil` if it is empty, `N/A`, or only whitespace.
  static func nonEmpty(_ text: String) -> String? { text == "N/A" || text.allSatisfy(\.isWhitespace) ? nil : text }

  /// Returns the first and the last year of `1999`, `2011–2019`, or `2014–`.
  ///
  /// A year that cannot be read is `nil`. If there is only one year, the last year is `nil`.
  static func years(_ text: String?) -> (first: Int?, last: Int?) {
    let parts = (text ?? "").split(omittingEmptySubsequences: false) { $0 == "–" || $0 == "-" }
    return (parts.first.flatMap { Int(year: $0) }, parts.count == 2 ? Int(year: parts[1]) : nil)
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
  static func integer(_ text: String?) -> Int? { text.flatMap { Int($0.filter { $0 != "," }) } }

  /// Returns the elements of a list such as `Action, Drama`, without surrounding blanks and without
  /// empty elements; none for `nil`.
  static func list(_ text: String?) -> [String] {
    (text?.components(separatedBy: ", ") ?? []).map(\.trimmed).filter { !$0.isEmpty }
  }

  /// Returns the date of a string such as `14 Dec 1974`; `nil` for any other string.
  static func date(_ text: String?) -> PartialDate? {
    let parts = (text ?? "").split(separator: " ")
    guard parts.count == 3, let month = months.firstIndex(of: String(parts[1])), let day = Int(parts[0]) else {
      return nil
    }
    return PartialDate("\(parts[2])-\((month + 1).zeroPadded(toLength: 2))-\(day.zeroPadded(toLength: 2))")
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}
