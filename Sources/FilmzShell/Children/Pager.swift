package import FilmzCommands
import FilmzTerminal

/// Displays long text in the user's pager.
package actor Pager {
  private let environment: [String: String]
  private let childRunner: ChildProcessRunner
  private var hasFailed = false

  package init(environment: [String: String], childRunner: ChildProcessRunner) {
    self.environment = environment
    self.childRunner = childRunner
  }

  /// Displays text and waits until the user leaves the pager.
  ///
  /// If `atEnd` is `true` and the pager is `less`, it first shows the end of the text.
  ///
  /// A pager that cannot be run is reported once, as ``PagerOutcome/failed(_:)``, and not tried
  /// again. Later calls return ``PagerOutcome/notPaged``.
  package func show(_ text: String, atEnd: Bool = false) async -> PagerOutcome {
    guard !hasFailed, let pager = PagerProgram.commandLine(environment: environment) else {
      return .notPaged
    }
    guard !PagerProgram.isMissing(pager, environment: environment) else {
      return failure(of: pager, reason: "was not found")
    }
    do {
      let input = try ChildInput(holding: text.utf8)
      defer { input.close() }
      let commandLine = atEnd ? PagerProgram.openingAtEnd(pager) : pager
      switch try await childRunner.run(commandLine, input: input, variables: variables) {
      case .exited(126), .exited(127): return failure(of: pager, reason: "cannot be run")
      default: return .shown
      }
    } catch is CancellationError {
      return .shown
    } catch is CommandError {
      return .notPaged
    } catch {
      return failure(of: pager, reason: "cannot be started")
    }
  }

  /// The environment variables to add for the pager, without those that the user has set.
  private var variables: [String: String] {
    // The text is UTF-8 even if the user's locale is not.
    let characterSetVariable =
      RenderTarget.isUTF8(environment: environment) ? [:] : ["LESSCHARSET": "utf-8"]
    return PagerProgram.defaultVariables.merging(characterSetVariable) { current, _ in current }
      .filter { environment[$0.key] == nil }
  }

  private func failure(of pager: String, reason: String) -> PagerOutcome {
    hasFailed = true
    return .failed("the pager \(pager) \(reason); set PAGER to another one, or to cat for no pager")
  }
}
