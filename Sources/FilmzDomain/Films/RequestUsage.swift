/// How often a service was asked today, and whether it said that this was enough.
package struct RequestUsage: Sendable, Hashable, Codable {
  /// Requests a day of OMDb's free key.
  package static let dailyAllowance = 1000

  package var requests: Int
  /// Whether the service refused to answer any more until tomorrow.
  package var isLimitReached: Bool

  package init(requests: Int = 0, isLimitReached: Bool = false) {
    self.requests = requests
    self.isLimitReached = isLimitReached
  }

  private enum CodingKeys: CodingKey {
    case requests
    case isLimitReached
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    requests = min(max(0, try container.decode(Int.self, forKey: .requests)), 1_000_000)
    isLimitReached = try container.decode(Bool.self, forKey: .isLimitReached)
  }

  /// Requests that are left of the free key's allowance.
  package var left: Int { isLimitReached ? 0 : max(0, Self.dailyAllowance - requests) }
}
