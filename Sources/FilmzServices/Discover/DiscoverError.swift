package import FilmzDomain

/// An error of the lists of films to discover.
package enum DiscoverError: UserFacingError, Hashable {
  /// Only a service has the list, and its key is not set.
  case needsService(DiscoverMethod, ServiceDescriptor)
  /// No source has the list, because no service with lists is registered.
  case noSource(DiscoverMethod)
  /// The service has no such genre for titles of a type or, if the type is `nil`, for titles of any type.
  case unknownGenre(String, MediaType?, service: String)
  /// The streaming service does not exist in a region.
  case unavailableService(DiscoverMethod, region: String)

  package var message: String {
    switch self {
    case .needsService(let method, let service):
      "\(method.rawValue) needs \(service.name.withArticle) \(service.key?.noun ?? "key")"
    case .noSource(let method): "no film source has \(method.rawValue)"
    case .unknownGenre(let genre, let type, let service):
      "\(service) has no genre \"\(genre)\""
        + (type.map { " for \($0 == .series ? "series" : "films")" } ?? "")
    case .unavailableService(let method, let region):
      "\(method.title) is not available in \(region)"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .needsService(_, let service):
      service.key.map { .getKey($0.setting, address: $0.signUpAddress) }
    case .unavailableService: .setRegion
    case .noSource, .unknownGenre: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .needsService, .noSource, .unavailableService: .unavailable
    case .unknownGenre: .usage
    }
  }
}
