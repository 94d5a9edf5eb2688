package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// All about one film.
package struct FilmDetail: Sendable {
  package let item: FilmItem
  /// Whether the facts are older than `cache.days`.
  package let isStale: Bool
}

/// Looking at one film.
package struct FilmDetailViewModel: Sendable {
  private let service: CachedSearchService
  private let library: Library
  private let state: BrowsingState
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    service: CachedSearchService, library: Library, state: BrowsingState,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    self.service = service
    self.library = library
    self.state = state
    self.settings = settings
    self.now = now
  }

  /// Shows a film and selects it.
  ///
  /// A film of the collection is shown even where nobody knows more of it.
  package func show(_ item: FilmItem, refresh: Bool, offline: Bool) async throws
    -> Answer<FilmDetail>
  {
    var item = item
    var warnings: [String] = []
    do {
      let answer = try await service.film(item.id, refresh: refresh, offline: offline)
      item.film = answer.value
      warnings = answer.warnings
    } catch let failure as any Failure {
      guard item.entry != nil || item.film != nil else { throw failure }
      warnings = [failure.message]
    }
    let days = await settings().cacheDays
    let isStale = item.film.map { $0.fetchedAt != nil && !$0.isFresh(at: now(), days: days) }
    await state.select(item.id, name: item.name)
    return Answer(
      value: FilmDetail(item: item, isStale: isStale ?? false), warnings: warnings)
  }
}
