import FilmzCatalog
import FilmzDomain
import FilmzServices
import Foundation

/// The catalogs of this machine.
extension DoctorViewModel {
  /// Days after which an imported catalog lacks what came out meanwhile.
  private static let oldDays = 90

  /// What was imported, how old it is and whether it can be used.
  ///
  /// - Throws: `CancellationError`.
  func catalog() async throws -> HealthCheck {
    let name = "catalog"
    do {
      if let trouble = await service.catalogTrouble() { return broken(trouble) }
      guard let info = try await catalogInfo() else {
        return .ok(
          name, await service.catalogSummary() + "; `catalog update` brings all titles of IMDb")
      }
      let age = Freshness.age(of: info.importedAt, at: now())
      let detail =
        "\(info.titles.counted("title")), imported \(age), \(ByteCount.text(info.bytes))"
      return now().timeIntervalSince(info.importedAt) > Double(Self.oldDays) * 86_400
        ? .warn(name, detail, remedy: "`catalog update` brings what came out since")
        : .ok(name, detail)
    } catch let failure as any Failure {
      return broken(failure.message)
    }
  }

  private func broken(_ trouble: String) -> HealthCheck {
    .fail(
      "catalog", trouble,
      remedy: "`catalog update` makes a new one; the starter catalog answers meanwhile")
  }
}
