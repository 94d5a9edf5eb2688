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
  /// What was found.
  package let detail: String
  /// What to do about it.
  package let remedy: String?

  package static func ok(_ name: String, _ detail: String) -> Self {
    HealthCheck(name: name, state: .ok, detail: detail, remedy: nil)
  }

  package static func warn(_ name: String, _ detail: String, remedy: String) -> Self {
    HealthCheck(name: name, state: .warn, detail: detail, remedy: remedy)
  }

  package static func fail(_ name: String, _ detail: String, remedy: String) -> Self {
    HealthCheck(name: name, state: .fail, detail: detail, remedy: remedy)
  }
}
