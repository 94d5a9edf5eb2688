/// A field of the filter language, typed `genre:drama` in a text or `--genre drama` as an option.
///
/// A field defines its name, its values, and how they are parsed into a condition of a ``FilmFilter``
/// and formatted as text. All fields are declared in ``all``.
package struct FilterField: Sendable {
  /// The kind of a field's values, which determines the candidates of completion.
  package enum Values: Sendable {
    case years
    case types
    case genres
    /// Names of people.
    case names
    /// The values of the field `is`.
    case marks
    case audiences
    case tags
    /// Names of lists.
    case lists
    /// Names of streaming services.
    case platforms
    case certifications
    /// Numbers or text, for which completion offers nothing.
    case any
  }

  /// A condition on the facts of a film.
  package typealias Condition = @Sendable (Film) -> Bool

  /// A value as it was typed.
  struct TypedValue {
    let text: String
    /// The whole condition as it was typed, for errors.
    let shown: String
    /// Examples of the syntax, for errors.
    let example: String
    let scope: FilterScope
    /// The scale of the user's ratings.
    var scale = RatingScale.points

    var invalid: DomainError { .invalidFilter(shown, example: example) }

    var impossible: DomainError { .impossibleFilter(shown, "the filters before it") }

    /// The normalized elements of a list, `a,b`.
    ///
    /// - Throws: ``DomainError/invalidFilter(_:example:)`` if an element is empty.
    var parts: [String] {
      get throws(DomainError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(\.normalized)
        guard !parts.contains("") else { throw invalid }
        return parts
      }
    }
  }

  package let name: String
  /// Names that other programs use for the field, which are not accepted.
  ///
  /// The error about such a name suggests the field.
  let otherNames: Set<String>
  /// Examples of the syntax, for errors.
  package let example: String
  /// The placeholder of the value of the option, such as `years`.
  package let valueName: String
  /// The sentence about the option in help.
  package let summary: String
  package let values: Values
  /// `true` if the field is a condition on the user's own data, so that a search does not support it.
  let isCollectionOnly: Bool
  /// `true` if the field is a condition on facts that only few films of a catalog have.
  let isBrowseOnly: Bool
  /// Parses a value, and adds its condition to a filter.
  let narrow: @Sendable (inout FilmFilter, TypedValue) throws(DomainError) -> Void
  /// Returns the values that express the field's condition in a filter; empty if there is no condition.
  let format: @Sendable (FilmFilter) -> [String]
  /// Returns the field's condition in a filter as a function of a film's facts.
  ///
  /// Returns `nil` if there is no condition, or if other films also determine whether a film matches, as for names of
  /// people.
  let condition: @Sendable (FilmFilter) -> Condition?

  init(
    _ name: String, _ otherNames: Set<String> = [], example: String, as valueName: String? = nil, _ summary: String,
    values: Values = .any, isCollectionOnly: Bool = false, isBrowseOnly: Bool = false,
    narrow: @escaping @Sendable (inout FilmFilter, TypedValue) throws(DomainError) -> Void,
    format: @escaping @Sendable (FilmFilter) -> [String],
    condition: @escaping @Sendable (FilmFilter) -> Condition? = { _ in nil }
  ) {
    (self.name, self.otherNames, self.example, self.values) = (name, otherNames, example, values)
    (self.valueName, self.summary) = (valueName ?? name, summary)
    (self.isCollectionOnly, self.isBrowseOnly) = (isCollectionOnly, isBrowseOnly)
    (self.narrow, self.format, self.condition) = (narrow, format, condition)
  }
}

extension FilterField {
  /// All fields, in the order in which they are listed and formatted.
  package static let all = factFields + collectionFields

  /// Returns the fields of a scope.
  package static func all(in scope: FilterScope) -> [FilterField] { all.filter { $0.isAvailable(in: scope) } }

  /// Returns the names of the fields in a scope, including `rating`, which is a synonym of one of them.
  package static func names(in scope: FilterScope) -> [String] { all(in: scope).map(\.name) + ["rating"] }

  /// Returns the field with a name, in any case; `nil` if the scope has no such field.
  package static func named(_ name: String, in scope: FilterScope) -> FilterField? {
    var name = name.lowercased()
    if name == "rating" { name = scope == .collection ? "mine" : "imdb" }
    return all(in: scope).first { $0.name == name }
  }

  private func isAvailable(in scope: FilterScope) -> Bool {
    switch scope {
    case .search: !isCollectionOnly && !isBrowseOnly
    case .collection: !isBrowseOnly
    case .browse: !isCollectionOnly
    }
  }

  /// Returns the name in a scope that is similar to an unknown name; `nil` if there is none.
  ///
  /// A name is similar to words of at least three letters at a ``SpellingDistance`` of at most 1, or 2 for names of
  /// more than six letters: `prison` is not a misspelled `person`. The first letter must be the same, or swapped with
  /// the second one: few typing errors change it, but many words of titles differ from a name only in the first letter,
  /// such as `fear` from `year`. The name of a field is also similar to its ``otherNames``.
  static func nearest(to word: String, in scope: FilterScope) -> String? {
    let names = names(in: scope)
    if let field = all.first(where: { $0.otherNames.contains(word) }), names.contains(field.name) { return field.name }
    return names.first { name in
      let hasSameStart = word.first == name.first || word.prefix(2) == String(name.prefix(2).reversed())
      let limit = name.count > 6 ? 2 : 1
      return hasSameStart && word.count > 2 && SpellingDistance.between(word, name, maximum: limit) != nil
    }
  }
}

extension StringProtocol {
  /// The text without quotes, and with whitespace trimmed and collapsed.
  var normalized: String {
    String(self).replacing("\"", with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The films that filters and sort keys apply to.
///
/// The scope determines which fields and keys are available, and the meaning of `rating`.
package enum FilterScope: Sendable {
  /// The films of a search in sources, which do not have the user's data; `rating` is IMDb's rating.
  case search
  /// The films of the collection; `rating` is the user's rating.
  case collection
  /// The films of local catalogs and own records, without a search text; `rating` is IMDb's rating.
  case browse
}
