// The fields for conditions on facts, and functions that create fields for ranges and people.
extension FilterField {
  /// The fields for conditions on facts, and for the user's rating, which is listed with the other ratings.
  static let factFields: [FilterField] = [
    year, type, genre,
    range(
      "mine", \.userRating, in: 0...100, example: RatingScale.points.filterExample, as: "rating",
      "Your rating, such as 8, 7-8 or \">7.5\".", isCollectionOnly: true, number: FilterNumber.tenths,
      text: FilterNumber.rating),
    range(
      "imdb", \.imdbRating, in: 0...100, example: "imdb:>7.5 or imdb:7..8, from 0 to 10", as: "rating",
      "IMDb's rating, such as 8, 7-8 or \">7.5\".", number: { text, _ in FilterNumber.tenths(text) },
      text: FilterNumber.rating, value: { $0.imdbRating?.tenths }),
    stars, votes,
    range(
      "runtime", otherNames: ["length", "duration", "minutes"], \.runtime, in: 0...99_999,
      example: "runtime:90-120 or runtime:<100, in minutes", as: "minutes", "Runtime in minutes, such as 90-120.",
      number: { text, _ in FilterNumber.integer(text) }, text: \.description, value: \.runtimeMinutes),
    people("director", ["dir"], \.directors, example: "director:kurosawa", "Films by this director."),
    people(
      "actor", ["actress", "cast", "starring"], \.actors, example: "actor:mifune or actor:\"toshiro mifune\"",
      "Films with this actor."),
    people("person", ["people"], \.people, example: "person:kurosawa", "Films that this person worked on."),
    certification, country, language,
  ]

  // MARK: - Ranges

  /// Returns a field for a range of numbers.
  ///
  /// The closure `number` parses a number, `text` formats one, and `value` returns a film's number. A typed range is
  /// clamped to `allValues`, the range of all valid numbers.
  static func range(
    _ name: String, otherNames: Set<String> = [],
    _ keyPath: any WritableKeyPath<FilmFilter, ClosedRange<Int>?> & Sendable,
    in allValues: ClosedRange<Int>, example: String, as valueName: String, _ summary: String,
    isCollectionOnly: Bool = false, number: @escaping @Sendable (String, RatingScale) -> Int?,
    text: @escaping @Sendable (Int) -> String, value: (@Sendable (Film) -> Int?)? = nil
  ) -> FilterField {
    FilterField(
      name, otherNames, example: example, as: valueName, summary, isCollectionOnly: isCollectionOnly,
      narrow: { filter, typed throws(DomainError) in
        filter[keyPath: keyPath] = try narrowed(
          filter[keyPath: keyPath], by: try bounds(typed, in: allValues) { number($0, typed.scale) }, typed)
      },
      format: { filter in
        filter[keyPath: keyPath].map { [FilterBounds.text(of: $0, in: allValues, number: text)] } ?? []
      },
      condition: { filter in value.flatMap { condition(on: filter[keyPath: keyPath], of: $0) } })
  }

  /// Returns the condition that the value of a film is known and in a range; `nil` if there is no range.
  private static func condition(
    on range: ClosedRange<Int>?, of value: @escaping @Sendable (Film) -> Int?
  ) -> Condition? {
    guard let range else { return nil }
    return { film in value(film).map(range.contains) ?? false }
  }

  /// Parses a range of numbers, and clamps it to the range of all valid numbers.
  ///
  /// - Throws: ``DomainError/invalidFilter(_:example:)``, also if the range contains no valid number.
  static func bounds(
    _ typed: TypedValue, in allValues: ClosedRange<Int>, _ number: (String) -> Int?
  ) throws(DomainError) -> ClosedRange<Int> {
    guard let bounds = FilterBounds(typed.text, number: number), !bounds.isReversed,
      let range = bounds.clamped(to: allValues)
    else { throw typed.invalid }
    return range
  }

  /// Returns the intersection of two ranges, of which the first may be missing.
  ///
  /// - Throws: ``DomainError/impossibleFilter(_:_:)`` if the ranges do not overlap.
  static func narrowed(
    _ range: ClosedRange<Int>?, by other: ClosedRange<Int>, _ typed: TypedValue
  ) throws(DomainError) -> ClosedRange<Int> {
    guard let range else { return other }
    guard range.overlaps(other) else { throw typed.impossible }
    return other.clamped(to: range)
  }

