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
}
