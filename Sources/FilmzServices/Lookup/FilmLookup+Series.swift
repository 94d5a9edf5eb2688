import FilmzDomain
import FilmzStore

/// The titles of the series of episodes, which a service may report only by their ids.
extension FilmLookup {
  /// The maximum time to wait for a service to return a series; the details of the episode are already
  /// known.
  private static let maximumSeriesWait = Duration.seconds(2)

  /// Returns an episode with the title of its series, and adds the title to the stored episode.
  ///
  /// The series is looked up locally and then, if the service may be queried, at the service that
  /// returned the episode. If that fails, the title stays unknown until the next lookup of the episode.
  ///
  /// - Throws: `CancellationError`.
  func addingSeriesTitle(
    to result: SourceResult<Film>, from choice: SourceChoice, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let film = result.value
    guard let series = film.episode?.series, film.episode?.seriesTitle == nil, series != film.id
    else { return result }
    let knownSeries = await localFilms([series])[series]
    // An own title must not become a fact of a source.
    if knownSeries?.ownFields.contains(.title) == true { return result }
    var foundTitle = knownSeries?.title
    if foundTitle == nil, !context.isOffline, choice == .auto || choice == .source(film.origin) {
      foundTitle = try await fetchSeries(series, from: film.origin)?.title
    }
    guard let title = foundTitle else { return result }
    var episode = film
    episode.episode?.seriesTitle = title
    storeInMemory([episode])
    await writer.store(1) { try await $0.setSeriesTitle(title, ofEpisode: film.id) }
    return result.map { _ in episode }
  }

  /// Fetches a series from the service with an origin.
  ///
  /// Returns `nil` if the service does not have the series, fails, or does not respond in time.
  ///
  /// - Throws: `CancellationError`.
  private func fetchSeries(_ id: FilmID, from origin: Film.Origin) async throws -> Film? {
    let services = await sources.configuredServices()
    guard let source = services.first(where: { $0.origin == origin && $0.supports(id) }) else {
      return nil
    }
    do {
      return try await withThrowingTaskGroup(of: Film?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await self.fetch(id, from: source, bypassingCache: false) }
        group.addTask {
          try await Task.sleep(for: Self.maximumSeriesWait)
          return nil
        }
        return try await group.next() ?? nil
      }
    } catch let error as CancellationError {
      throw error
    } catch {
      return nil
    }
  }
}
