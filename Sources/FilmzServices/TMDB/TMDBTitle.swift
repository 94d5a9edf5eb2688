import FilmzDomain

/// A film or series in a list of TMDB.
struct TMDBTitle: Sendable {
  /// The film with the facts of a search result.
  let film: Film
  /// The number of votes at TMDB; 0 if it is not known.
  let votes: Int
  /// The average of the votes, 0–10; 0 if it is not known.
  let average: Double
  /// TMDB's measure of popularity, which is used only for sorting; 0 if it is not known.
  let popularity: Double

  init(_ film: Film, _ object: JSONObject) {
    self.film = film
    votes = max(0, object.votes ?? 0)
    average = object.number("vote_average") ?? 0
    popularity = object.number("popularity") ?? 0
  }
}

extension TMDBTitle {
  /// Reads an element of a list.
  ///
  /// - Parameters:
  ///   - object: The element; `nil` if it is not an object.
  ///   - kind: The kind of all titles in the list; `nil` if each element has its own.
  /// - Returns: The title, or `nil` for a person, an adult title, or something else that filmz does not show;
  ///   `isMalformed` is `true` if the element has no valid number, no title, or an unexpected type.
  static func inList(_ object: JSONObject?, kind: TMDBKind?) -> (title: TMDBTitle?, isMalformed: Bool) {
    let mediaType = object?.text("media_type")
    guard let object, mediaType != nil || kind != nil else { return (nil, true) }
    let itemKind = mediaType.map { TMDBKind(rawValue: $0) } ?? kind
    guard let itemKind, kind == nil || kind == itemKind, object.flag("adult") != true else { return (nil, false) }
    let film = object.film(itemKind)
    return (film.map { TMDBTitle($0, object) }, film == nil)
  }
}

/// The facts that lists and details of TMDB have in common.
extension JSONObject {
  var votes: Int? { integer("vote_count") }

  /// The number of a film at TMDB; `nil` if it is absent or out of range.
  var filmNumber: Int? { integer("id").flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil } }

  /// Returns a film with the facts of a search result; `nil` if the number is missing or invalid, or the
  /// title is missing.
  func film(_ kind: TMDBKind) -> Film? {
    guard let number = filmNumber, let title = text("title") ?? text("name") else { return nil }
    let released = date(kind == .movie ? "release_date" : "first_air_date")
    var film = Film(
      id: FilmID(tmdb: kind, number), title: title, year: released?.year,
      type: kind == .movie ? .movie : .series, origin: .tmdb)
    let original = text("original_title") ?? text("original_name")
    film.originalTitle = original == title ? nil : original
    film.released = released
    film.plot = text("overview")
    film.ratings = publishedRating.map { [$0] } ?? []
    film.poster = text("poster_path").flatMap { $0.hasPrefix("/") ? "https://image.tmdb.org/t/p/w500" + $0 : nil }
    let genres = objects("genres").compactMap { $0.integer("id") }
    film.genres = TMDBGenres.names(of: genres.isEmpty ? integers("genre_ids") : genres)
    return film
  }

  /// The rating of TMDB's users with one decimal; `nil` if there are no votes.
  private var publishedRating: Film.PublishedRating? {
    guard let average = number("vote_average"), average <= 10, (votes ?? 1) > 0 else { return nil }
    let tenths = Int((max(0, average) * 10).rounded())
    guard tenths > 0 else { return nil }
    return Film.PublishedRating(source: Film.PublishedRating.tmdb, value: "\(tenths.tenthsText)/10")
  }

  /// Returns a date such as `1999-03-31`; `nil` if it is absent or malformed.
  func date(_ name: String) -> PartialDate? { text(name).flatMap { PartialDate($0) } }
}

extension PartialDate {
  /// The year; `nil` if it is after 2199.
  var year: Int? { Int(year: text.prefix(4)) }
}

/// The genres of TMDB, with the names that IMDb uses.
///
/// Genres are identified by their numbers, because their names depend on the language. Source: TMDB,
/// lists of genres; contract, TMDB as a source.
enum TMDBGenres {
  /// Returns the names of genres at IMDb, without repetitions; a number that is not known, or that has no
  /// counterpart at IMDb, is left out.
  static func names(of numbers: [Int]) -> [String] {
    numbers.flatMap { namesByNumber[$0] ?? [] }.withoutRepetitions { $0 }
  }

  /// The names by number; TV Movie (10770) and Soap (10766) have no counterpart.
  private static let namesByNumber: [Int: [String]] = [
    28: ["Action"], 12: ["Adventure"], 16: ["Animation"], 35: ["Comedy"], 80: ["Crime"], 99: ["Documentary"],
    18: ["Drama"], 10751: ["Family"], 14: ["Fantasy"], 36: ["History"], 27: ["Horror"], 10402: ["Music"],
    9648: ["Mystery"], 10749: ["Romance"], 878: ["Sci-Fi"], 53: ["Thriller"], 10752: ["War"], 37: ["Western"],
    10759: ["Action", "Adventure"], 10762: ["Family"], 10763: ["News"], 10764: ["Reality-TV"],
    10765: ["Sci-Fi", "Fantasy"], 10767: ["Talk-Show"], 10768: ["War"],
  ]

  /// Returns the value of `with_genres` for titles of a kind that have a genre; `nil` if TMDB has no such genre
  /// for this kind.
  ///
  /// The case of the name is ignored. A name of TMDB can mean several genres; titles then have any of them.
  static func parameter(for name: String, _ kind: TMDBKind) -> String? {
    let values = Genre.names(of: name).flatMap { numbers(of: $0.lowercased(), kind) }.withoutRepetitions { $0 }
    return values.isEmpty ? nil : values.map(String.init).joined(separator: "|")
  }

  private static func numbers(of name: String, _ kind: TMDBKind) -> [Int] {
    if let number = commonNumbers[name] { return [number] }
    return kind == .movie ? filmNumbers[name].map { [$0] } ?? [] : seriesNumbers[name] ?? []
  }

  /// The numbers of genres of films and series by their lowercase names.
  private static let commonNumbers = [
    "animation": 16, "comedy": 35, "crime": 80, "documentary": 99, "drama": 18, "mystery": 9648,
    "western": 37,
  ]

  private static let filmNumbers = [
    "action": 28, "adventure": 12, "family": 10751, "fantasy": 14, "history": 36, "horror": 27,
    "music": 10402, "romance": 10749, "sci-fi": 878, "thriller": 53, "war": 10752,
  ]

  private static let seriesNumbers = [
    "action": [10759], "adventure": [10759], "family": [10751, 10762], "fantasy": [10765],
    "news": [10763], "reality-tv": [10764], "sci-fi": [10765], "talk-show": [10767],
    "war": [10768],
  ]
}

extension Sequence {
  /// Returns the elements without those whose key is that of an earlier element.
  func withoutRepetitions<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
    var keys: Set<Key> = []
    return filter { keys.insert(key($0)).inserted }
  }
}
