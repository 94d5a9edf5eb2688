package import FilmzDomain
import FilmzExchange
import FilmzServices
import FilmzStore
import Foundation

/// Looks up films that are known by title and year only at a service while a shell runs.
///
/// Source: contract, Identification.
package actor BackgroundIdentification: ViewModel {
  let viewModels: ViewModels
  private var task: Task<Void, Never>?
  /// The number of films that were identified and not reported to the user yet.
  private var identified = 0

  package init(viewModels: ViewModels) { self.viewModels = viewModels }

  /// Cancels the running lookups, and starts them again if the setting is `on`; errors are ignored.
  package func start(in context: CommandContext) {
    let last = task
    last?.cancel()
    task = Task {
      await last?.value
      if await isAllowed(), await services.sources.canUseNetwork(in: context) { try? await identify(in: context) }
    }
  }

  package func stop() async {
    task?.cancel()
    await task?.value
  }

  private func isAllowed() async -> Bool { await settings().identifiesInBackground == true }

  /// Returns the number of films that a service could be asked about.
  package func pendingCount() async throws -> Int { try await pendingFilms().count }

  private func pendingFilms() async throws -> [(id: FilmID, film: NamedFilm)] {
    var films: [(id: FilmID, film: NamedFilm)] = []
    for (id, caption, type) in try await database.openForReading().collection.namedFilms() {
      let film = NamedFilm(title: caption.title, year: caption.year, type: type)
      if await isPending(film) { films.append((id, film)) }
    }
    return films
  }

  /// Returns whether a film has a year, and no service was asked about it today.
  private func isPending(_ film: NamedFilm) async -> Bool {
    guard let title = film.title?.withLeadingArticle, let year = film.year else { return false }
    return await !services.search.wasAskedForCandidates(titled: title, year: year)
  }

  /// Returns the number of films that were identified since the last call.
  package func takeIdentified() -> Int {
    defer { identified = 0 }
    return identified
  }

  private func identify(in context: CommandContext) async throws {
    let films = try await pendingFilms()
    let local = TitleMatching(viewModels: viewModels, context: context.offline) { _ in }
    let matches = try await local.match(films.map(\.film)).outcomes.map(\.match)
    let unmatched = zip(films, matches).filter { if case .unmatched = $1 { true } else { false } }.map(\.0)
    // A different part of the films comes first each day, because the requests of a day may not suffice for all.
    let day = Int(now().timeIntervalSince1970) / 86_400
    let start = unmatched.isEmpty ? 0 : day * FilmSearch.backgroundRequests % unmatched.count
    let service = TitleMatching(viewModels: viewModels, context: context) { _ in }
    for (id, film) in unmatched[start...] + unmatched[..<start] where await isPending(film) {
      guard await isAllowed(), await services.search.mayAskInBackground(in: context) else { return }
      do {
        guard let match = try await service.serviceMatch(film) else { continue }
        try Task.checkCancellation()
        if try await viewModels.identification.identify(id, with: match, in: context) { identified += 1 }
      } catch let error as ServiceError where error.concernsOneResponse {
        continue
      }
    }
  }
}

extension Settings {
  /// `true` if shells look up films that are known by title and year only at services; `nil` to ask the user.
  package var identifiesInBackground: Bool? {
    switch self[.identifyBackground].value {
    case "on": true
    case "off": false
    default: nil
    }
  }
}
