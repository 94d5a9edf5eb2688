package import FilmzCommands
import FilmzTerminal

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
      let input = try TextDescriptor(holding: text.utf8)
      defer { input.close() }
      switch try await child.run(pager, input: input, variables: variables) {
      case .exited(126), .exited(127): return failure(of: pager, reason: "cannot be run")
      default: return .shown
      }
    } catch is CancellationError {
      return .shown
    } catch is CommandError {
      return .refused
    } catch {
      return failure(of: pager, reason: "cannot be started")
    }
  }

  private var variables: [String: String] {
    // What is shown is UTF-8, also where the user's locale is not.
    let characters = RenderTarget.isUTF8(environment: environment) ? [:] : ["LESSCHARSET": "utf-8"]
    return PagerProgram.variables.merging(characters) { own, _ in own }
      .filter { environment[$0.key] == nil }
  }

  private func failure(of pager: String, reason: String) -> PagedText {
    hasFailed = true
    return .failed("the pager \(pager) \(reason); set PAGER to another one, or to cat for none")
  }
}
