import FilmzDomain

/// A film of the starter catalog with the words that it is found by.
///
/// A line of the form that ``StarterFilms`` describes; only what is asked for is read of it, as the
/// first search waits until all lines are indexed.
struct StarterTitle: Sendable {
  /// IMDb's number.
  let id: UInt32
  /// The text of all lines, in UTF-8.
  let bytes: [UInt8]
  /// Where the title stands in the text.
  var title: Range<Int> { fields[1] }
  /// Where the original title stands; empty where it is the title.
  var original: Range<Int> { fields[2] }

  private let fields: [Range<Int>]

  /// A line that stands somewhere in a text; nothing where it has another form.
  init?(_ line: Range<Int>, of bytes: [UInt8]) {
    var fields: [Range<Int>] = []
    fields.reserveCapacity(14)
    bytes.span.forEachPart(of: line, separatedBy: UInt8(ascii: "|")) { fields.append($0) }
    guard fields.count == 14, let id = bytes.span.id(fields[0], "tt") else { return nil }
    self.id = id
    self.bytes = bytes
    self.fields = fields
  }

  /// Where the titles stand that the film has in other countries, each in its own script, and
  /// spellings that people use; none is its title or its original title.
  ///
  /// A title may have a comma or a slash of its own; only ` / ` parts two.
  var localTitles: [Range<Int>] {
    var titles: [Range<Int>] = []
    var start = fields[13].lowerBound
    for index in fields[13].dropFirst().dropLast()
    where index > start && bytes[index - 1...index + 1].elementsEqual(" / ".utf8) {
      titles.append(start..<index - 1)
      start = index + 2
    }
    return fields[13].isEmpty ? [] : titles + [start..<fields[13].upperBound]
  }

  /// The text of some bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// What a search weighs.
  func facts(_ genres: inout GenreTable) -> FactBlock.Facts {
    FactBlock.Facts(
      id: id, votes: UInt32(number(12) ?? 0), genres: genres.bits(list(6)),
      year: UInt16(years.first ?? 0), rating: UInt8(rating?.tenths ?? 0),
      type: TitleType(type ?? .movie), runtime: UInt16(clamping: number(5) ?? 0))
  }

  /// The row of the title, whose texts stand in ``bytes``.
  func row(_ facts: FactBlock.Facts) -> TitleRow {
    TitleRow(
      facts: facts, title: title, original: original, endYear: UInt16(years.last ?? 0))
  }

  var directors: [String] { list(7) }
  var actors: [String] { list(8) }

  /// All that is known of the film.
  var film: Film {
    let (first, last) = years
    var film = Film(
      id: FilmID(imdbNumber: Int(id)), title: text(title), year: first, endYear: last, type: type,
      origin: .starter, isComplete: true)
    film.originalTitle = original.isEmpty ? nil : text(original)
    film.runtimeMinutes = number(5)
    film.genres = list(6)
    film.directors = directors
    film.actors = actors
    film.languages = list(9)
    film.countries = list(10)
    film.imdbRating = rating
    film.imdbVotes = number(12)
    film.ratingsAsOf = StarterFilms.ratingsAsOf
    return film
  }

  // MARK: - Fields

  /// `1999`, `2011–2019`, or `2011–` of a series that goes on.
  private var years: (first: Int?, last: Int?) {
    let span = bytes.span
    let first = fields[3].prefix(4)
    return (span.number(first), span.number(fields[3].dropFirst(first.count + "–".utf8.count)))
  }

  private var type: MediaType? { MediaType(rawValue: text(fields[4])) }

  private var rating: Rating? { bytes.span.tenths(fields[11]).flatMap { Rating(tenths: $0) } }

  private func number(_ field: Int) -> Int? { bytes.span.number(fields[field]) }

  /// The parts of a field, which are separated by a comma and a blank.
  private func list(_ field: Int) -> [String] {
    var parts: [String] = []
    guard !fields[field].isEmpty else { return parts }
    bytes.span.forEachPart(of: fields[field], separatedBy: UInt8(ascii: ",")) { part in
      parts.append(text(part.drop { bytes[$0] == 0x20 }))
    }
    return parts
  }
}
