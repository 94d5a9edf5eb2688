package import FilmzDomain
package import Foundation
import Synchronization

/// A film catalog that stores its films in memory; by default it appears as an imported catalog.
package struct InMemoryCatalog: FilmCatalog {
  package var origin = Film.Origin.catalog
  package var name = "the catalog"
  package var ratingsAsOf: String?
  package var ratingsDate: Date?
  package let pageSize: Int?
  /// All films, with the most votes first.
  private let allFilms: [Film]
  private let localTitles: [FilmID: [String]]
  private let log = CatalogRequestLog()

  package init(
    _ films: [Film], ratingsAsOf: String? = "2026-11-21 20:30", ratingsDate: Date? = nil,
    pageSize: Int? = 50, localTitles: [FilmID: [String]] = [:]
  ) {
    allFilms = films.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
    self.ratingsAsOf = ratingsAsOf
    self.ratingsDate = ratingsDate
    self.pageSize = pageSize
    self.localTitles = localTitles
  }

  /// Returns a complete film of a catalog.
  package static func film(
    _ id: String, _ title: String, _ year: Int? = nil, votes: Int? = nil, rating: Int? = nil,
    type: MediaType = .movie, origin: Film.Origin = .catalog
  ) -> Film {
    var film = Film(
      id: FilmID(unchecked: id), title: title, year: year, type: type, origin: origin,
      isComplete: true)
    film.imdbVotes = votes
    film.imdbRating = rating.flatMap { Rating(tenths: $0) }
    film.ratingsAsOf = "2026-11-20"
    return film
  }

  /// The requests so far: methods with texts and pages, ids, or numbers of ids.
  package var requests: [String] { log.requests }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    log.append("search \(query.text) \(page)")
    let words = TextFolding.words(query.plainText)
    let matches = allFilms.filter { film in
      query.filter.years.map { $0.contains(film.year ?? 0) } != false
        && words.allSatisfy { word in names(of: film).joined().contains { $0.hasPrefix(word) } }
    }
    guard let pageSize else { return SearchPage(films: matches, total: matches.count) }
    return SearchPage(
      films: Array(matches.dropFirst((page - 1) * pageSize).prefix(pageSize)), total: matches.count)
  }

  package func film(id: FilmID) async throws -> Film? {
    log.append("film \(id)")
    return allFilms.first { $0.id == id }
  }

  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    log.append("films \(ids.count)")
    let idSet = Set(ids)
    return Dictionary(allFilms.filter { idSet.contains($0.id) }.map { ($0.id, $0) }) { $1 }
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    log.append("title \(title)")
    let words = TextFolding.wordsWithoutArticle(title)
    return allFilms.filter { film in
      names(of: film).contains { TextFolding.withoutArticle($0) == words }
        && (year == nil || film.year == year)
    }
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    log.append("beginning \(key) \(limit)")
    let matches = allFilms.filter { TextFolding.isPrefix(key, of: $0.title) }
    return Array(matches.prefix(limit))
  }

  private func names(of film: Film) -> [[String]] {
    ([film.title, film.originalTitle].compactMap(\.self) + (localTitles[film.id] ?? []))
      .map(TextFolding.titleWords)
  }
}

/// A built-in catalog and, optionally, an imported one.
package struct AvailableCatalogs: Sendable {
  package let builtIn: any FilmCatalog
  package let imported: @Sendable () async throws -> (any FilmCatalog)?

  package init(
    builtIn: any FilmCatalog,
    imported: @escaping @Sendable () async throws -> (any FilmCatalog)?
  ) {
    self.builtIn = builtIn
    self.imported = imported
  }

  /// Creates a value with one catalog; its origin determines whether it is the imported or the built-in one.
  package init(_ catalog: any FilmCatalog) {
    let isImported = catalog.origin == .catalog
    self.init(builtIn: isImported ? InMemoryCatalog.emptyStarter : catalog) {
      isImported ? catalog : nil
    }
  }
}

extension InMemoryCatalog {
  /// A built-in catalog without films.
  fileprivate static var emptyStarter: InMemoryCatalog {
    var catalog = InMemoryCatalog([], ratingsAsOf: nil)
    catalog.origin = .starter
    catalog.name = "the starter catalog"
    return catalog
  }
}

/// The requests that a catalog has received, in order.
private final class CatalogRequestLog: Sendable {
  private let storage = Mutex<[String]>([])

  var requests: [String] { storage.withLock { $0 } }

  func append(_ request: String) { storage.withLock { $0.append(request) } }
}

/// A catalog file that is replaced or damaged while it is in use.
package final class ReplaceableCatalog: Sendable {
  private let state: Mutex<Result<any FilmCatalog, any Error>>

  package init(_ catalog: any FilmCatalog) { state = Mutex(.success(catalog)) }

  /// Returns the catalog in the file; throws an error if the file is damaged.
  package func source() throws -> any FilmCatalog { try state.withLock { $0 }.get() }

  package func replace(with catalog: any FilmCatalog) { state.withLock { $0 = .success(catalog) } }

  package func damage() { state.withLock { $0 = .failure(DamagedCatalogError()) } }
}

/// The error of a catalog file that cannot be read.
package struct DamagedCatalogError: UserFacingError, Equatable {
  package let message = "catalog.sqlite is damaged; import it again"
  package let exitCategory = ExitCategory.inputOutput

  package init() {}
}
