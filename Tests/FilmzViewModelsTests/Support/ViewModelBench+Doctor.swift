import FilmzCatalog
import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzViewModels

/// The checks of `doctor`.
struct HealthReport {
  let checks: [HealthCheck]

  var names: [String] { checks.map(\.name) }

  /// Returns the check with a name; records an issue if there is none.
  subscript(name: String) -> HealthCheck {
    if let check = checks.first(where: { $0.name == name }) { return check }
    Issue.record("there is no check \(name)")
    return .fail(name, "missing", remedy: nil)
  }
}

extension ViewModelBench {
  /// Runs all checks of `doctor`.
  func runDoctor(
    offline: Bool = false, problems: [String] = [],
    catalogInfo: @escaping @Sendable () async throws -> CatalogInfo? = { nil }
  ) async throws -> HealthReport {
    let doctor = DoctorViewModel(
      viewModels: viewModels, settingsProblems: { problems.map { .problem($0) } },
      catalogInfo: catalogInfo)
    return HealthReport(checks: try await doctor.checks(in: .context(isOffline: offline)))
  }
}
