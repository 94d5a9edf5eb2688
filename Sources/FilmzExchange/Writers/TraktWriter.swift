import FilmzDomain
package import Foundation

/// Writes JSON files in the shapes of Trakt's export.
///
/// Trakt has no tags, and no ratings or notes for single viewings. Episodes are left out.
package struct TraktWriter {
  /// The files written so far.
  private var result = ExportResult(files: [])
  private var losses = LossCounter()
  private let timeZone: TimeZone

  /// A list with its films, which are written to the file `lists-SLUG.json`.
  private typealias List = (content: ExportedList, slug: String, films: [ExportedFilm])

  /// Writes a collection.
  ///
  /// A film without an id of IMDb or TMDB is written with its title, and left out if it has none.
  ///
  /// - Parameters:
  ///   - collection: The films and lists to export.
  ///   - timeZone: The time zone of the user; only the farthest ones from UTC change the result, see `moment(of:)`.
  /// - Returns: The history, the ratings, the watchlist, the names of the lists, and one file for each list.
  package static func export(_ collection: ExportedCollection, timeZone: TimeZone = .current) -> ExportResult {
    var export = TraktWriter(timeZone: timeZone)
    let films = collection.films.filter { export.includes($0) }
    export.appendHistory(films)
    export.appendRatings(films)
    export.appendWatchlist(films)
    var names = ListFileNames(dividingWatchlist: .atStart)
    let lists = collection.listedFilms.map { list, films in
      (list, slug: names.names(for: list.name)[0], films: films.filter { export.includes($0) })
    }
    export.append(lists)
    export.result.films = films.count
    export.result.loss = export.losses.loss
    return export.result
  }

  private mutating func includes(_ film: ExportedFilm) -> Bool {
    let hasID = film.imdbID != nil || film.tmdb != nil
    return losses.includes(film, hasID: hasID, canBeFoundByTitle: film.title != nil)
  }

  /// Appends the viewings; the time of a viewing without a day is `unknown`, as in Trakt's API.
  private mutating func appendHistory(_ films: [ExportedFilm]) {
    var json = JSONBytes()
    for film in films {
      for viewing in film.viewingsInOrder {
        let time = losses.day(viewing.date).map { moment(of: $0) }
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

  private mutating func appendRatings(_ films: [ExportedFilm]) {
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

  /// Returns the time of the film's rating or, if its day is not known, the time at which the film was added.
  private mutating func ratingTime(_ film: ExportedFilm) -> String {
    losses.day(film.ratedOn).map { moment(of: $0) } ?? UTCTime(film.entry.addedAt).millisecond
  }

  private mutating func appendWatchlist(_ films: [ExportedFilm]) {
    let wanted = films.filter { !$0.entry.isWatched }
    guard !wanted.isEmpty else { return }
    appendFile(
      "lists/lists-watchlist.json",
      wanted.map { ($0, time: UTCTime($0.entry.addedAt).millisecond, note: $0.entry.notes) })
  }

  /// Appends the names and descriptions of lists, and a file for the films of each.
  private mutating func append(_ lists: [List]) {
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
        json.append("created_at", UTCTime(list.content.createdAt).millisecond)
        json.append("item_count", list.films.count)
        json.append("ids") { json in
          json.append("trakt", nil as Int?)
          json.append("slug", list.slug)
        }
      }
    }
    append("lists/lists.json", json)
    for (list, slug, films) in lists {
      let time = UTCTime(list.createdAt).millisecond
      appendFile("lists/lists-\(slug).json", films.map { ($0, time, note: nil) })
    }
    result.lists = lists.count
  }

  /// Appends the films of a list; `time` is the time at which the film was added.
  private mutating func appendFile(_ name: String, _ items: [(film: ExportedFilm, time: String, note: String?)]) {
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

  private mutating func append(_ name: String, _ json: JSONBytes) { result.files.append(ExportFile(name: name, json)) }

  /// Returns the moment of a date, which must be a day; Trakt has moments instead of days.
  ///
  /// The moment is 11:00 UTC, which is on the same day in all time zones from UTC-11 to UTC+12. If the user's time zone
  /// is another one on that day, such as New Zealand's in summer, the moment is noon in that time zone. In UTC-12, it
  /// is 13:00, because noon is midnight in UTC, which an import takes for the day in UTC.
  private func moment(of day: PartialDate) -> String {
    let hour = 3600
    let usual = UTCTime(day, hour: 11)
    let offset = timeZone.secondsFromGMT(for: usual.date)
    guard !(-11 * hour..<13 * hour).contains(offset) else { return usual.millisecond }
    return UTCTime(usual.date.addingTimeInterval(Double((offset < 0 ? 2 * hour : hour) - offset))).millisecond
  }
}

extension ExportedFilm {
  /// The kind of the id at TMDB or, without such an id, the kind for the film's type.
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
