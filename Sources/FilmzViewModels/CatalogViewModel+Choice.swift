import FilmzCatalog
package import FilmzDomain

extension CatalogViewModel {
  /// Which of the titles, and what of them, goes into the catalog.
  package struct Choice: Sendable, Hashable, Codable {
    /// Only titles of these types; nothing: all but episodes and games.
    package var types: Set<MediaType>?
    package var includesEpisodes = false
    package var includesAdult = false
    /// Whether an update gets people too.
    package var includesPeople = false

    package init() {}

    /// Whether episodes are asked for, in one way or the other.
    var wantsEpisodes: Bool { includesEpisodes || types?.contains(.episode) ?? false }

    /// The choice as an import takes it; who asks for episodes gets them beside the types asked for.
    var options: CatalogImport.Options {
      var options = CatalogImport.Options()
      options.includesAdult = includesAdult
      options.includesEpisodes = wantsEpisodes
      options.types = types.map { wantsEpisodes ? $0.union([.episode]) : $0 }
      return options
    }
  }
}