  static let year = FilterField(
    "year", example: "year:1999, year:1990..1999, year:>1990 or year:1990s", as: "years",
    "Years, such as 1999, 1990-1999, \">1990\" or 1990s.", values: .years,
    narrow: { filter, typed throws(DomainError) in
      guard let bounds = FilterBounds(years: typed.text) else { throw .invalidYears(typed.text) }
      if bounds.isReversed, let low = bounds.low, let high = bounds.high {
        throw .yearsReversed(typed.text, instead: "\(high)-\(low)")
      }
      guard let range = bounds.clamped(to: allYears), range.overlaps(Int.filmYears) else {
        throw .invalidYears(typed.text)
      }
      filter.years = try narrowed(filter.years, by: range, typed)
    },
    format: { filter in filter.years.map { [FilterBounds.text(of: $0, in: allYears, number: \.description)] } ?? [] },
    condition: { filter in condition(on: filter.years) { $0.year } })

  private static let allYears = 0...9999

  static let votes = FilterField(
    "votes", example: "votes:>10k, votes:1M.. or votes:500..2000", as: "count",
    "IMDb votes; 10k means 10,000 or more.",
    narrow: { filter, typed throws(DomainError) in
      var range = try bounds(typed, in: 0...Int.max, FilterNumber.count)
      // A single number means at least that many votes, because an exact number is not a useful condition.
      if FilterNumber.count(typed.text) != nil { range = range.lowerBound...Int.max }
      filter.votes = try narrowed(filter.votes, by: range, typed)
    },
    format: { filter in
      guard let votes = filter.votes else { return [] }
      guard votes.lowerBound < votes.upperBound else { return ["\(votes.lowerBound)..\(votes.upperBound)"] }
      return [FilterBounds.text(of: votes, in: 0...Int.max, number: \.description)]
    },
    condition: { filter in condition(on: filter.votes) { $0.imdbVotes } })

  // MARK: - Lists

  static let type = FilterField(
    "type", ["kind"], example: "type:movie; the types are \(MediaType.allCases.map(\.rawValue).joinedWithAnd)",
    as: "types", "Films of any of these types, such as movie,series.", values: .types,
    narrow: { filter, typed throws(DomainError) in
      var types: [MediaType] = []
      for part in try typed.parts {
        guard let type = MediaType(named: part) else { throw .unknownType(part, near: MediaType.nearest(to: part)) }
        if !types.contains(type) { types.append(type) }
      }
      if !filter.types.isEmpty { types = filter.types.filter(types.contains) }
      guard !types.isEmpty else { throw typed.impossible }
      filter.types = types
    }, format: { filter in filter.types.isEmpty ? [] : [filter.types.map(\.rawValue).joined(separator: ",")] },
    condition: { filter in
      let types = filter.types.flatMap(\.matchingTypes)
      let condition: Condition = { film in film.type.map(types.contains) == true }
      return types.isEmpty ? nil : condition
    })

  /// Genres: `drama,crime` matches films with any of the genres, `+drama,+crime` films with all of them.
  ///
  /// A name of TMDB stands for the genres of ``Genre/names(of:)``.
  static let genre = FilterField(
    "genre", example: "genre:drama, genre:drama,crime for any of them, genre:+drama,+crime for all", as: "genres",
    "Films of any of these genres; +a,+b requires all of them.", values: .genres,
    narrow: { filter, typed throws(DomainError) in
      var required: [[String]] = []
      var alternatives: [String] = []
      for part in try typed.parts {
        let names = Genre.names(of: part.hasPrefix("+") ? String(part.dropFirst()).trimmed : part)
        guard names != [""] else { throw typed.invalid }
        if part.hasPrefix("+") {
          required += names.map { [$0] }
        } else {
          alternatives += names.filter { !alternatives.contains($0) }
        }
      }
      let groups = required + (alternatives.isEmpty ? [] : [alternatives])
      for group in groups where !filter.genres.contains(group) { filter.genres.append(group) }
      filter.genres = filter.genres.filter { $0.count == 1 } + filter.genres.filter { $0.count > 1 }
    },
    format: { filter in
      guard filter.genres.count > 1 else { return filter.genres.map { $0.joined(separator: ",") } }
      let required = filter.genres.filter { $0.count == 1 }.joined().map { "+" + $0 }
      let groups = filter.genres.filter { $0.count > 1 }
      let first = required + (groups.first ?? [])
      return ([first] + groups.dropFirst()).map { $0.joined(separator: ",") }
    },
    condition: { filter in
      let groups = filter.genres.map { Set($0.map { $0.lowercased() }) }
      let condition: Condition = { film in
        let genres = film.genres.map { $0.lowercased() }
        return groups.allSatisfy { !$0.isDisjoint(with: genres) }
      }
      return groups.isEmpty ? nil : condition
    })

