/// A filter for the films of a search or of the collection.
///
/// A film must match all conditions; a condition that is `nil` or empty matches all films. As text and in
/// JSON, a filter is written as a user could type it, `year:1990..1999 mine:>=8`; ``FilterField`` defines
/// the syntax.
package struct FilmFilter: Hashable, Sendable {
  /// The years, one of which must be the film's year.
  package var years: ClosedRange<Int>?
  /// The types, one of which a film must have; some match several types (``MediaType/matchingTypes``).
  package var types: [MediaType] = []
  /// Groups of genres; a film must have at least one genre of each group.
  ///
  /// Groups that consist of one genre precede the other groups.
  package var genres: [[String]] = []
  /// The user's rating in tenths of a point, 0–100.
  package var userRating: ClosedRange<Int>?
  /// IMDb's rating in tenths of a point, 0–100.
  package var imdbRating: ClosedRange<Int>?
  /// The number of votes at IMDb.
  package var votes: ClosedRange<Int>?
  /// The runtime in minutes.
  package var runtime: ClosedRange<Int>?
  /// Names of directors, or words of them; a film must have a director for each element.
  package var directors: [String] = []
  /// Names of actors, or words of them; a film must have an actor for each element.
  package var actors: [String] = []
  /// Names of people in any role, or words of them; a film must have a person for each element.
  package var people: [String] = []
  /// Certifications, one of which a film must have; compared by `KidsFilter.certificationKey`.
  package var certifications: [String] = []
  /// Countries, one of which must be one of the film's countries.
  package var countries: [String] = []
  /// Languages, one of which must be one of the film's languages.
  package var languages: [String] = []
  /// `true` to match only films that the user has watched, `false` to match only others.
  package var isWatched: Bool?
  /// `true` to match only films that the user has rated, `false` to match only others.
  package var isRated: Bool?
  /// `true` to match only films with at least two viewings; ``isWatched`` is `true` then.
  package var isRewatched = false
  /// `true` to match only films that the user has skipped, which are not in the collection.
  package var isSkipped = false
  /// The maximum number of days since a film was added or, if ``isSkipped`` is `true`, skipped.
  package var recentDays: Int?
  package var audience: Audience?
  /// The tags, all of which a film must have.
  package var tags: [String] = []
  /// The names of lists, all of which must contain a film.
  package var lists: [String] = []
  /// The streaming service among whose films a film was marked; compared by its ``platformKey(_:)``.
  package var platform: String?
  /// Words, each of which must occur in the title, original title, people, year, notes, or recommender.
  package var grep: String?
  /// `true` to leave out films of the genre Adult.
  ///
  /// Only catalogs apply this condition, and it is not part of the text of the filter.
  package var excludesAdult = false

  package init() {}

  package var isEmpty: Bool { self == FilmFilter() }

  /// `true` if there is a condition on directors, actors, or other people.
  package var filtersByPeople: Bool { !(directors + actors + people).isEmpty }

  /// `true` if there is a condition on facts, as opposed to the user's own data.
  package var filtersByFacts: Bool {
    years != nil || !types.isEmpty || !genres.isEmpty || imdbRating != nil || votes != nil
      || runtime != nil || filtersByPeople
  }

  /// `true` if there is a condition on facts that catalogs do not have, or have of few films only.
  package var filtersByDetails: Bool {
    !certifications.isEmpty || !countries.isEmpty || !languages.isEmpty
  }

  /// Returns the form in which names of streaming services are compared: folded and without blanks.
  package static func platformKey(_ name: String) -> String {
    let key = CollectionName.folded(name)
    return key.isEmpty ? name : key
  }

  /// Adds a condition to the filter.
  ///
  /// - Parameters:
  ///   - name: The name of the field as it was typed, such as `rating`.
  ///   - value: The value as it was typed.
  ///   - scope: The scope, which determines the available fields and the meaning of `rating`.
  ///   - shown: The whole condition as it was typed, `rating:x` or `--rating x`, for errors.
  /// - Throws: ``DomainError`` if the scope has no such field, the value is invalid, or the condition
  ///   contradicts an earlier one; the filter is not changed then.
  package mutating func narrow(
    _ name: String, to value: String, in scope: FilterScope, shown: String
  ) throws(DomainError) {
    guard let field = FilterField.named(name, in: scope) else {
      throw .unknownFilter(name, near: nil, known: FilterField.names(in: scope))
    }
    var narrowed = self
    let example = Self.example(of: field, as: name, isOption: shown == "--\(name) \(value)")
    try field.narrow(&narrowed, .init(text: value.trimmed, shown: shown, example: example))
    self = narrowed
  }

  /// Returns the example of a field for errors, as a filter `rating:>7.5` or an option `--rating ">7.5"`.
  private static func example(of field: FilterField, as name: String, isOption: Bool) -> String {
    guard isOption else { return field.example.replacing(field.name + ":", with: name + ":") }
    return field.example.split(separator: " ").map { word in
      guard word.hasPrefix(field.name + ":") else { return String(word) }
      let value = word.dropFirst(field.name.count + 1)
      // A shell would redirect at these characters.
      guard value.hasPrefix(">") || value.hasPrefix("<") else { return "--\(name) \(value)" }
      let comma = value.hasSuffix(",") ? "," : ""
      return "--\(name) \"\(value.dropLast(comma.count))\"\(comma)"
    }.joined(separator: " ")
  }

  /// The filter as a user could type it, `year:1990..1999 genre:Drama`; empty if it matches all films.
  package var text: String {
    FilterField.all.flatMap { field in
      field.format(self).map { "\(field.name):\(Self.quoted($0))" }
    }.joined(separator: " ")
  }

  private static func quoted(_ value: String) -> String {
    let needsQuotes =
      value.contains(where: \.isWhitespace) || value.first == "'" || value.first == "\""
    let quote = value.contains("\"") ? "'" : "\""
    return needsQuotes ? quote + value + quote : value
  }
}

extension FilmFilter: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let filter = try FilmFilter(text: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a filter: \(text)"))
    }
    self = filter
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
