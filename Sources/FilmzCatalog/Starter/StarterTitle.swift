import FilmzDomain

/// A film of the starter catalog: a line of a ``StarterTable``.
///
/// Fields other than the id are parsed only when they are accessed.
struct StarterTitle: Sendable {
  /// The year of most ratings and votes; some are a few years older, and a few are from 2025.
  static let ratingsAsOf = "2024"

  /// The number in the IMDb id of the title.
  let id: UInt32
  /// The line, in UTF-8; other lines may precede and follow it.
  let bytes: [UInt8]
  /// The range of the title in ``bytes``.
  var title: Range<Int> { self[.title] }
  /// The range of the original title in ``bytes``; empty if it equals the title.
  var original: Range<Int> { self[.originalTitle] }

  /// The ranges of the fields in ``bytes``.
  private let fields: [Range<Int>]

  private subscript(column: StarterTable.Column) -> Range<Int> { fields[column.rawValue] }

  /// Splits the line in a range of bytes into fields; returns `nil` if the number of fields or the id is
  /// wrong.
  init?(_ line: Range<Int>, of bytes: [UInt8]) {
    var fields: [Range<Int>] = []
    fields.reserveCapacity(StarterTable.columns.count)
    bytes.span.forEachPart(of: line, separatedBy: UInt8(ascii: "\t")) { fields.append($0) }
    guard fields.count == StarterTable.columns.count, let id = bytes.span.id(fields[0], "tt") else { return nil }
    (self.id, self.bytes, self.fields) = (id, bytes, fields)
  }

  /// The ranges of the local titles: the titles in other countries, in the script of the country, and
  /// common spellings of the title.
  ///
  /// The local titles are separated by ` / `, because a title may contain commas and slashes.
  var localTitles: [Range<Int>] {
    let field = self[.localTitles]
    var titles: [Range<Int>] = []
    var start = field.lowerBound
    for index in field.dropFirst().dropLast()
    where index > start && bytes[index - 1...index + 1].elementsEqual(" / ".utf8) {
      titles.append(start..<index - 1)
      start = index + 2
    }
    return field.isEmpty ? [] : titles + [start..<field.upperBound]
  }

  /// The local titles, as strings.
  var localNames: [String] { localTitles.map(text) }

  /// The line.
  var line: String { text(fields[0].lowerBound..<fields[fields.count - 1].upperBound) }

  /// Returns the string in a range of bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the facts by which titles are filtered and ranked; adds new genres to the table.
  func facts(_ genres: inout GenreTable) -> FactBlock.Facts {
    FactBlock.Facts(
      id: id, votes: UInt32(number(.votes) ?? 0), genres: genres.bits(list(.genres)), year: UInt16(years.first ?? 0),
      rating: UInt8(rating?.tenths ?? 0), type: TitleType(type ?? .movie),
      runtime: UInt16(clamping: number(.runtime) ?? 0))
  }

  /// Returns the row of the title; the ranges in the row refer to ``bytes``.
  func row(_ facts: FactBlock.Facts) -> TitleRow {
    TitleRow(facts: facts, title: title, original: original, endYear: UInt16(clamping: years.last ?? 0))
  }

  var directors: [String] { list(.directors) }
  var actors: [String] { list(.actors) }

  /// The film with all its facts.
  var film: Film {
    let (first, last) = years
    var film = Film(
      id: FilmID(imdbNumber: Int(id)), title: text(title), year: first, endYear: last, type: type,
      origin: .starter, isComplete: true)
    film.isRunning = first != nil && last == nil && self[.years].count > 4
    film.originalTitle = original.isEmpty ? nil : text(original)
    film.runtimeMinutes = number(.runtime)
    film.genres = list(.genres)
    film.directors = directors
    film.actors = actors
    film.languages = list(.languages)
    film.countries = list(.countries)
    film.imdbRating = rating
    film.imdbVotes = number(.votes)
    film.ratingsAsOf = Self.ratingsAsOf
    return film
  }

  // MARK: - Fields

  /// The first and the last year in a field such as `1999`, `2011–2019`, or `2011–`, which means that the
  /// series is still running.
  private var years: (first: Int?, last: Int?) {
    let span = bytes.span
    let first = self[.years].prefix(4)
    return (span.number(first), span.number(self[.years].dropFirst(first.count + "–".utf8.count)))
  }

  private var type: MediaType? { MediaType(rawValue: text(self[.type])) }

  private var rating: Rating? { bytes.span.tenths(self[.rating]).flatMap { Rating(tenths: $0) } }

  private func number(_ column: StarterTable.Column) -> Int? { bytes.span.number(self[column]) }

  /// Returns the items of a field, which are separated by a comma and a space.
  private func list(_ column: StarterTable.Column) -> [String] {
    var items: [String] = []
    guard !self[column].isEmpty else { return items }
    bytes.span.forEachPart(of: self[column], separatedBy: UInt8(ascii: ",")) { item in
      items.append(text(item.drop { bytes[$0] == 0x20 }))
    }
    return items
  }
}
