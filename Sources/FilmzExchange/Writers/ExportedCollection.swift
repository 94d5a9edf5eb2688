package import FilmzDomain
package import Foundation

/// A film of the collection with everything that is exported.
package struct ExportedFilm: Sendable {
  package var entry: CollectionEntry
  /// The facts about the film; `nil` if they are not known.
  package var film: Film?
  /// The ids of the film, the canonical one first.
  package let ids: [FilmID]
  /// The day of the film's rating; `nil` if it is not known.
  package var ratedOn: PartialDate?
  package var commentCount: Int
  let imdbID: String?
  /// The kind and number at TMDB; `nil` if TMDB does not have the film or the id is not known.
  let tmdb: (kind: TMDBKind, number: Int)?

  package init(
    entry: CollectionEntry, film: Film? = nil, ids: [FilmID] = [], ratedOn: PartialDate? = nil,
    commentCount: Int = 0
  ) {
    self.entry = entry
    self.film = film
    self.ids = ids.isEmpty ? [entry.id] : ids
    self.ratedOn = ratedOn
    self.commentCount = commentCount
    imdbID = entry.id.imdbID ?? ids.lazy.compactMap(\.imdbID).first
    tmdb = self.ids.lazy.filter { $0.imdbID == nil }.compactMap(\.tmdb).first
  }

  package var title: String? { film?.title ?? entry.caption?.title }

  package var year: Int? { film?.year ?? entry.caption?.year }

  package var type: MediaType? { film?.type ?? entry.type }

  var isEpisode: Bool { type == .episode }

  var isSeries: Bool { type == .series || type == .miniSeries }

  /// The viewings in the order in which they took place; those of unknown date are first.
  ///
  /// A viewing of unknown date took place at some time before the user began to note dates.
  var viewingsInOrder: [Viewing] {
    guard entry.viewings.count > 1 else { return entry.viewings }
    let viewings = entry.viewingsByDate
    return viewings.filter { $0.date == nil } + viewings.filter { $0.date != nil }
  }
}

/// A list of films.
package struct ExportedList: Sendable {
  package var name: String
  package var description: String?
  package var createdAt: Date
  /// The films in the order of the list.
  package var films: [FilmID]

  package init(name: String, description: String? = nil, createdAt: Date, films: [FilmID]) {
    (self.name, self.description, self.createdAt) = (name, description, createdAt)
    self.films = films
  }
}

/// The content of an export.
package struct ExportedCollection: Sendable {
  /// The films, in the order in which they are written.
  package var films: [ExportedFilm]
  package var lists: [ExportedList]

  package init(films: [ExportedFilm], lists: [ExportedList] = []) {
    self.films = films
    self.lists = lists
  }

  /// The lists with their films; of a film that is not in ``films``, only the id is known.
  package var listedFilms: [(list: ExportedList, films: [ExportedFilm])] {
    guard !lists.isEmpty else { return [] }
    let positions = positions
    return lists.map { list in
      let listed = list.films.map { id in
        positions[id].map { films[$0] }
          ?? ExportedFilm(entry: CollectionEntry(id: id, caption: nil, addedAt: list.createdAt))
      }
      return (list, listed)
    }
  }

  /// The names of the lists that each of the films is in, in the order of the lists.
  var listNames: [[String]] {
    var names = [[String]](repeating: [], count: films.count)
    guard !lists.isEmpty else { return names }
    let positions = positions
    for list in lists {
      for position in Set(list.films.compactMap { positions[$0] }) {
        names[position].append(list.name)
      }
    }
    return names
  }

  /// The positions of the films by each of their ids.
  private var positions: [FilmID: Int] {
    var positions = [FilmID: Int](minimumCapacity: 2 * films.count)
    for (position, film) in films.enumerated() { positions[film.entry.id] = position }
    for (position, film) in films.enumerated() {
      for id in film.ids where positions[id] == nil { positions[id] = position }
    }
    return positions
  }
}

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
    switch self {
    case .letterboxd, .imdb, .trakt: "zip"
    case .filmz, .csv, .json, .html: rawValue
    case .markdown: "md"
    }
  }
}

