// The fields for conditions on the user's own data, except `mine`.
extension FilterField {
  /// The fields for conditions on the user's own data, except those on the user's rating.
  static let collectionFields: [FilterField] = [mark, watched, added, recent, audience, tag, list, platform, grep]

  /// The user's rating in stars, rounded to half stars.
  ///
  /// A rating midway between two half stars is rounded up. The field `mine` formats the condition.
  static let stars = FilterField(
    "stars", example: "stars:4 or stars:3.5-5, from 0 to 5", "Your rating in stars, such as 4 or 3.5-5.",
    isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let halves = try bounds(typed, in: 0...10, FilterNumber.halfStars)
      let tenths = max(0, halves.lowerBound * 10 - 5)...min(100, halves.upperBound * 10 + 4)
      filter.userRating = try narrowed(filter.userRating, by: tenths, typed)
    }, format: { _ in [] })

  /// The values of the field `is`, each with a function that adds its condition to a filter.
  private static let marks: [String: @Sendable (inout FilmFilter) -> Bool] = [
    "watched": { set(\.isWatched, true, in: &$0) }, "seen": { set(\.isWatched, true, in: &$0) },
    "unwatched": { set(\.isWatched, false, in: &$0) }, unseenMark: { set(\.isWatched, false, in: &$0) },
    "wanted": { set(\.isWatched, false, in: &$0) }, "rated": { set(\.isRated, true, in: &$0) },
    "unrated": { set(\.isRated, false, in: &$0) },
    "rewatched": {
      $0.isRewatched = true
      return set(\.isWatched, true, in: &$0)
    },
    "skipped": {
      $0.isSkipped = true
      return true
    },
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

  /// The name of the field whose values are also flags, such as `--watched`.
  package static let markName = "is"

  /// The value of the field `is` for films that the user has not seen.
  ///
  /// Of all values, only this one and its synonym `unwatched` can be used for films of catalogs.
  package static let unseenMark = "unseen"

  /// Returns the values of the field `is` that are flags of commands, each with its sentence in help.
  package static func markFlags(in scope: FilterScope) -> [(name: String, summary: String)] {
    guard scope == .collection else { return [(unseenMark, "Only films that you have neither seen nor skipped.")] }
    return [
      ("watched", "Only films that you have watched."), ("unwatched", "Only films that you have not watched."),
      (unseenMark, "Only films that you have not seen; same as --unwatched."),
      ("wanted", "Only films that you want to watch; same as --unwatched."),
      ("skipped", "The films that you have skipped, instead of the collection."),
    ]
  }

  static let mark = FilterField(
    markName, example: "is:unwatched; the values are \(markNames.joinedWithAnd)", "Films with this mark.",
    values: .marks,
    narrow: { filter, typed throws(DomainError) in
      for part in try typed.parts {
        guard typed.scope == .collection || [unseenMark, "unwatched"].contains(part.lowercased()) else {
          throw .invalidFilter(typed.shown, example: "is:\(unseenMark), the only mark for films of a catalog")
        }
        guard let set = marks[part.lowercased()] else { throw typed.invalid }
        guard set(&filter) else { throw typed.impossible }
      }
    },
    format: { filter in
      [
        filter.isWatched.map { $0 ? "watched" : "unwatched" }, filter.isRated.map { $0 ? "rated" : "unrated" },
        filter.isRewatched ? "rewatched" : nil, filter.isSkipped ? "skipped" : nil,
      ].compactMap(\.self)
    })

  static let watched = days(
    "watched", \.watchedDays, "Films that you watched on these days, such as 2019 or 2019-03..2019-06.")

  static let added = days("added", \.addedDays, "Films added on these days, such as 2024 or 2024-03..2024-06.")

  /// Returns a field for the days of a year, a month, or a range of dates.
  private static func days(
    _ name: String, _ keyPath: any WritableKeyPath<FilmFilter, ClosedRange<Int>?> & Sendable, _ summary: String
  ) -> FilterField {
    FilterField(
      name, example: "\(name):2019, \(name):2019-03..2019-06 or \(name):>=2024-05-01", as: "dates", summary,
      isCollectionOnly: true,
      narrow: { filter, typed throws(DomainError) in
        guard let bounds = FilterBounds(days: typed.text), !bounds.isReversed,
          let days = bounds.clamped(to: PartialDate.allDays)
        else { throw typed.invalid }
        filter[keyPath: keyPath] = try narrowed(filter[keyPath: keyPath], by: days, typed)
      }, format: { filter in filter[keyPath: keyPath].map { [PartialDate.text(ofDays: $0)] } ?? [] })
  }

  static let recent = FilterField(
    "recent", example: "recent:30, for the last 30 days", as: "days", "Films added within this many days.",
    isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      guard let days = FilterNumber.integer(typed.text), days > 0 else { throw typed.invalid }
      filter.recentDays = min(days, filter.recentDays ?? days)
    }, format: { [$0.recentDays?.description].compactMap(\.self) })

  static let audience = FilterField(
    "audience", example: "audience:me; the values are \(Audience.allCases.map(\.rawValue).joinedWithAnd)",
    "Films for this audience.", values: .audiences, isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      guard let audience = Audience(named: typed.text) else { throw typed.invalid }
      guard filter.audience == nil || filter.audience == audience else { throw typed.impossible }
      filter.audience = audience
    }, format: { [$0.audience?.rawValue].compactMap(\.self) })

  static let tag = FilterField(
    "tag", ["label"], example: "tag:noir or tag:\"with friends\"", "Films with this tag; repeat to require several.",
    values: .tags, isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let tag = typed.text.normalized
      guard !tag.isEmpty else { throw typed.invalid }
      if !filter.tags.contains(tag) { filter.tags.append(tag) }
    }, format: \.tags)

  static let list = FilterField(
    "list", example: "list:Noir or list:\"To lend\"", as: "name", "Films of this list.", values: .lists,
    isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let name = typed.text.trimmed
      guard !name.isEmpty else { throw typed.invalid }
      if !filter.lists.contains(name) { filter.lists.append(name) }
    }, format: \.lists)

  static let platform = FilterField(
    "platform", ["service", "provider"], example: "platform:netflix or platform:\"prime video\"", as: "name",
    "Films that you marked among those of this streaming service.", values: .platforms, isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let name = typed.text.normalized
      guard !name.isEmpty else { throw typed.invalid }
      let key = FilmFilter.platformKey(name)
      guard filter.platform.map({ FilmFilter.platformKey($0) == key }) != false else { throw typed.impossible }
      filter.platform = name
    }, format: { [$0.platform].compactMap(\.self) })

  static let grep = FilterField(
    "grep", ["text", "contains", "title"], example: "grep:kurosawa or grep:\"great fun\"", as: "text",
    "Films with this text in the title, people, year, notes or recommender.", isCollectionOnly: true,
    narrow: { filter, typed throws(DomainError) in
      let text = typed.text.normalized
      guard !text.isEmpty else { throw typed.invalid }
      filter.grep = filter.grep.map { "\($0) \(text)" } ?? text
    }, format: { [$0.grep].compactMap(\.self) })
}
