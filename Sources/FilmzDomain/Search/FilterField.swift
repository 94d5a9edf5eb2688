/// What a filter or a sort key is typed for: it decides which there are, and what `rating` means.
package enum FilterScope: Sendable {
  /// Films of sources, of which only facts are known; `rating` is IMDb's.
  case search
  /// Films of the collection; `rating` is the user's.
  case collection
}

/// A filter as it is typed, `genre:drama` in a text or `--genre drama` as an option: its name, its values,
/// and the part of a ``FilmFilter`` that it stands for.
///
/// A filter is declared by one element of ``all``.
package struct FilterField: Sendable {
  /// What the values are, for completion.
  package enum Values: Sendable {
    case years
    case types
    case genres
    case names
    case marks
    case audiences
    case tags
    /// Numbers and texts.
    case any
  }

  /// A value that was typed.
  struct Typed {
    let text: String
    /// With the name before it.
    let shown: String
    let example: String

    var invalid: DomainError { .invalidFilter(shown, example: example) }

    var impossible: DomainError { .impossibleFilter(shown, "what stands before it") }

    /// The parts of a list, `a,b`.
    ///
    /// - Throws: ``DomainError/invalidFilter(_:example:)`` if a part is empty.
    var parts: [String] {
      get throws(DomainError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(\.tidied)
        guard !parts.contains("") else { throw invalid }
        return parts
      }
    }
  }

  package let name: String
  /// Words that others use for it; they are proposed, not taken.
  let otherNames: Set<String>
  /// How it is written, for somebody who wrote it otherwise.
  package let example: String
  package let values: Values
  /// Whether it concerns the user's own data.
  let isOfCollection: Bool
  /// Narrows a filter.
  let narrow: @Sendable (inout FilmFilter, Typed) throws(DomainError) -> Void
  /// The values that would narrow to a filter.
  let texts: @Sendable (FilmFilter) -> [String]

  private init(
    _ name: String, _ otherNames: Set<String> = [], example: String, values: Values = .any,
    isOfCollection: Bool = false,
    narrow: @escaping @Sendable (inout FilmFilter, Typed) throws(DomainError) -> Void,
    texts: @escaping @Sendable (FilmFilter) -> [String]
  ) {
    self.name = name
    self.otherNames = otherNames
    self.example = example
    self.values = values
    self.isOfCollection = isOfCollection
    self.narrow = narrow
    self.texts = texts
  }
}

extension FilterField {
  package static let all: [FilterField] = [
    year, type, genre,
    range(
      "mine", \.myRating, in: 0...100, example: "mine:>7.5 or mine:7..8, from 0 to 10",
      isOfCollection: true, number: tenths, text: rating),
    range(
      "imdb", \.imdbRating, in: 0...100, example: "imdb:>7.5 or imdb:7..8, from 0 to 10",
      number: tenths, text: rating),
    stars, votes,
    range(
      "runtime", otherNames: ["length", "duration", "minutes"], \.runtime, in: 0...99_999,
      example: "runtime:90-120 or runtime:<100, in minutes", number: whole, text: \.description),
    people("director", ["dir"], \.directors, example: "director:kurosawa"),
    people(
      "actor", ["actress", "cast", "starring"], \.actors,
      example: "actor:mifune or actor:\"toshiro mifune\""),
    people("person", ["people"], \.people, example: "person:kurosawa"),
    mark, recent, audience, tag, grep,
  ]

  /// The fields of a scope; `rating` is a second name of one of them.
  package static func names(in scope: FilterScope) -> [String] {
    all.filter { scope == .collection || !$0.isOfCollection }.map(\.name) + ["rating"]
  }

  /// The field of a name, in any case; `nil` if the scope has none.
  package static func named(_ name: String, in scope: FilterScope) -> FilterField? {
    var name = name.lowercased()
    if name == "rating" { name = scope == .search ? "imdb" : "mine" }
    return all.first { $0.name == name && (scope == .collection || !$0.isOfCollection) }
  }

