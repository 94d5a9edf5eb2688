/// Whom a film is for (Filmz2, data structures).
package enum Audience: String, Sendable, Codable, CaseIterable {
  case me
  case partner
  case family

  /// The documents' words for it.
  package var label: String {
    switch self {
    case .me: "Me alone"
    case .partner: "Me and partner"
    case .family: "Family"
    }
  }

  /// Reads a word for it, or the documents' words, in any case.
  package init?(named text: String) {
    let name = text.lowercased()
    guard
      let audience = Self.allCases.first(where: {
        $0.rawValue == name || $0.label.lowercased() == name
      })
    else { return nil }
    self = audience
  }
}
