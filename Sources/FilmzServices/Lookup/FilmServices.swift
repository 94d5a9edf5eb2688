package import FilmzDomain
package import FilmzStore
package import Foundation

/// The search, discovery, lookup, and cache maintenance of a session.
///
/// They use the same sources and the same home folder, and share their caches in memory.
package struct FilmServices: Sendable {
  package let sources: FilmSources
  package let lookup: FilmLookup
  package let titleLookup: TitleLookup
  package let search: FilmSearch
  package let discovery: Discovery
  package let cache: CacheMaintenance

  package init(
    sources: FilmSources, database: CollectionDatabase,
    settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    let writer = CacheWriter(database: database)
    let pages = PageCache(database: database, writer: writer, settings: settings, now: now)
    self.sources = sources
    lookup = FilmLookup(
      sources: sources, database: database, pages: pages, writer: writer, settings: settings,
      now: now)
    titleLookup = TitleLookup(sources: sources, pages: pages)
    search = FilmSearch(sources: sources, pages: pages, lookup: lookup)
    discovery = Discovery(sources: sources, writer: writer, now: now)
    cache = CacheMaintenance(
      sources: sources, database: database, lookup: lookup, pages: pages, now: now)
  }
}
