extension DiscoverMethod {
  /// Returns the methods that a name may stand for: the one with the name, or all whose names begin with it.
  ///
  /// Accepts raw values and titles in any case, such as `disney-plus` and `Disney+`, and other names of the
  /// services. Hyphens and spaces are ignored.
  package static func named(_ text: String) -> [DiscoverMethod] {
    let key = key(text)
    guard !key.isEmpty else { return [] }
    if let method = allCases.first(where: { $0.keys.contains(key) }) { return [method] }
    return allCases.filter { $0.keys.contains { $0.hasPrefix(key) } }
  }

  /// Returns the method with a name similar to an unknown one; `nil` if there is none.
  package static func nearest(to text: String) -> DiscoverMethod? {
    let methodsByKey = Dictionary(
      allCases.flatMap { method in method.keys.map { ($0, method) } }
    ) { first, _ in first }
    return SpellingDistance.nearest(to: key(text), among: methodsByKey.keys.sorted())
      .flatMap { methodsByKey[$0] }
  }

  /// The names by which the method is known, as they are compared.
  private var keys: [String] { ([rawValue, title] + otherNames).map(Self.key) }

  private var otherNames: [String] {
    switch self {
    case .primeVideo: ["amazon", "amazon prime video"]
    case .max: ["hbo", "hbo max"]
    case .appleTVPlus: ["apple plus"]
    default: []
    }
  }

  /// Returns the form of a name that is compared: lowercase letters and digits, with `plus` for `+`.
  private static func key(_ text: String) -> String {
    text.lowercased().replacing("+", with: "plus").filter { $0.isLetter || $0.isNumber }
  }
}
