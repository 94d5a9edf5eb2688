// The fields for conditions on facts that catalogs do not have, or have of few films only.
extension FilterField {
  static let certification = details(
    "rated", ["certification", "certificate"], \.certifications,
    example: "rated:G or rated:G,PG for any of them", values: .certifications)

  static let country = details(
    "country", ["countries"], \.countries, example: "country:japan or country:\"south korea\"")

  static let language = details(
    "language", ["languages", "lang"], \.languages, example: "language:french")

  /// Returns a field for texts separated by commas, of which a film must have any.
  private static func details(
    _ name: String, _ otherNames: Set<String>,
    _ keyPath: any WritableKeyPath<FilmFilter, [String]> & Sendable, example: String,
    values: Values = .any
  ) -> FilterField {
    FilterField(
      name, otherNames, example: example, values: values, isBrowseOnly: true,
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
      })
  }
}
