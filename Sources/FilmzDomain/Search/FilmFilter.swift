/// The films that a search, a list or a stored collection is narrowed to.
///
/// Each part narrows further; a part that is `nil` or empty lets all films through. As text and in JSON a
/// filter is what a user would type, `year:1990..1999 mine:>=8`; what can be typed is declared in
/// ``FilterField``.
package struct FilmFilter: Hashable, Sendable {
  package var years: ClosedRange<Int>?
  /// A film has one of these types.
  package var types: [MediaType] = []
  /// A film has a genre of each group; groups of one genre come first.
  package var genres: [[String]] = []
  /// The user's rating in tenths of a point, 0–100.
  package var myRating: ClosedRange<Int>?
  /// IMDb's rating in tenths of a point, 0–100.
  package var imdbRating: ClosedRange<Int>?
  /// How many people voted at IMDb.
  package var votes: ClosedRange<Int>?
  /// Minutes.
  package var runtime: ClosedRange<Int>?
  /// Words of directors' names; a film has all of these directors.
  package var directors: [String] = []
  package var actors: [String] = []
  /// Words of names of people who took part in any way.
  package var people: [String] = []
  package var isWatched: Bool?
  /// Whether the user rated the film.
  package var isRated: Bool?
  /// The film was added within so many days.
  package var recentDays: Int?
  package var audience: Audience?
  /// A film has all of these tags.
  package var tags: [String] = []
  /// Text in title, original title, people, year, notes or recommended by.
  package var grep: String?

  package init() {}

  package var isEmpty: Bool { self == FilmFilter() }

  /// Whether somebody who took part in a film is named.
  package var namesPeople: Bool { !(directors + actors + people).isEmpty }

  /// Whether films are chosen by what only a source of films knows.
  package var isOfFacts: Bool {
    years != nil || !types.isEmpty || !genres.isEmpty || imdbRating != nil || votes != nil
      || runtime != nil || namesPeople
  }

  /// Narrows the filter by one of ``FilterField``.
  ///
  /// - Parameters:
  ///   - name: The field's name as it was typed, such as `rating`.
  ///   - value: What was typed behind it.
  ///   - scope: Decides which fields there are, and which of them `rating` is.
  ///   - shown: The whole as it was typed, `rating:x` or `--rating x`, for errors.
  /// - Throws: ``DomainError`` if the value cannot be read, or no film can pass any more.
  package mutating func narrow(
    _ name: String, to value: String, in scope: FilterScope, shown: String
  ) throws(DomainError) {
    guard let field = FilterField.named(name, in: scope) else {
      throw .unknownFilter(name, near: nil, known: FilterField.names(in: scope))
    }
    var narrowed = self
    let example = field.example.replacing(field.name + ":", with: name + ":")
    try field.narrow(&narrowed, .init(text: value.trimmed, shown: shown, example: example))
    self = narrowed
  }

  /// The filter as it could be typed, `year:1990..1999 genre:Drama`; empty if it lets all films through.
  package var text: String {
    FilterField.all.flatMap { field in
      field.texts(self).map { "\(field.name):\(Self.quoted($0))" }
    }.joined(separator: " ")
  }

  private static func quoted(_ value: String) -> String {
    let needsQuotes = value.contains(where: \.isWhitespace) || value.first == "'"
    return needsQuotes ? "\"\(value)\"" : value
  }
}

extension FilmFilter: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    let words = text.split(separator: " ").map { FilterText.Word(String($0)) }
    let read = try FilterText(words, in: .collection)
    guard read.text.isEmpty else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no filter: \(read.text)"))
    }
    self = read.filter
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
