package import FilmzCommands

/// Shows long texts page by page in the user's pager.
package actor Pager {
  private let environment: [String: String]
  private let child: TerminalChild
  private var hasFailed = false

  package init(environment: [String: String], child: TerminalChild) {
    self.environment = environment
    self.child = child
  }

  /// Shows a text, and returns when the user has seen enough of it.
  ///
  /// A pager that cannot be used is named once, and not tried again.
  package func show(_ text: String) async -> PagedText {
    guard !hasFailed, let pager = PagerProgram.commandLine(environment: environment) else {
      return .refused
    }
    guard !PagerProgram.isMissing(pager, environment: environment) else {
      return failure(of: pager, reason: "is not there")
    }
    do {
      switch try await child.run(pager, input: text, variables: variables) {
      case .exited(126), .exited(127): return failure(of: pager, reason: "cannot be run")
      default: return .shown
      }
    } catch is CancellationError {
      return .shown
    } catch {
      return failure(of: pager, reason: "cannot be started")
    }
  }

  private var variables: [String: String] {
    PagerProgram.variables.filter { environment[$0.key] == nil }
  }

  private func failure(of pager: String, reason: String) -> PagedText {
    hasFailed = true
    return .failed("the pager \(pager) \(reason); set PAGER to another one, or to cat for none")
  }
}