  /// Whether a word is a field's name in any scope.
  static func isName(_ word: String) -> Bool { named(word, in: .collection) != nil }

  /// The name that was meant by a word that is none.
  ///
  /// Few typing errors change the first letter, but many words of titles differ from a filter by just
  /// that: `fear` is no `year`. Two errors count in a long word only: `prison` is no `person`.
  static func near(_ word: String, in scope: FilterScope) -> String? {
    let names = names(in: scope)
    if let field = all.first(where: { $0.otherNames.contains(word) }), names.contains(field.name) {
      return field.name
    }
    return names.first { name in
      let isBegun = word.first == name.first || word.prefix(2) == String(name.prefix(2).reversed())
      let limit = name.count > 6 ? 2 : 1
      return isBegun && word.count > 2
        && SpellingDistance.between(word, name, most: limit) != nil
    }
  }

  // MARK: - Ranges

  private static func range(
    _ name: String, otherNames: Set<String> = [],
    _ part: any WritableKeyPath<FilmFilter, ClosedRange<Int>?> & Sendable,
    in whole: ClosedRange<Int>, example: String, isOfCollection: Bool = false,
    number: @escaping @Sendable (String) -> Int?, text: @escaping @Sendable (Int) -> String
  ) -> FilterField {
    FilterField(
      name, otherNames, example: example, isOfCollection: isOfCollection,
      narrow: { filter, typed throws(DomainError) in
        filter[keyPath: part] = try narrowed(
          filter[keyPath: part], by: try bounds(typed, in: whole, number), typed)
      },
      texts: { filter in
        filter[keyPath: part].map { [FilterBounds.text(of: $0, in: whole, number: text)] } ?? []
      })
  }

  private static func bounds(
    _ typed: Typed, in whole: ClosedRange<Int>, _ number: (String) -> Int?
  ) throws(DomainError) -> ClosedRange<Int> {
    guard let bounds = FilterBounds(typed.text, number: number), !bounds.isReversed,
      let range = bounds.clamped(to: whole)
    else { throw typed.invalid }
    return range
  }

  private static func narrowed(
    _ range: ClosedRange<Int>?, by other: ClosedRange<Int>, _ typed: Typed
  ) throws(DomainError) -> ClosedRange<Int> {
    guard let range else { return other }
    guard range.overlaps(other) else { throw typed.impossible }
    return other.clamped(to: range)
  }

  private static let year = FilterField(
    "year", example: "year:1999, year:1990..1999, year:>1990 or year:1990s", values: .years,
    narrow: { filter, typed throws(DomainError) in
      guard let bounds = FilterBounds(years: typed.text) else { throw .invalidYears(typed.text) }
      if bounds.isReversed, let low = bounds.low, let high = bounds.high {
        throw .yearsReversed(typed.text, instead: "\(high)-\(low)")
      }
      guard let range = bounds.clamped(to: wholeYears) else { throw .invalidYears(typed.text) }
      filter.years = try narrowed(filter.years, by: range, typed)
    },
    texts: { filter in
      filter.years.map { [FilterBounds.text(of: $0, in: wholeYears, number: \.description)] } ?? []
    })

  private static let wholeYears = 0...9999

  private static let votes = FilterField(
    "votes", example: "votes:>10k, votes:1M.. or votes:500..2000",
    narrow: { filter, typed throws(DomainError) in
      var range = try bounds(typed, in: 0...Int.max, count)
      // Nobody asks for one number of votes: that many, or more.
      if count(typed.text) != nil { range = range.lowerBound...Int.max }
      filter.votes = try narrowed(filter.votes, by: range, typed)
    },
    texts: { filter in
      guard let votes = filter.votes else { return [] }
      guard votes.count > 1 || votes.upperBound == .max else {
        return ["\(votes.lowerBound)..\(votes.upperBound)"]
      }
      return [FilterBounds.text(of: votes, in: 0...Int.max, number: \.description)]
    })

