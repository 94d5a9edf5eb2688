import FilmzDomain

/// A film of the starter catalog with the words that it is found by.
struct StarterTitle: Sendable {
  let film: Film
  /// What it is called elsewhere.
  let localTitles: [String] = []
  /// The folded words of its title, and of its original title where that is another.
  private let names: [[String]]

  /// Reads one line of the form that ``StarterFilms`` describes.
  init?(line: Substring) {
    let fields = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 13, let id = FilmID(fields[0]) else { return nil }
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
    names = [film.title, film.originalTitle].compactMap { $0 }.map(TextFolding.words)
  }

  /// Whether one of its names is just these words, a leading article aside.
  func isNamed(_ words: [String]) -> Bool {
    names.contains { TextFolding.withoutArticle($0) == TextFolding.withoutArticle(words) }
  }

  /// Whether its title begins with a folded text, a leading article aside.
  func begins(with key: String) -> Bool {
    names.first.map { TextFolding.begin($0, with: key) } ?? false
  }

  /// Whether one of its names has all these words, in any order, whole or as prefixes.
  func matches(_ words: [String], wholeWords: Bool) -> Bool {
    names.contains { name in
      words.allSatisfy { word in
        name.contains { wholeWords ? $0 == word : $0.hasPrefix(word) }
      }
    }
  }

  private static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}
