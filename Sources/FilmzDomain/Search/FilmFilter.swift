package import Foundation

/// A filter for the films of a search or of the collection.
///
/// A film must match all conditions; a condition that is `nil` or empty matches all films. As text and in
/// JSON, a filter is written as a user could type it, `year:1990..1999 mine:>=8`; ``FilterField`` defines
/// the syntax.
package struct FilmFilter: Hashable, Sendable {
  /// The range of the film's year.
  package var years: ClosedRange<Int>?
  /// The types, one of which a film must have; `movie` and `series` include others, see ``MediaType/matchingTypes``.
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
  /// Certifications, one of which a film must have; compared by ``certificationKey(_:)``.
  package var certifications: [String] = []
  /// Countries, one of which must be one of the film's countries.
  package var countries: [String] = []
  /// Languages, one of which must be one of the film's languages.
  package var languages: [String] = []
  /// `true` to match only films that the user has watched, `false` to match only others.
  ///
  /// In catalogs, `false` leaves out the films that the user has skipped too (``SearchQuery/excludedFilms``).
  package var isWatched: Bool?
  /// `true` to match only films that the user has rated, `false` to match only others.
  package var isRated: Bool?
  /// `true` to match only films with at least two viewings; ``isWatched`` is `true` then.
  package var isRewatched = false
  /// `true` to match only films that the user has skipped, which are not in the collection.
  package var isSkipped = false
  /// The maximum number of days since a film was added or, if ``isSkipped`` is `true`, skipped.
  package var recentDays: Int?
  /// The days on which a film was watched at least once, counted from 1970-01-01.
  package var watchedDays: ClosedRange<Int>?
  /// The days on which a film was added or, if ``isSkipped`` is `true`, skipped, counted from 1970-01-01.
  package var addedDays: ClosedRange<Int>?
  package var audience: Audience?
  /// The tags, all of which a film must have.
  package var tags: [String] = []
  /// The names of lists, all of which must contain a film.
  package var lists: [String] = []
  /// The streaming service in whose list a film was marked; compared by its ``platformKey(_:)``.
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

  /// `true` if there is a condition on facts that catalogs have; see ``filtersByDetails`` for the other facts.
  package var filtersByFacts: Bool {
    years != nil || !types.isEmpty || !genres.isEmpty || imdbRating != nil || votes != nil
      || runtime != nil || filtersByPeople
  }

  /// `true` if there is a condition on facts that catalogs do not have, or have of few films only.
  package var filtersByDetails: Bool { !certifications.isEmpty || !countries.isEmpty || !languages.isEmpty }

  /// The conditions on facts, except those on people, as functions of a film.
  package var factConditions: [FilterField.Condition] { FilterField.all.compactMap { $0.condition(self) } }

  /// The moments at which the days of ``addedDays`` begin and end in the current time zone.
  package var addedTimes: Range<Date>? {
    addedDays.map { days in
      PartialDate(days: days.lowerBound).startOfDay..<PartialDate(days: days.upperBound + 1).startOfDay
    }
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
  ///   - scale: The scale of the user's ratings.
  /// - Throws: ``DomainError`` if the scope has no such field, the value is invalid, or the condition
  ///   contradicts an earlier one; the filter is not changed then.
  package mutating func narrow(
    _ name: String, to value: String, in scope: FilterScope, shown: String, on scale: RatingScale = .points
  ) throws(DomainError) {
    guard let field = FilterField.named(name, in: scope) else {
      throw .unknownFilter(name, near: nil, known: FilterField.names(in: scope))
    }
    var narrowed = self
    let example = Self.example(of: field, as: name, isOption: shown == "--\(name) \(value)", on: scale)
    try field.narrow(&narrowed, .init(text: value.trimmed, shown: shown, example: example, scope: scope, scale: scale))
    self = narrowed
  }

  /// Returns the example of a field for errors, as a filter `rating:>7.5` or an option `--rating ">7.5"`.
  private static func example(
    of field: FilterField, as name: String, isOption: Bool, on scale: RatingScale
  ) -> String {
    let example = field.name == "mine" ? scale.filterExample : field.example
    guard isOption else { return example.replacing(field.name + ":", with: name + ":") }
    return example.split(separator: " ").map { word in
      guard word.hasPrefix(field.name + ":") else { return String(word) }
      let value = word.dropFirst(field.name.count + 1)
      // A shell would redirect at these characters.
      guard value.hasPrefix(">") || value.hasPrefix("<") else { return "--\(name) \(value)" }
      let comma = value.hasSuffix(",") ? "," : ""
      return "--\(name) \"\(value.dropLast(comma.count))\"\(comma)"
    }.joined(separator: " ")
  }

  /// The filter as a user could type it, `year:1990..1999 genre:Drama`; empty if it matches all films.
  package var text: String { text(on: .points) }

  /// Returns ``text`` with the bounds of the user's rating on a scale, such as `mine:>=4★`.
  private func text(on scale: RatingScale) -> String {
    let words = FilterField.all.flatMap { field in
      let values = field.name == "mine" ? [ratingText(on: scale)].compactMap(\.self) : field.format(self)
      return values.map { "\(field.name):\(Self.quoted($0))" }
    }
    return words.joined(separator: " ")
  }

  private func ratingText(on scale: RatingScale) -> String? {
    userRating.map { range in
      FilterBounds.text(of: range, in: 0...100) { Rating(tenths: $0).map(scale.cellText) ?? "" }
    }
  }

  /// Returns the ``text`` of a filter with the bounds of the user's rating on a scale; other texts are returned
  /// unchanged.
  package static func text(_ text: String, on scale: RatingScale) -> String {
    guard scale != .points, let filter = try? FilmFilter(text: text) else { return text }
    return filter.text(on: scale)
  }

  private static func quoted(_ value: String) -> String {
    let needsQuotes = value.contains(where: \.isWhitespace) || value.first == "'" || value.first == "\""
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

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

// Filters that are stored as text, and combined with others.
extension FilmFilter {
  /// Parses the ``text`` of a filter; returns `nil` if it has words that are not filters.
  ///
  /// - Throws: ``DomainError`` for an invalid filter.
  package init?(text: String) throws(DomainError) {
    let words = text.split(separator: " ").map { Word(String($0)) }
    let parsed = try FilterText(words, in: .collection)
    guard parsed.text.isEmpty, parsed.collections.isEmpty else { return nil }
    self = parsed.filter
  }

  /// The filter of all skipped films.
  package static var allSkipped: FilmFilter {
    var filter = FilmFilter()
    filter.isSkipped = true
    return filter
  }

  /// Adds the conditions of another filter.
  ///
  /// - Parameters:
  ///   - other: The other filter.
  ///   - shown: The text that the user typed for the other filter, such as `@favorites`, for errors.
  /// - Throws: ``DomainError/impossibleFilter(_:_:)`` if the filters contradict each other.
  package mutating func narrow(by other: FilmFilter, shown: String) throws(DomainError) {
    var narrowed = self
    for field in FilterField.all {
      for value in field.format(other) {
        try field.narrow(&narrowed, .init(text: value, shown: shown, example: field.example, scope: .collection))
      }
    }
    self = narrowed
  }

  /// Checks that a filter of skipped films has no conditions on data that skipped films do not have.
  ///
  /// - Throws: ``DomainError/notForSkippedFilms(_:)``.
  package func requireDataOfSkippedFilms() throws(DomainError) {
    guard isSkipped else { return }
    var others = self
    others.isSkipped = false
    let names = Set(["mine", "is", "watched", "audience", "tag", "list"])
    for field in FilterField.all where names.contains(field.name) {
      if let value = field.format(others).first { throw .notForSkippedFilms("\(field.name):\(value)") }
    }
  }
}

extension FilmFilter {
  /// Returns the form in which certifications are compared: in upper case, with single spaces, and without a
  /// leading `FSK` or `Rated`; `nil` if nothing remains.
  package static func certificationKey(_ text: String) -> String? {
    var words = text.uppercased().split(whereSeparator: \.isWhitespace)
    if words.count > 1, ["FSK", "RATED"].contains(words[0]) { words.removeFirst() }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

extension Int {
  /// The years that films can have in filters and texts; the first one precedes the first films.
  package static let filmYears = 1870...2199

  /// Parses a year of four digits in ``filmYears``.
  package init?(year text: some StringProtocol) {
    guard let year = Int(fourDigits: text), Self.filmYears.contains(year) else { return nil }
    self = year
  }

  /// Parses a number of four digits.
  init?(fourDigits text: some StringProtocol) {
    guard text.utf8.count == 4, text.utf8.allSatisfy(\.isDigit) else { return nil }
    self.init(text)
  }
}
