import FilmzDomain
import Foundation

/// A film of the starter catalog with the words that it is found by.
struct StarterTitle: Sendable {
  let film: Film
  /// What else the film is called: its titles in other countries, each in its own script, and
  /// spellings that people use; none is its title or its original title.
  let localTitles: [String]

  /// Reads one line of the form that ``StarterFilms`` describes.
  init?(line: Substring) {
    // Bytes are told apart ten times faster than characters, and the first search waits for this.
    let fields = line.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard fields.count == 14, let id = FilmID(fields[0]) else { return nil }
    let years = fields[3].split(separator: "–", omittingEmptySubsequences: false)
    var film = Film(
      id: id, title: fields[1], year: years.first.flatMap { Int($0) },
      endYear: years.count == 2 ? Int(years[1]) : nil, type: MediaType(rawValue: fields[4]),
      origin: .starter, isComplete: true)
    film.originalTitle = fields[2].isEmpty ? nil : fields[2]
    film.runtimeMinutes = Int(fields[5])
    film.genres = Self.list(fields[6])
    film.directors = Self.list(fields[7])
    film.actors = Self.list(fields[8])
    film.languages = Self.list(fields[9])
    film.countries = Self.list(fields[10])
    film.imdbRating = try? Rating(parsing: fields[11])
    film.imdbVotes = Int(fields[12])
    film.ratingsAsOf = StarterFilms.asOf
    self.film = film
    localTitles = Self.titles(fields[13])
  }

  private static func list(_ text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0.drop { $0 == 0x20 })) }
  }

  /// A title may have a comma or a slash of its own; only ` / ` parts two.
  private static func titles(_ text: String) -> [String] {
    text.isEmpty ? [] : text.components(separatedBy: " / ")
  }
}
