// The filters of the user's own data.
extension FilterField {
  /// The user's rating in stars, rounded to the nearest half star, halves up; as text it is `mine`.
  static let stars = FilterField(
    "stars", example: "stars:4 or stars:3.5-5, from 0 to 5", isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      let halves = try bounds(typed, in: 0...10, FilterNumber.halfStars)
      let tenths = max(0, halves.lowerBound * 10 - 5)...min(100, halves.upperBound * 10 + 4)
      filter.myRating = try narrowed(filter.myRating, by: tenths, typed)
    }, texts: { _ in [] })

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

  static let mark = FilterField(
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

  static let recent = FilterField(
    "recent", example: "recent:30, for the last 30 days", isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      guard let days = FilterNumber.whole(typed.text), days > 0 else { throw typed.invalid }
      filter.recentDays = min(days, filter.recentDays ?? days)
    }, texts: { [$0.recentDays?.description].compactMap(\.self) })

  static let audience = FilterField(
    "audience", example: "audience:me; there are \(Audience.allCases.map(\.rawValue).enumeration)",
    values: .audiences, isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      guard let audience = Audience(named: typed.text) else { throw typed.invalid }
      guard filter.audience == nil || filter.audience == audience else { throw typed.impossible }
      filter.audience = audience
    }, texts: { [$0.audience?.rawValue].compactMap(\.self) })

  static let tag = FilterField(
    "tag", ["label"], example: "tag:noir or tag:\"with friends\"", values: .tags,
    isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      let tag = typed.text.tidied
      guard !tag.isEmpty else { throw typed.invalid }
      if !filter.tags.contains(tag) { filter.tags.append(tag) }
    }, texts: \.tags)

  static let grep = FilterField(
    "grep", ["text", "contains"], example: "grep:kurosawa or grep:\"great fun\"",
    isOfCollection: true,
    narrow: { filter, typed throws(DomainError) in
      let text = typed.text.tidied
      guard !text.isEmpty else { throw typed.invalid }
      filter.grep = filter.grep.map { "\($0) \(text)" } ?? text
    }, texts: { [$0.grep].compactMap(\.self) })
}
