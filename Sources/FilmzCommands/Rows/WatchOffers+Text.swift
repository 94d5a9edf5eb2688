import FilmzDomain

extension [WatchOffer] {
  /// The offers for people, such as `Netflix, Max; rent: Apple TV`.
  ///
  /// Shops are left out if the film is offered in another way, unless `isFull` is `true`.
  func text(isFull: Bool) -> String {
    let kinds = WatchOffer.Kind.allCases.filter { kind in
      contains { $0.kind == kind }
        && (kind != .buy || isFull || allSatisfy { $0.kind == .buy })
    }
    return kinds.map { kind in
      let names = filter { $0.kind == kind }.map(\.name).joined(separator: ", ")
      return kind.label.map { "\($0): \(names)" } ?? names
    }.joined(separator: "; ")
  }
}

extension WatchOffer.Kind {
  /// The text before the names of services; `nil` for subscriptions.
  fileprivate var label: String? {
    switch self {
    case .stream: nil
    case .free: "free"
    case .ads: "with ads"
    case .rent: "rent"
    case .buy: "buy"
    }
  }
}
