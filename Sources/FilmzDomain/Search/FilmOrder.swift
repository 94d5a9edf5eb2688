/// A sort order of films by one or more keys, such as `-rating,year`.
///
/// Films without a value for a key come last in both directions.
package struct FilmOrder: Sendable, Hashable {
  package enum Key: String, Sendable, CaseIterable {
    case name
    case year
    /// The time at which the film was added to the collection.
    case added
    /// The user's rating.
    case userRating = "mine"
    /// IMDb's rating.
    case imdb
    case votes
    /// The latest date of the viewings.
    case watched
    case runtime
    case random
    /// IMDb's rating weighted by its votes; see ``Rating/weightedMillionths(tenths:votes:)``.
    ///
    /// Only catalogs sort by this key, and users cannot type it.
    case weightedRating
  }

  package struct Term: Sendable, Hashable {
    package let key: Key
    package let isDescending: Bool
  }

  /// The keys and their directions, at least one; later keys sort films that are equal in earlier ones.
  package let terms: [Term]

  package var isByRuntime: Bool { terms.contains { $0.key == .runtime } }

  package init(_ key: Key, descending: Bool = false) { terms = [Term(key: key, isDescending: descending)] }

  private init(_ terms: [Term]) { self.terms = terms }

  /// The newest films first, and films of the same year by their votes.
  package static let newestFirst = FilmOrder([
    Term(key: .year, isDescending: true), Term(key: .votes, isDescending: true),
  ])

  /// Parses keys separated by commas; a key with a leading `-` is descending.
  ///
  /// The key `title` means `name`; `rating` means `imdb` or `mine`, depending on the scope.
  ///
  /// - Throws: ``DomainError/unknownSortKey(_:known:)``.
  package init(parsing text: String, in scope: FilterScope) throws(DomainError) {
    var terms: [Term] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.trimmed
      let isDescending = name.hasPrefix("-")
      guard let key = Self.key(String(name.dropFirst(isDescending ? 1 : 0)), in: scope) else {
        throw .unknownSortKey(name, known: Self.names(in: scope))
      }
      terms.append(Term(key: key, isDescending: isDescending))
    }
    self.terms = terms
  }

  /// Returns the names of the keys in a scope, including `rating`, which is a synonym of one of them.
  package static func names(in scope: FilterScope) -> [String] {
    let factKeys = [Key.name, .year, .imdb, .votes, .runtime]
    let keys = scope == .collection ? Key.allCases.filter { $0 != .weightedRating } : factKeys
    return keys.map(\.rawValue) + ["rating"]
  }

  private static func key(_ name: String, in scope: FilterScope) -> Key? {
    switch name {
    case "title": .name
    case "rating": scope == .collection ? .userRating : .imdb
    default: names(in: scope).contains(name) ? Key(rawValue: name) : nil
    }
  }

  /// The order as a user could type it.
  package var text: String { terms.map { ($0.isDescending ? "-" : "") + $0.key.rawValue }.joined(separator: ",") }
}

extension FilmOrder: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    try self.init(parsing: text, in: .collection)
  }

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

// The order of films in memory.
extension FilmOrder {
  /// Returns whether a film precedes another one; `false` if they are equal in this order.
  ///
  /// Keys that are not among a film's facts are ignored.
  package func precedes(_ left: Film, _ right: Film) -> Bool {
    for term in terms { if let isBefore = term.precedes(left, right) { return isBefore } }
    return false
  }
}

extension FilmOrder.Term {
  /// Returns whether a value precedes another one; `nil` if they are equal.
  ///
  /// A missing value comes last in both directions.
  package func precedes<Value: Comparable>(_ left: Value?, _ right: Value?) -> Bool? {
    switch (left, right) {
    case (nil, nil): nil
    case (nil, _): false
    case (_, nil): true
    case (let left?, let right?): left == right ? nil : (left < right) != isDescending
    }
  }

  /// Returns whether a film precedes another one; `nil` if they are equal, or if the key is not a fact.
  package func precedes(_ left: Film, _ right: Film) -> Bool? {
    switch key {
    case .name: precedes(TextFolding.key(left.title), TextFolding.key(right.title))
    case .year: precedes(left.year, right.year)
    case .imdb: precedes(left.imdbRating, right.imdbRating)
    case .votes: precedes(left.imdbVotes, right.imdbVotes)
    case .runtime: precedes(left.runtimeMinutes, right.runtimeMinutes)
    case .added, .userRating, .watched, .random, .weightedRating: nil
    }
  }
}
