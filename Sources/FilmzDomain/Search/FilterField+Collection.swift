// The fields for conditions on the user's own data, except `mine`.
extension FilterField {
  /// The user's rating in stars, rounded to half stars.
  ///
  /// A rating midway between two half stars is rounded up. The condition is formatted by the field `mine`.
  static let stars = FilterField(
    "stars", example: "stars:4 or stars:3.5-5, from 0 to 5", isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let halves = try bounds(typed, in: 0...10, FilterNumber.halfStars)
      let tenths = max(0, halves.lowerBound * 10 - 5)...min(100, halves.upperBound * 10 + 4)
      filter.userRating = try narrowed(filter.userRating, by: tenths, typed)
    }, format: { _ in [] })

  /// The values of the field `is`, each with a function that adds its condition to a filter.
  private static let marks: [String: @Sendable (inout FilmFilter) -> Bool] = [
    "watched": { set(\.isWatched, true, in: &$0) },
    "unwatched": { set(\.isWatched, false, in: &$0) },
    "wanted": { set(\.isWatched, false, in: &$0) }, "rated": { set(\.isRated, true, in: &$0) },
    "unrated": { set(\.isRated, false, in: &$0) },
  ]

  /// Sets a condition of a filter; returns `false` if the filter already has the opposite condition.
  private static func set(
    _ keyPath: WritableKeyPath<FilmFilter, Bool?>, _ value: Bool, in filter: inout FilmFilter
  ) -> Bool {
    guard filter[keyPath: keyPath] != !value else { return false }
    filter[keyPath: keyPath] = value
    return true
  }

  /// The values of the field `is`.
  package static var markNames: [String] { marks.keys.sorted() }

  static let mark = FilterField(
    "is", example: "is:unwatched; the values are \(markNames.joinedWithAnd)", values: .marks,
    isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      for part in try typed.parts {
        guard let set = marks[part.lowercased()] else { throw typed.invalid }
        guard set(&filter) else { throw typed.impossible }
      }
    },
    format: { filter in
      [
        filter.isWatched.map { $0 ? "watched" : "unwatched" },
        filter.isRated.map { $0 ? "rated" : "unrated" },
      ].compactMap(\.self)
    })

  static let recent = FilterField(
    "recent", example: "recent:30, for the last 30 days", isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      guard let days = FilterNumber.integer(typed.text), days > 0 else { throw typed.invalid }
      filter.recentDays = min(days, filter.recentDays ?? days)
    }, format: { [$0.recentDays?.description].compactMap(\.self) })

  static let audience = FilterField(
    "audience",
    example: "audience:me; the values are \(Audience.allCases.map(\.rawValue).joinedWithAnd)",
    values: .audiences, isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      guard let audience = Audience(named: typed.text) else { throw typed.invalid }
      guard filter.audience == nil || filter.audience == audience else { throw typed.impossible }
      filter.audience = audience
    }, format: { [$0.audience?.rawValue].compactMap(\.self) })

  static let tag = FilterField(
    "tag", ["label"], example: "tag:noir or tag:\"with friends\"", values: .tags,
    isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let tag = typed.text.normalized
      guard !tag.isEmpty else { throw typed.invalid }
      if !filter.tags.contains(tag) { filter.tags.append(tag) }
    }, format: \.tags)

  static let grep = FilterField(
    "grep", ["text", "contains"], example: "grep:kurosawa or grep:\"great fun\"",
    isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let text = typed.text.normalized
      guard !text.isEmpty else { throw typed.invalid }
      filter.grep = filter.grep.map { "\($0) \(text)" } ?? text
    }, format: { [$0.grep].compactMap(\.self) })
}
