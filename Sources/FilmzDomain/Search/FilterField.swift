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

  init(
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
      isOfCollection: true, number: FilterNumber.tenths, text: FilterNumber.rating),
    range(
      "imdb", \.imdbRating, in: 0...100, example: "imdb:>7.5 or imdb:7..8, from 0 to 10",
      number: FilterNumber.tenths, text: FilterNumber.rating),
    stars, votes,
    range(
      "runtime", otherNames: ["length", "duration", "minutes"], \.runtime, in: 0...99_999,
      example: "runtime:90-120 or runtime:<100, in minutes", number: FilterNumber.whole,
      text: \.description),
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
}

extension StringProtocol {
  /// The text with single blanks and without the quotes that values stand in.
  var tidied: String {
    String(self).replacing("\"", with: "").split(whereSeparator: \.isWhitespace).joined(
      separator: " ")
  }
}
