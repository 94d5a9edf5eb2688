import FilmzDomain
package import Foundation

/// Writes JSON files in the shapes of Trakt's export.
///
/// Trakt has no tags, and no ratings and notes of single viewings. Episodes are left out.
package enum TraktWriter {
  /// Writes a collection.
  ///
  /// A film without an id of IMDb or TMDB is written with its title, and left out if it has none.
  ///
  /// - Parameters:
  ///   - collection: What is exported.
  ///   - timeZone: The time zone of the user, see ``TraktMoments``; most do not change the result.
  /// - Returns: The history, the ratings, the watchlist, the names of the lists, and one file for each list.
  package static func export(
    _ collection: ExportedCollection, timeZone: TimeZone = .current
  ) -> ExportResult {
    var export = TraktExport(moments: TraktMoments(timeZone: timeZone))
    let films = collection.films.filter { export.canHold($0) }
    export.appendHistory(films)
    export.appendRatings(films)
    export.appendWatchlist(films)
    var names = ListFileNames(dividingWatchlist: .atStart)
    let lists = collection.listedFilms.map { list, films in
      TraktList(
        content: list, slug: names.names(for: list.name)[0],
        films: films.filter { export.canHold($0) })
    }
    export.append(lists)
    export.result.films = films.count
    export.result.loss = export.losses.loss
    return export.result
  }
}

/// A list, whose name and films are in two files.
private struct TraktList {
  let content: ExportedList
  /// The name of the file with the films, without its beginning and extension.
  let slug: String
  let films: [ExportedFilm]

  var createdAt: String { UTCTime(content.createdAt).millisecond }
}

/// A film in a list.
private struct TraktListItem {
  let film: ExportedFilm
  /// The time from which the film is in the list.
  let time: String
  var note: String?
}

/// The files written so far.
private struct TraktExport {
  var result = ExportResult(files: [])
  var losses = LossCounter()
  let moments: TraktMoments

  init(moments: TraktMoments) { self.moments = moments }

  mutating func canHold(_ film: ExportedFilm) -> Bool {
    guard !film.isEpisode else {
      losses.countEpisode(film)
      return false
    }
    guard film.imdbID == nil, film.tmdb == nil else { return true }
    losses.countWithoutID(film)
    return film.title != nil
  }

  /// Appends the viewings; the time of one without a day is `unknown`, as in Trakt's API.
  mutating func appendHistory(_ films: [ExportedFilm]) {
    var json = JSONBytes()
    for film in films {
      for viewing in film.viewingsInOrder {
        let time = losses.day(viewing.date).map { moments.moment(of: $0) }
        json.appendRow { json in
          json.append("watched_at", time ?? TraktElement.unknownMoment)
          json.append("action", "watch")
          film.append(to: &json)
        }
      }
    }
    result.viewings = json.rows
    append("watched/watched-history-1.json", json)
  }

  mutating func appendRatings(_ films: [ExportedFilm]) {
    var json: [TMDBKind: JSONBytes] = [:]
    for film in films {
      guard let points = losses.points(film.entry.rating) else { continue }
      let time = ratingTime(film)
      json[film.kindAtTrakt, default: JSONBytes()].appendRow { json in
        json.append("rated_at", time)
        json.append("rating", points)
        film.append(to: &json)
      }
    }
    if let movies = json[.movie] { append("ratings/ratings-movies.json", movies) }
    if let shows = json[.tv] { append("ratings/ratings-shows.json", shows) }
  }

  /// Returns the time of the film's rating or, if its day is not known, that at which the film was added.
  private mutating func ratingTime(_ film: ExportedFilm) -> String {
    losses.day(film.ratedOn).map { moments.moment(of: $0) }
      ?? UTCTime(film.entry.addedAt).millisecond
  }

  mutating func appendWatchlist(_ films: [ExportedFilm]) {
    let wanted = films.filter { !$0.entry.isWatched }
    guard !wanted.isEmpty else { return }
    let items = wanted.map { film in
      TraktListItem(
        film: film, time: UTCTime(film.entry.addedAt).millisecond, note: film.entry.notes)
    }
    appendFile("lists/lists-watchlist.json", items)
  }

  /// Appends the names and descriptions of lists, and a file for the films of each.
  mutating func append(_ lists: [TraktList]) {
    guard !lists.isEmpty else { return }
    var json = JSONBytes()
    for list in lists {
      json.appendRow { json in
        json.append("name", list.content.name)
        json.append("description", list.content.description)
        json.append("privacy", "private")
        json.append("type", "personal")
        json.append("display_numbers", true)
        json.append("sort_by", "rank")
        json.append("sort_how", "asc")
        json.append("created_at", list.createdAt)
        json.append("item_count", list.films.count)
        json.append("ids") { json in
          json.append("trakt", nil as Int?)
          json.append("slug", list.slug)
        }
      }
    }
    append("lists/lists.json", json)
    for list in lists {
      appendFile(
        "lists/lists-\(list.slug).json",
        list.films.map { TraktListItem(film: $0, time: list.createdAt) })
    }
    result.lists = lists.count
  }

  mutating func appendFile(_ name: String, _ items: [TraktListItem]) {
    var json = JSONBytes()
    for (rank, item) in zip(1..., items) {
      json.appendRow { json in
        json.append("rank", rank)
        json.append("listed_at", item.time)
        json.append("notes", item.note)
        item.film.append(to: &json)
      }
    }
    append(name, json)
  }

  private mutating func append(_ name: String, _ json: JSONBytes) {
    result.files.append(ExportFile(name: name, rows: json.rows, bytes: json.bytes))
  }
}

extension ExportedFilm {
  /// The kind, which is that at TMDB if that is known.
  fileprivate var kindAtTrakt: TMDBKind { tmdb?.kind ?? (isSeries ? .tv : .movie) }

  fileprivate func append(to json: inout JSONBytes) {
    let kind = kindAtTrakt == .tv ? "show" : "movie"
    json.append("type", kind)
    json.append(kind) { json in
      json.append("title", title)
      json.append("year", year)
      json.append("ids") { json in
        json.append("imdb", imdbID)
        json.append("tmdb", tmdb?.number)
      }
    }
  }
}

/// Converts days to moments, which Trakt has instead of days.
///
/// The moment is 11:00 UTC, which is on the same day in all time zones from UTC-11 to UTC+12. Where the user's time
/// zone is another one on that day, such as in New Zealand in summer, the moment is noon there.
struct TraktMoments {
  private static let hour = 3600

  let timeZone: TimeZone

  /// Returns the moment of a date, which must be a day.
  func moment(of day: PartialDate) -> String {
    let usual = UTCTime(day, hour: 11)
    let offset = timeZone.secondsFromGMT(for: usual.date)
    guard !(-11 * Self.hour..<13 * Self.hour).contains(offset) else { return usual.millisecond }
    return UTCTime(usual.date.addingTimeInterval(Double(Self.hour - offset))).millisecond
  }
}
