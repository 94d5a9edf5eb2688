package import FilmzDomain

/// One thing that was looked at, for `doctor`.
package struct HealthCheck: Sendable, Equatable {
  package enum State: String, Sendable {
    case ok
    /// It works, but not as well as it could.
    case warn
    case fail
  }

  package let name: String
  package let state: State
  /// What was found, in its order.
  package let findings: [Warning]
  /// What to do about it.
  package let remedy: String?

  /// What was found, in one line, without what failures say can be done.
  package var detail: String {
    findings.map { finding in
      if case .trouble(let message, _, _) = finding { message } else { "" }
    }.joined(separator: "; ")
  }

  package static func ok(_ name: String, _ detail: String) -> Self {
    HealthCheck(name: name, state: .ok, findings: [.trouble(detail)], remedy: nil)
  }

  package static func warn(_ name: String, _ detail: String, remedy: String) -> Self {
    HealthCheck(name: name, state: .warn, findings: [.trouble(detail)], remedy: remedy)
  }

  package static func fail(_ name: String, _ detail: String, remedy: String) -> Self {
    HealthCheck(name: name, state: .fail, findings: [.trouble(detail)], remedy: remedy)
  }

  /// A check that found failures.
  package static func found(
    _ findings: [Warning], _ state: State = .fail, by name: String, remedy: String
  ) -> Self {
    HealthCheck(name: name, state: state, findings: findings, remedy: remedy)
  }
}
