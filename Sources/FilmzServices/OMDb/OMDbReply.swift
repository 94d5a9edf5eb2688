import FilmzDomain
import Foundation

/// What every body of OMDb's may say: that there is no answer, and why.
struct OMDbVerdict: Decodable {
  let error: String?

  enum CodingKeys: String, CodingKey { case error = "Error" }

  /// Returns the error that a body reports; `nil` if it reports none.
  static func error(in body: Data) -> String? {
    (try? JSONDecoder().decode(OMDbVerdict.self, from: body))?.error
  }

  /// Whether an error says that there are no more answers today.
  static func isLimit(_ error: String) -> Bool { error.contains("Request limit") }

  static func isWrongKey(_ error: String) -> Bool {
    error.contains("Invalid API key") || error.contains("No API key")
  }

  /// Whether an error says that there is no such film.
  static func isMissing(_ error: String) -> Bool {
    error.hasSuffix("not found!")
      || ["Incorrect IMDb ID", "Error getting data", "Too many results"]
        .contains { error.contains($0) }
  }

  /// Whether a body refuses to answer, whatever the status is.
  static func isRefusal(_ body: Data) -> Bool {
    error(in: body).map { isLimit($0) || isWrongKey($0) } ?? false
  }
}

/// A page of a search as OMDb words it: every value a text, `N/A` for what is not known.
struct OMDbReply: Decodable {
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

  /// The films of the page without malformed ones; `nil` if there is no list.
  let hits: [Hit]?
  let totalResults: Int?

  enum CodingKeys: String, CodingKey {
    case hits = "Search"
    case totalResults
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let list = try container.decodeIfPresent([Lenient<Hit>].self, forKey: .hits)
    hits = list?.compactMap(\.value)
    if let list, !list.isEmpty, hits?.isEmpty == true {
      throw DecodingError.dataCorruptedError(
        forKey: .hits, in: container, debugDescription: "none of its elements is a film")
    }
    totalResults =
      (try? container.decode(Int.self, forKey: .totalResults))
      ?? OMDbText.integer(try? container.decode(String.self, forKey: .totalResults))
  }
}

/// A value that may be malformed without spoiling the list that it stands in.
private struct Lenient<Value: Decodable>: Decodable {
  let value: Value?

  init(from decoder: any Decoder) throws { value = try? Value(from: decoder) }
}

/// OMDb's record of one film.
struct OMDbFilm: Decodable {
  struct PublishedRating: Decodable {
    let source: String
    let value: String

    enum CodingKeys: String, CodingKey {
      case source = "Source"
      case value = "Value"
    }
  }

  /// The texts by their names, without those that say nothing.
  private let texts: [String: String]
  private let ratings: [PublishedRating]

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Name.self)
    var texts: [String: String] = [:]
    for name in container.allKeys {
      let text = try? container.decode(String.self, forKey: name)
      if let text = text.flatMap(OMDbText.present) { texts[name.stringValue] = text }
    }
    self.texts = texts
    let name = Name(stringValue: "Ratings")
    let list = try? container.decode([Lenient<PublishedRating>].self, forKey: name)
    ratings = (list ?? []).compactMap(\.value).filter { OMDbText.present($0.value) != nil }
  }

  /// Returns the film that the record describes; `nil` if title or id are missing.
  func film(fetchedAt: Date) -> Film? {
    guard let title = texts["Title"], let id = texts["imdbID"].flatMap({ FilmID($0) }) else {
      return nil
    }
    let years = OMDbText.years(texts["Year"])
    var film = Film(
      id: id, title: title, year: years.first, endYear: years.last,
      type: texts["Type"].flatMap(MediaType.init(rawValue:)), origin: .omdb, fetchedAt: fetchedAt,
      isComplete: true)
    film.rated = texts["Rated"]
    film.released = OMDbText.date(texts["Released"])
    film.runtimeMinutes = OMDbText.minutes(texts["Runtime"])
    film.genres = OMDbText.list(texts["Genre"])
    film.directors = OMDbText.list(texts["Director"])
    film.writers = OMDbText.list(texts["Writer"])
    film.actors = OMDbText.list(texts["Actors"])
    film.plot = texts["Plot"]
    film.languages = OMDbText.list(texts["Language"])
    film.countries = OMDbText.list(texts["Country"])
    film.awards = texts["Awards"]
    film.poster = texts["Poster"]
    film.ratings = ratings.map { .init(source: $0.source, value: $0.value) }
    film.metascore = texts["Metascore"].flatMap { Int($0) }
    film.imdbRating = texts["imdbRating"].flatMap { try? Rating(parsing: $0) }
    film.imdbVotes = OMDbText.integer(texts["imdbVotes"])
    return film
  }
}

extension OMDbReply.Hit {
  /// The film as far as a search result tells; `nil` if the id is malformed.
  var film: Film? {
    guard let id = FilmID(imdbID), let title = OMDbText.present(title) else { return nil }
    let years = OMDbText.years(year)
    var film = Film(
      id: id, title: title, year: years.first, endYear: years.last,
      type: type.flatMap(MediaType.init(rawValue:)), origin: .omdb)
    film.poster = poster.flatMap(OMDbText.present)
    return film
  }
}
