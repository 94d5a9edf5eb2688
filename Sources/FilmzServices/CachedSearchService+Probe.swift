package import FilmzDomain
import Foundation

extension CachedSearchService {
  /// How OMDb took a question whose answer is known.
  package enum Probe: Sendable {
    case answered(milliseconds: Int)
    case notAsked
    case failed(any Failure)
  }

  /// Asks OMDb for a film that everybody knows; nothing is kept of the answer.
  ///
  /// - Throws: `CancellationError`.
  package func probe(offline: Bool) async throws -> Probe {
    guard !offline, let omdb = await omdb() else { return .notAsked }
    let start = ContinuousClock.now
    do {
      _ = try await omdb.film(id: FilmID(canonical: "tt0111161"))
    } catch let failure as any Failure {
      return .failed(failure)
    }
    return .answered(milliseconds: Int(start.duration(to: .now).microseconds / 1000))
  }

  /// What the catalog that answers is, in a few words.
  package func catalogSummary() async -> String {
    let catalog = (try? await catalogs.current().value) ?? catalogs.builtIn
    return catalog.name + (catalog.asOf.map { ", as of \($0)" } ?? "")
  }
}