  /// The user's rating in stars, rounded to the nearest half star, halves up; as text it is `mine`.
  private static let stars = FilterField(
    "stars", example: "stars:4 or stars:3.5-5, from 0 to 5", isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      let halves = try bounds(typed, in: 0...10, halfStars)
      let tenths = max(0, halves.lowerBound * 10 - 5)...min(100, halves.upperBound * 10 + 4)
      filter.myRating = try narrowed(filter.myRating, by: tenths, typed)
    }, texts: { _ in [] })

  private static func halfStars(_ text: String) -> Int? {
    let points = text.first == "★" || text == "½" ? text : text + "/5"
    return tenths(points).flatMap { $0.isMultiple(of: 10) ? $0 / 10 : nil }
  }

  private static func tenths(_ text: String) -> Int? { try? Rating(parsing: text).tenths }

  private static func rating(_ tenths: Int) -> String { Rating(tenths: tenths)?.text ?? "" }

  private static func whole(_ text: String) -> Int? {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  /// A count as people write it: `10000`, `10,000`, `10k`, `1.5M`.
  private static func count(_ text: String) -> Int? {
    var digits = text.replacing(",", with: "")
    var scale = 1
    if let last = digits.last?.lowercased(), let factor = ["k": 1000, "m": 1_000_000][last] {
      scale = factor
      digits.removeLast()
    }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.count == 1 || scale > 1,
      parts.allSatisfy({ (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isDigit) }),
      let value = Double(digits)
    else { return nil }
    return Int((value * Double(scale)).rounded())
  }

  // MARK: - Lists

  private static let type = FilterField(
    "type", ["kind"],
    example: "type:movie; the types are \(MediaType.allCases.map(\.rawValue).enumeration)",
    values: .types,
    narrow: { filter, typed throws(DomainError) in
      var types: [MediaType] = []
      for part in try typed.parts {
        guard let type = MediaType(named: part) else {
          throw .unknownType(part, near: MediaType.near(part))
        }
        if !types.contains(type) { types.append(type) }
      }
      if !filter.types.isEmpty { types = filter.types.filter(types.contains) }
      guard !types.isEmpty else { throw typed.impossible }
      filter.types = types
    },
    texts: { filter in
      filter.types.isEmpty ? [] : [filter.types.map(\.rawValue).joined(separator: ",")]
    })

  /// `drama,crime` is any of them, `+drama,+crime` all of them.
  private static let genre = FilterField(
    "genre", example: "genre:drama, genre:drama,crime for any of them, genre:+drama,+crime for all",
    values: .genres,
    narrow: { filter, typed throws(DomainError) in
      var required: [[String]] = []
      var any: [String] = []
      for part in try typed.parts {
        let name = Genre.spelling(of: part.hasPrefix("+") ? String(part.dropFirst()).trimmed : part)
        guard !name.isEmpty else { throw typed.invalid }
        if part.hasPrefix("+") {
          required.append([name])
        } else if !any.contains(name) {
          any.append(name)
        }
      }
      for group in required + (any.isEmpty ? [] : [any]) where !filter.genres.contains(group) {
        filter.genres.append(group)
      }
      filter.genres = filter.genres.filter { $0.count == 1 } + filter.genres.filter { $0.count > 1 }
    },
    texts: { filter in
      guard filter.genres.count > 1 else { return filter.genres.map { $0.joined(separator: ",") } }
      let required = filter.genres.filter { $0.count == 1 }.joined().map { "+" + $0 }
      let groups = filter.genres.filter { $0.count > 1 }
      let first = required + (groups.first ?? [])
      return ([first] + groups.dropFirst()).map { $0.joined(separator: ",") }
    })

  private static func people(
    _ name: String, _ otherNames: Set<String>,
    _ part: any WritableKeyPath<FilmFilter, [String]> & Sendable, example: String
  ) -> FilterField {
    FilterField(
      name, otherNames, example: example, values: .names,
      narrow: { filter, typed throws(DomainError) in
        let names = try typed.parts
        guard names.allSatisfy({ !TextFolding.words($0).isEmpty }) else { throw typed.invalid }
        for name in names where !filter[keyPath: part].contains(name) {
          filter[keyPath: part].append(name)
        }
      }, texts: { $0[keyPath: part] })
  }

  // MARK: - The user's data

  private static let marks: [String: @Sendable (inout FilmFilter) -> Bool] = [
    "watched": { set(\.isWatched, true, in: &$0) },
    "unwatched": { set(\.isWatched, false, in: &$0) },
    "wanted": { set(\.isWatched, false, in: &$0) }, "rated": { set(\.isRated, true, in: &$0) },
    "unrated": { set(\.isRated, false, in: &$0) },
  ]

  /// Returns `false` if the mark is set otherwise.
  private static func set(
    _ part: WritableKeyPath<FilmFilter, Bool?>, _ value: Bool, in filter: inout FilmFilter
  ) -> Bool {
    guard filter[keyPath: part] != !value else { return false }
    filter[keyPath: part] = value
    return true
  }

  /// The values of `is`.
  package static var markNames: [String] { marks.keys.sorted() }

  private static let mark = FilterField(
    "is", example: "is:unwatched; there are \(markNames.enumeration)", values: .marks,
    isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      for part in try typed.parts {
        guard let set = marks[part.lowercased()] else { throw typed.invalid }
        guard set(&filter) else { throw typed.impossible }
      }
    },
    texts: { filter in
      [
        filter.isWatched.map { $0 ? "watched" : "unwatched" },
        filter.isRated.map { $0 ? "rated" : "unrated" },
      ].compactMap(\.self)
    })

  private static let recent = FilterField(
    "recent", example: "recent:30, for the last 30 days", isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      guard let days = whole(typed.text), days > 0 else { throw typed.invalid }
      filter.recentDays = min(days, filter.recentDays ?? days)
    }, texts: { [$0.recentDays?.description].compactMap(\.self) })

  private static let audience = FilterField(
    "audience", example: "audience:me; there are \(Audience.allCases.map(\.rawValue).enumeration)",
    values: .audiences, isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      guard let audience = Audience(named: typed.text) else { throw typed.invalid }
      guard filter.audience == nil || filter.audience == audience else { throw typed.impossible }
      filter.audience = audience
    }, texts: { [$0.audience?.rawValue].compactMap(\.self) })

  private static let tag = FilterField(
    "tag", ["label"], example: "tag:noir or tag:\"with friends\"", values: .tags,
    isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      let tag = typed.text.tidied
      guard !tag.isEmpty else { throw typed.invalid }
      if !filter.tags.contains(tag) { filter.tags.append(tag) }
    }, texts: \.tags)

  private static let grep = FilterField(
    "grep", ["text", "contains"], example: "grep:kurosawa or grep:\"great fun\"",
    isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      let text = typed.text.tidied
      guard !text.isEmpty else { throw typed.invalid }
      filter.grep = filter.grep.map { "\($0) \(text)" } ?? text
    }, texts: { [$0.grep].compactMap(\.self) })
}

extension FilterBounds {
  /// Reads years: `1999`, `1990-1999`, `1990..`, `>1990` or `1990s`; `nil` for anything else.
  fileprivate init?(years text: String) {
    if text.hasSuffix("0s"), let year = Int(year: text.dropLast()) {
      self.init("\(year)..\(year + 9)") { Int($0) }
    } else {
      self.init(text) { Int(year: $0) }
    }
  }
}

extension Int {
  /// Reads a year of four digits, from the first films to a century ahead.
  package init?(year text: some StringProtocol) {
    guard text.utf8.count == 4, let year = Int(text), (1870...2199).contains(year) else {
      return nil
    }
    self = year
  }
}

extension StringProtocol {
  /// The text with single blanks and without the quotes that values stand in.
  fileprivate var tidied: String {
    String(self).replacing("\"", with: "").split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (48...57).contains(self) }
}
