import FilmzCatalog
import FilmzDomain
import FilmzTestSupport
import FilmzViewModels
import Testing

/// What `doctor` found.
struct HealthReport {
  let checks: [HealthCheck]

  var names: [String] { checks.map(\.name) }

  /// The one check of a name; the test fails where there is none.
  subscript(name: String) -> HealthCheck {
    if let check = checks.first(where: { $0.name == name }) { return check }
    Issue.record("nothing was said of \(name)")
    return .fail(name, "nothing was said", remedy: "")
  }
}

extension HomeBench {
  /// Looks at everything, as `doctor` does.
  func examine(
    offline: Bool = false, problems: [String] = [],
    catalogInfo: @escaping @Sendable () async throws -> CatalogInfo? = { nil }
  ) async throws -> HealthReport {
    let doctor = DoctorViewModel(
      services: service, database: database, paths: paths, catalogInfo: catalogInfo,
      now: { [clock] in clock.now },
      settingsProblems: { problems.map { .trouble($0) } })
    return HealthReport(checks: try await doctor.checks(in: .context(isOffline: offline)))
  }
}
