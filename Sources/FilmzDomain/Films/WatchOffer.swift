/// A streaming service, shop, or rental service that offers a film in a region.
package struct WatchOffer: Sendable, Hashable, Codable {
  /// The kind of offer; the raw values are stored in files and shown in JSON.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// Included in a subscription.
    case stream
    case free
    /// Free, with advertisements.
    case ads
    case rent
    case buy
  }

  /// The name of the service as TMDB reports it.
  package let name: String
  package let kind: Kind

  package init(name: String, kind: Kind) {
    self.name = name
    self.kind = kind
  }
}
