/// The people for whom a film is suitable.
///
/// Source: Filmz2, data structures.
package enum Audience: String, Sendable, Codable, CaseIterable {
  case me
  case partner
  case family

  /// The name of the audience in Filmz2.
  package var label: String {
    switch self {
    case .me: "Me alone"
    case .partner: "Me and partner"
    case .family: "Family"
    }
  }

  /// Creates the audience with a raw value or a label, in any case; `nil` if there is none.
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
