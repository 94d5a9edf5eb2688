package import FilmzDomain
package import Foundation
import Synchronization

/// An imported catalog, as far as others see it, of the films that it is given.
package struct GivenCatalog: FilmCatalog {
  package var origin = Film.Origin.catalog
  package var name = "the catalog"
  package var ratingsAsOf: String?
  package var ratingsDate: Date?
  package let pageSize: Int?
  /// The best known first.
  private let all: [Film]
  private let localTitles: [FilmID: [String]]
  private let asked = Asked()

  package init(
    _ films: [Film], ratingsAsOf: String? = "2026-11-21 20:30", ratingsDate: Date? = nil,
    pageSize: Int? = 50, localTitles: [FilmID: [String]] = [:]
  ) {
    all = films.sorted { ($0.imdbVotes ?? 0) > ($1.imdbVotes ?? 0) }
    self.ratingsAsOf = ratingsAsOf
    self.ratingsDate = ratingsDate
    self.pageSize = pageSize
    self.localTitles = localTitles
  }

  /// A film of a catalog with all that is known of it.
  package static func film(
    _ id: String, _ title: String, _ year: Int? = nil, votes: Int? = nil, rating: Int? = nil,
    type: MediaType = .movie, origin: Film.Origin = .catalog
  ) -> Film {
    var film = Film(
      id: FilmID(canonical: id), title: title, year: year, type: type, origin: origin,
      isComplete: true)
    film.imdbVotes = votes
    film.imdbRating = rating.flatMap { Rating(tenths: $0) }
    film.ratingsAsOf = "2026-11-20"
    return film
  }

  /// What was asked for so far: the texts of searches and titles, the numbers of ids.
  package var questions: [String] { asked.list }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    asked.note("search \(query.text) \(page)")
    let words = TextFolding.words(query.plainText)
    let found = all.filter { film in
      query.filter.years.map { $0.contains(film.year ?? 0) } != false
        && words.allSatisfy { word in names(of: film).joined().contains { $0.hasPrefix(word) } }
    }
    guard let pageSize else { return SearchPage(films: found, total: found.count) }
    return SearchPage(
      films: Array(found.dropFirst((page - 1) * pageSize).prefix(pageSize)), total: found.count)
  }

  package func film(id: FilmID) async throws -> Film? {
    asked.note("film \(id)")
    return all.first { $0.id == id }
  }

  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    asked.note("films \(ids.count)")
    let wanted = Set(ids)
    return Dictionary(all.filter { wanted.contains($0.id) }.map { ($0.id, $0) }) { $1 }
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    asked.note("title \(title)")
    let words = TextFolding.withoutArticle(TextFolding.words(title))
    return all.filter { film in
      names(of: film).contains { TextFolding.withoutArticle($0) == words }
        && (year == nil || film.year == year)
    }
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] {
    asked.note("beginning \(key) \(limit)")
    let found = all.filter { TextFolding.begin(TextFolding.words($0.title), with: key) }
    return Array(found.prefix(limit))
  }

  private func names(of film: Film) -> [[String]] {
    ([film.title, film.originalTitle].compactMap(\.self) + (localTitles[film.id] ?? []))
      .map(TextFolding.words)
  }
}

/// The catalogs of a machine: one that is built in, and one that may be imported.
package struct GivenCatalogs: Sendable {
  package let builtIn: any FilmCatalog
  package let imported: @Sendable () async throws -> (any FilmCatalog)?

  package init(
    builtIn: any FilmCatalog,
    imported: @escaping @Sendable () async throws -> (any FilmCatalog)?
  ) {
    self.builtIn = builtIn
    self.imported = imported
  }

  /// One catalog that never changes.
  package init(_ only: any FilmCatalog) {
    let isImported = only.origin == .catalog
    self.init(builtIn: isImported ? GivenCatalog.emptyStarter : only) { isImported ? only : nil }
  }
}

extension GivenCatalog {
  /// A built-in catalog without films.
  fileprivate static var emptyStarter: GivenCatalog {
    var catalog = GivenCatalog([], ratingsAsOf: nil)
    catalog.origin = .starter
    catalog.name = "the starter catalog"
    return catalog
  }
}

/// What a source was asked, in order.
private final class Asked: Sendable {
  private let questions = Mutex<[String]>([])

  var list: [String] { questions.withLock { $0 } }

  func note(_ question: String) { questions.withLock { $0.append(question) } }
}

/// A catalog's file that is replaced, removed or damaged while somebody works with it.
package final class CatalogFile: Sendable {
  private let state: Mutex<Result<any FilmCatalog, any Error>>

  package init(_ catalog: any FilmCatalog) { state = Mutex(.success(catalog)) }

  /// What stands in the file now.
  package func source() throws -> any FilmCatalog { try state.withLock { $0 }.get() }

  package func replace(with catalog: any FilmCatalog) { state.withLock { $0 = .success(catalog) } }

  package func damage() { state.withLock { $0 = .failure(DamagedCatalog()) } }
}

/// Says that a catalog's file cannot be used.
package struct DamagedCatalog: UserFacingError, Equatable {
  package let message = "catalog.sqlite is damaged; import it again"
  package let kind = ExitCategory.inputOutput

  package init() {}
}
