import FilmzDomain

/// A film or series in a list of TMDB.
struct TMDBTitle: Sendable {
  /// The film with the facts of a search result.
  let film: Film
  /// The number of votes at TMDB; 0 if it is not known.
  let votes: Int
  /// The average of the votes, 0–10; 0 if it is not known.
  let average: Double
  /// TMDB's measure of popularity, which is only good for sorting; 0 if it is not known.
  let popularity: Double

  init(_ film: Film, _ object: TMDBObject) {
    self.film = film
    votes = max(0, object.votes ?? 0)
    average = object.number("vote_average") ?? 0
    popularity = object.number("popularity") ?? 0
  }
}

/// An element of a list of TMDB.
enum TMDBListItem: Sendable {
  case title(TMDBTitle)
  /// A person, an adult title, or something else that filmz does not show.
  case other
  /// An element without a valid number or without a title, or with an unexpected type.
  case malformed

  /// Creates the element for a JSON value; `object` is `nil` if the value is not an object.
  ///
  /// - Parameters:
  ///   - object: The element.
  ///   - kind: The kind of all titles in the list; `nil` if each element says its kind.
  init(_ object: TMDBObject?, kind: TMDBKind?) {
    let mediaType = object?.text("media_type")
    guard let object, mediaType != nil || kind != nil else {
      self = .malformed
      return
    }
    let itemKind = mediaType.map { TMDBKind(rawValue: $0) } ?? kind
    guard let itemKind, kind == nil || kind == itemKind, object.flag("adult") != true else {
      self = .other
      return
    }
    self = object.film(itemKind).map { .title(TMDBTitle($0, object)) } ?? .malformed
  }

  /// The title; `nil` if this is another element.
  var title: TMDBTitle? { if case .title(let title) = self { title } else { nil } }

  var isMalformed: Bool { if case .malformed = self { true } else { false } }
}

/// The facts that lists and details of TMDB have in common.
extension TMDBObject {
  var votes: Int? { integer("vote_count") }

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
    film.poster = text("poster_path").flatMap {
      $0.hasPrefix("/") ? "https://image.tmdb.org/t/p/w500" + $0 : nil
    }
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
