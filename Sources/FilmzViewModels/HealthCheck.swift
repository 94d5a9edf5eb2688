package import FilmzDomain

/// The result of one check of `doctor`.
package struct HealthCheck: Sendable, Equatable {
  package enum State: String, Sendable {
    /// The checked part works.
    case ok
    /// The checked part works, but the user should do something.
    case warn
    /// The checked part does not work.
    case fail
  }

  package let name: String
  package let state: State
  /// The findings, in order.
  package let findings: [Warning]
  /// What the user can do about the findings.
  package let remedy: Remedy?

  /// The findings on one line, without their remedies.
  package var detail: String {
    findings.map { finding in
      if case .problem(let message, _, _, _) = finding { message } else { "" }
    }.joined(separator: "; ")
  }

  package init(_ name: String, _ state: State, _ findings: [Warning], remedy: Remedy? = nil) {
    self.name = name
    self.state = state
    self.findings = findings
    self.remedy = remedy
  }

  /// A check that found no problem; `hint` is an improvement that the user can make.
  package static func ok(_ name: String, _ detail: String, hint: Remedy? = nil) -> Self {
    HealthCheck(name, .ok, [.problem(detail, hint)])
  }

  package static func warn(_ name: String, _ detail: String, remedy: Remedy) -> Self {
    HealthCheck(name, .warn, [.problem(detail)], remedy: remedy)
  }

  package static func fail(_ name: String, _ detail: String, remedy: Remedy?) -> Self {
    HealthCheck(name, .fail, [.problem(detail)], remedy: remedy)
  }
}
