import FilmzDomain

/// A file of an export.
package struct ExportFile: Sendable, Hashable {
  /// The path in the folder or archive, such as `lists/noir.csv`.
  package var name: String
  /// The number of rows or elements, without the header.
  package var rows: Int
  package var bytes: [UInt8]

  package init(name: String, rows: Int, bytes: [UInt8]) {
    self.name = name
    self.rows = rows
    self.bytes = bytes
  }
}

/// The numbers of values that a format cannot hold.
package struct ExportLoss: Sendable, Hashable {
  /// Ratings that were rounded to whole numbers from 1 to 10.
  package var ratings = 0
  /// Dates of viewings and ratings that are no whole day, and were left out.
  package var dates = 0
  /// Episodes, which were left out.
  package var episodes = 0
  /// Films without an id of the service, which it can find only by title and year or which were left out.
  package var withoutID = 0

  package init() {}
}

/// The files of an export and what they contain.
package struct ExportResult: Sendable {
  package var files: [ExportFile]
  package var loss = ExportLoss()
  /// The number of films of the collection in the files.
  package var films = 0
  package var viewings = 0
  package var lists = 0

  package init(files: [ExportFile]) { self.files = files }
}

/// Counts what a format cannot hold; films only once.
struct LossCounter {
  private(set) var loss = ExportLoss()
  private var episodes: Set<FilmID> = []
  private var filmsWithoutID: Set<FilmID> = []

  mutating func countEpisode(_ film: ExportedFilm) {
    if episodes.insert(film.entry.id).inserted { loss.episodes += 1 }
  }

  mutating func countWithoutID(_ film: ExportedFilm) {
    if filmsWithoutID.insert(film.entry.id).inserted { loss.withoutID += 1 }
  }

  /// Returns the day of a date; `nil`, which is counted, if it is only a month or a year.
  mutating func day(_ date: PartialDate?) -> PartialDate? {
    guard let date, !date.isDay else { return date }
    loss.dates += 1
    return nil
  }

  /// Returns a rating as a whole number, and counts it if that is another rating.
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