  /// Returns a field for names of people, separated by commas, all of which a film must match.
  static func people(
    _ name: String, _ otherNames: Set<String>,
    _ keyPath: any WritableKeyPath<FilmFilter, [String]> & Sendable, example: String, _ summary: String
  ) -> FilterField {
    FilterField(
      name, otherNames, example: example, as: "name", summary, values: .names,
      narrow: { filter, typed throws(DomainError) in
        let names = try typed.parts
        guard names.allSatisfy({ !TextFolding.words($0).isEmpty }) else { throw typed.invalid }
        for name in names where !filter[keyPath: keyPath].contains(name) { filter[keyPath: keyPath].append(name) }
      }, format: { $0[keyPath: keyPath] })
  }
}

extension FilterBounds {
  /// Parses years of four digits: `1999`, `1990-1999`, `1990..`, `>1990` or `1990s`; `nil` for any other string.
  fileprivate init?(years text: String) {
    if text.hasSuffix("0s"), let year = Int(fourDigits: text.dropLast()) {
      self.init("\(year)..\(year + 9)") { Int($0) }
    } else {
      self.init(text) { Int(fourDigits: $0) }
    }
  }
}

// The fields for conditions on facts that catalogs do not have, or have of few films only.
extension FilterField {
  static let certification = details(
    "rated", ["certification", "certificate"], \.certifications,
    example: "rated:G or rated:G,PG for any of them", as: "ratings",
    "Films with any of these certifications, such as G,PG.", values: .certifications,
    key: FilmFilter.certificationKey
  ) { [$0.rated].compactMap(\.self) }

  static let country = details(
    "country", ["countries"], \.countries, example: "country:japan or country:\"south korea\"", as: "countries",
    "Films from any of these countries, such as japan."
  ) { $0.countries }

  static let language = details(
    "language", ["languages", "lang"], \.languages, example: "language:french", as: "languages",
    "Films in any of these languages, such as french."
  ) { $0.languages }

  /// Returns a field for texts separated by commas, of which a film must have at least one.
  ///
  /// The closure `key` returns the form in which texts are compared, and `texts` returns the texts of a film.
  private static func details(
    _ name: String, _ otherNames: Set<String>, _ keyPath: any WritableKeyPath<FilmFilter, [String]> & Sendable,
    example: String, as valueName: String, _ summary: String, values: Values = .any,
    key: @escaping @Sendable (String) -> String? = { TextFolding.key($0) },
    texts filmTexts: @escaping @Sendable (Film) -> [String]
  ) -> FilterField {
    FilterField(
      name, otherNames, example: example, as: valueName, summary, values: values, isBrowseOnly: true,
      narrow: { filter, typed throws(DomainError) in
        var texts = try typed.parts
        let typedKeys = Set(texts.map(TextFolding.key))
        let others = filter[keyPath: keyPath]
        if !others.isEmpty { texts = others.filter { typedKeys.contains(TextFolding.key($0)) } }
        guard !texts.isEmpty else { throw typed.impossible }
        filter[keyPath: keyPath] = texts
      },
      format: { filter in
        let texts = filter[keyPath: keyPath]
        return texts.isEmpty ? [] : [texts.joined(separator: ",")]
      },
      condition: { filter in
        let keys = Set(filter[keyPath: keyPath].compactMap(key))
        let condition: Condition = { film in filmTexts(film).contains { key($0).map(keys.contains) == true } }
        return keys.isEmpty ? nil : condition
      })
  }
}
