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
  package func probe(offline: Bool) async -> Probe {
    guard !offline, let omdb = await omdb() else { return .notAsked }
    let start = ContinuousClock.now
    do {
      _ = try await omdb.film(id: FilmID(canonical: "tt0111161"))
    } catch let failure as any Failure {
      return .failed(failure)
    } catch {
      return .notAsked
    }
    let (seconds, attoseconds) = start.duration(to: .now).components
    return .answered(milliseconds: Int(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
  }

  /// What the catalog of this machine is, in a few words.
  package func catalogSummary() async -> String {
    let age = catalog.asOf.map { ", as of \($0)" } ?? ""
    return catalog.name + age
  }
}
