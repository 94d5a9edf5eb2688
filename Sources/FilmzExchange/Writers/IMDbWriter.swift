import FilmzDomain

/// Writes CSV files with the columns of IMDb's exports since June 2024.
///
/// IMDb has no viewings, notes, or tags.
package enum IMDbWriter {
  /// Returns `ratings.csv`, `watchlist.csv` if there are wanted films, and a file in the folder `lists` for each list.
  ///
  /// Films without an IMDb id are left out.
  package static func export(_ collection: ExportedCollection) -> ExportResult {
    var losses = LossCounter()
    let films = collection.films.filter { hasID($0, &losses) }
    let rated = films.filter { $0.entry.rating != nil }
    let wanted = films.filter { !$0.entry.isWatched }
    var result = ExportResult(files: [ratingsFile(rated, &losses)])
    result.films = films.count { $0.entry.rating != nil || !$0.entry.isWatched }
    if !wanted.isEmpty {
      result.files.append(listFile("watchlist.csv", wanted.map { ($0, created: UTCTime($0.entry.addedAt).day) }))
    }
    var names = ListFileNames(dividingWatchlist: .anywhere)
    for (list, films) in collection.listedFilms {
      let name = names.names(for: list.name)[0]
      let day = UTCTime(list.createdAt).day
      let listed = films.filter { hasID($0, &losses) }.map { ($0, created: day) }
      result.files.append(listFile("lists/\(name).csv", listed))
      result.lists += 1
    }
    result.loss = losses.loss
    return result
  }

  /// Returns whether a film has an IMDb id, and counts a film without one.
  private static func hasID(_ film: ExportedFilm, _ losses: inout LossCounter) -> Bool {
    if film.imdbID == nil { losses.countWithoutID(film) }
    return film.imdbID != nil
  }

  // MARK: - Files

  private static let ratingColumns = ["Const", "Your Rating", "Date Rated"] + titleColumns

  private static let listColumns =
    ["Position", "Const", "Created", "Modified", "Description"] + titleColumns + ["Your Rating", "Date Rated"]

  private static let titleColumns = [
    "Title", "Original Title", "URL", "Title Type", "IMDb Rating", "Runtime (mins)", "Year",
    "Genres", "Num Votes", "Release Date", "Directors",
  ]

  private static func ratingsFile(_ films: [ExportedFilm], _ losses: inout LossCounter) -> ExportFile {
    var csv = CSVBytes(columns: ratingColumns, lineBreak: .lf)
    for film in films {
      csv.append(film.imdbID)
      csv.append(losses.points(film.entry.rating))
      csv.append(losses.day(film.ratedOn)?.text)
      appendTitleFields(film, to: &csv)
      csv.endRecord()
    }
    return ExportFile(name: "ratings.csv", csv)
  }

  /// Returns the file of a list; `created` is the day on which the film was added.
  private static func listFile(_ name: String, _ films: [(film: ExportedFilm, created: String)]) -> ExportFile {
    var csv = CSVBytes(columns: listColumns, lineBreak: .lf)
    for (position, (film, created)) in zip(1..., films) {
      csv.append(position)
      csv.append(film.imdbID)
      csv.append(created)
      csv.append(created)
      csv.append(nil as String?)
      appendTitleFields(film, to: &csv)
      csv.append(film.entry.rating?.wholePoints)
      csv.append(film.ratingDay)
      csv.endRecord()
    }
    return ExportFile(name: name, csv)
  }

  private static func appendTitleFields(_ film: ExportedFilm, to csv: inout CSVBytes) {
    csv.append(film.title)
    csv.append(film.film?.originalTitle ?? film.title)
    csv.append(film.imdbID.map { "https://www.imdb.com/title/\($0)" })
    csv.append(film.type?.nameAtIMDb)
    csv.append(film.film?.imdbRating?.decimalText)
    csv.append(film.film?.runtimeMinutes)
    csv.append(film.year)
    csv.append(film.film?.genres ?? [])
    csv.append(film.film?.imdbVotes)
    csv.append(film.film?.released?.text)
    csv.append(film.film?.directors ?? [])
  }
}

extension ExportedFilm {
  /// The day of the rating, `nil` if the film has none or only its month or year is known.
  fileprivate var ratingDay: String? {
    guard entry.rating != nil, let ratedOn, ratedOn.isDay else { return nil }
    return ratedOn.text
  }
}

extension MediaType {
  /// The name in IMDb's exports since 2024.
  fileprivate var nameAtIMDb: String {
    switch self {
    case .movie: "Movie"
    case .series: "TV Series"
    case .episode: "TV Episode"
    case .game: "Video Game"
    case .short: "Short"
    case .tvMovie: "TV Movie"
    case .miniSeries: "TV Mini Series"
    case .tvSpecial: "TV Special"
    case .video: "Video"
    }
  }
}
