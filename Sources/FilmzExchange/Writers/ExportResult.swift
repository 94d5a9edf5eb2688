import FilmzDomain

/// The formats of exports; the raw values are those of `export --as`.
package enum ExportFormat: String, Sendable, CaseIterable {
  case letterboxd
  case imdb
  case trakt
  case filmz
  case csv
  case json
  case markdown
  case html

  /// `true` if an export can consist of several files, so that it needs a folder or an archive.
  package var canHaveSeveralFiles: Bool { [.letterboxd, .imdb, .trakt].contains(self) }

  /// The extension of the name of an export, without the dot; `zip` if it can consist of several files.
  package var fileNameExtension: String {
    if canHaveSeveralFiles { return "zip" }
    return self == .markdown ? "md" : rawValue
  }
}

/// A file of an export.
package struct ExportFile: Sendable, Hashable {
  /// The path in the folder or archive, such as `lists/noir.csv`.
  package var name: String
  /// The number of rows or elements, without the header.
  package var rows: Int
  package var bytes: [UInt8]

  package init(name: String, rows: Int, bytes: [UInt8]) { (self.name, self.rows, self.bytes) = (name, rows, bytes) }

  init(name: String, _ csv: CSVBytes) { self.init(name: name, rows: csv.rows, bytes: csv.bytes) }

  init(name: String, _ json: JSONBytes) { self.init(name: name, rows: json.rows, bytes: json.bytes) }
}

/// The numbers of values and films that were changed or left out, because the format does not support them.
package struct ExportLoss: Sendable, Hashable {
  /// Ratings that were rounded to whole numbers from 1 to 10.
  package var ratings = 0
  /// Dates of viewings and ratings that were left out because they are only a month or a year.
  package var dates = 0
  /// Episodes, which were left out.
  package var episodes = 0
  /// Films without an id of the service, which were left out, or which the service can find only by title and year.
  package var withoutID = 0
}

/// The files of an export, and the numbers of films, viewings, and lists in them.
package struct ExportResult: Sendable {
  package var files: [ExportFile]
  package var loss = ExportLoss()
  /// The number of films of the collection in the files.
  package var films = 0
  package var viewings = 0
  package var lists = 0

  package init(files: [ExportFile]) { self.files = files }

  /// Creates the result for a format that writes all data of a collection to one file.
  package init(_ collection: ExportedCollection, in file: ExportFile) {
    files = [file]
    films = collection.films.count
    viewings = collection.films.reduce(0) { $0 + $1.entry.viewings.count }
    lists = collection.lists.count
  }
}

/// Counts the values and films that a format does not support; each film is counted once.
struct LossCounter {
  private(set) var loss = ExportLoss()
  private var episodes: Set<FilmID> = []
  private var filmsWithoutID: Set<FilmID> = []

  /// Returns whether an export without episodes includes a film, and counts an episode and a film without an id.
  ///
  /// A film without an id is included if the service can find it by its title.
  mutating func includes(_ film: ExportedFilm, hasID: Bool, canBeFoundByTitle: Bool) -> Bool {
    if film.isEpisode {
      if episodes.insert(film.entry.id).inserted { loss.episodes += 1 }
      return false
    }
    if !hasID { countWithoutID(film) }
    return hasID || canBeFoundByTitle
  }

  mutating func countWithoutID(_ film: ExportedFilm) {
    if filmsWithoutID.insert(film.entry.id).inserted { loss.withoutID += 1 }
  }

  /// Returns a date if it is a day; a date that is only a month or a year is counted, and `nil` is returned.
  mutating func day(_ date: PartialDate?) -> PartialDate? {
    guard let date, !date.isDay else { return date }
    loss.dates += 1
    return nil
  }

  /// Returns a rating as a whole number, and counts it if it was rounded.
  mutating func points(_ rating: Rating?) -> Int? {
    guard let rating else { return nil }
    if rating.wholePoints * 10 != rating.tenths { loss.ratings += 1 }
    return rating.wholePoints
  }
}

extension Rating {
  /// The rating rounded to a whole number from 1 to 10; halves are rounded up.
  var wholePoints: Int { max(1, (tenths + 5) / 10) }
}