/// A file of an export.
package struct ExportFile: Sendable, Hashable {
  /// The path in the folder or archive, such as `lists/noir.csv`.
  package var name: String
  /// The number of rows or elements, without the header.
  package var rows: Int
  package var bytes: [UInt8]

  package init(name: String, rows: Int, bytes: [UInt8]) {
    (self.name, self.rows, self.bytes) = (name, rows, bytes)
  }
}

/// The numbers of values that a format cannot contain.
package struct ExportLoss: Sendable, Hashable {
  /// Ratings that were rounded to whole numbers from 1 to 10.
  package var ratings = 0
  /// Dates of viewings and ratings that are no whole day, and were left out.
  package var dates = 0
  /// Episodes, which were left out.
  package var episodes = 0
  /// Films without an id of the service, which were left out, or which the service can find only by title and year.
  package var withoutID = 0

  package init() {}
}

/// The files of an export and the numbers of their contents.
package struct ExportResult: Sendable {
  package var files: [ExportFile]
  package var loss = ExportLoss()
  /// The number of films of the collection in the files.
  package var films = 0
  package var viewings = 0
  package var lists = 0

  package init(files: [ExportFile]) { self.files = files }
}

/// Counts the data that a format cannot contain; each film is counted once.
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

/// A time in the Gregorian calendar in UTC, without fractions of seconds.
///
/// The years are limited to 1–9999, the range of four digits.
struct UTCTime {
  private static let secondsPerDay = 86_400
  /// The beginning of 1870.
  private static let unknownDay: TimeInterval = -3_155_673_600
  private static let range = -62_135_596_800...253_402_300_799

  private let secondsSince1970: Int

  init(_ date: Date) {
    let seconds = Int(exactly: date.timeIntervalSince1970.rounded(.down)) ?? 0
    self.init(secondsSince1970: seconds)
  }

  /// Creates a time on a day, which must be known; 1870-01-01 for a date that is only a month or a year.
  init(_ day: PartialDate, hour: Int) {
    let start = day.isDay ? day.startInUTC.timeIntervalSince1970 : Self.unknownDay
    self.init(secondsSince1970: Int(start) + hour * 3600)
  }

  private init(secondsSince1970 seconds: Int) {
    secondsSince1970 = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
  }

  var date: Date { Date(timeIntervalSince1970: Double(secondsSince1970)) }

  /// The day in ISO 8601, `2024-05-01`.
  var day: String { String(decoding: dayBytes, as: UTF8.self) }

  /// The time in ISO 8601, `2024-05-01T12:00:00Z`.
  var second: String { String(decoding: secondBytes + [UInt8(ascii: "Z")], as: UTF8.self) }

  /// The time with milliseconds, as Trakt writes it: `2024-05-01T12:00:00.000Z`.
  var millisecond: String { String(decoding: secondBytes + Array(".000Z".utf8), as: UTF8.self) }

  private var secondBytes: [UInt8] {
    let days = secondsSince1970.flooredQuotient(Self.secondsPerDay)
    let second = secondsSince1970 - days * Self.secondsPerDay
    var bytes = dayBytes
    bytes.append(UInt8(ascii: "T"))
    bytes.append(second / 3600, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(second / 60 % 60, digits: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.append(second % 60, digits: 2)
    return bytes
  }

  /// The day, computed from the number of days in years that begin on March 1.
  ///
  /// Source: Hinnant, chrono-Compatible Low-Level Date Algorithms, `civil_from_days`.
  private var dayBytes: [UInt8] {
    let days = secondsSince1970.flooredQuotient(Self.secondsPerDay) + 719_468
    let era = days.flooredQuotient(146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    bytes.append(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), digits: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(month, digits: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.append(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1, digits: 2)
    return bytes
  }
}

extension Int {
  /// Returns the quotient rounded towards negative infinity; the divisor must be positive.
  fileprivate func flooredQuotient(_ divisor: Int) -> Int {
    self >= 0 ? self / divisor : (self + 1) / divisor - 1
  }
}

extension [UInt8] {
  /// Appends the last digits of a number, which must not be negative.
  fileprivate mutating func append(_ number: Int, digits: Int) {
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}
