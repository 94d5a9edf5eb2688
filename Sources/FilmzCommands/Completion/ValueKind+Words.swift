import FilmzDomain

// Words that positional arguments of some kinds can be besides their values.
extension ValueKind {
  /// The scope of the filters that are allowed among words of this kind; `nil` if none are allowed.
  var filterScope: FilterScope? {
    switch self {
    case .searchText: .search
    case .collectionText: .collection
    case .filmFilter: .browse
    default: nil
    }
  }

  /// `true` if a word of this kind can be a smart collection.
  var acceptsCollections: Bool { [.film, .collectedFilm, .collectionText].contains(self) }
}
