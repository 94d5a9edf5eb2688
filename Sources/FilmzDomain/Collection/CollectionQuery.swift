/// Which films of the collection are wanted, and in which order.
package struct CollectionQuery: Sendable, Hashable {
  /// What a list is sorted by; missing values come last, ties go by title, then id.
  package struct Order: Sendable, Hashable {
    package enum Key: String, Sendable, CaseIterable {
      case name
      case year
      case added
      case rating
      case watched
    }

    package let key: Key
    package let isDescending: Bool

    package init(_ key: Key, descending: Bool = false) {
      self.key = key
      isDescending = descending
    }

    /// Reads `name`, or `-name` for the other way round.
    package init?(_ text: String) {
      let isDescending = text.hasPrefix("-")
      guard let key = Key(rawValue: String(text.dropFirst(isDescending ? 1 : 0))) else {
        return nil
      }
      self.init(key, descending: isDescending)
    }
  }

  package var isWatched: Bool?
  /// Any one of these.
  package var genres: [String] = []
  /// Part of title, original title, people, year, notes or recommended by.
  package var text: String?
  package var type: MediaType?
  package var years: YearRange?
  /// My rating, from and to.
  package var ratings: ClosedRange<Rating>?
  /// Whether there is a rating of mine at all.
  package var isRated: Bool?
  package var audience: Audience?
  package var tag: String?
  package var order = Order(.added, descending: true)

  package init() {}

  /// Whether films are wanted by what nobody but a source can tell.
  package var isOfFacts: Bool { !genres.isEmpty || type != nil || years != nil }

  /// Whether every film of the collection is wanted.
  package var isEverything: Bool {
    var plain = CollectionQuery()
    plain.order = order
    return self == plain
  }
}
