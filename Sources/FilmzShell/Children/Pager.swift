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

/// The user's pager.
enum PagerProgram {
  /// The command line if `$PAGER` is not set.
  ///
  /// `less` exits if the text fits on one screen (F) and on Ctrl-C (K), displays colors (R), and
  /// leaves the text on the screen (X).
  private static let defaultCommandLine = "less -FRXK"

  /// Environment variables for the pager.
  ///
  /// If the user has set one of them, it is not changed.
  static let defaultVariables = ["LESS": "FRX"]

  /// Returns the pager's command line for `sh`: `$PAGER`, or `less` if it is installed.
  ///
  /// Returns `nil` if `$PAGER` is empty, whitespace, or `cat`, or if it is not set and `less` is
  /// not installed.
  static func commandLine(environment: [String: String]) -> String? {
    guard let chosen = environment["PAGER"] else {
      return ProgramPath.contains("less", path: environment["PATH"] ?? "")
        ? defaultCommandLine : nil
    }
    let words = chosen.split(whereSeparator: \.isWhitespace)
    return words.isEmpty || words == ["cat"] ? nil : chosen
  }

  /// Returns the command line with which `less` first shows the end of the text.
  ///
  /// Returns the command line itself for other pagers and for command lines with special characters of
  /// the shell.
  static func openingAtEnd(_ commandLine: String) -> String {
    let program = commandLine.split(whereSeparator: \.isWhitespace).first ?? ""
    guard program.split(separator: "/").last == "less",
      commandLine.allSatisfy({ $0.isLetter || $0.isNumber || " -_+./=".contains($0) })
    else { return commandLine }
    return commandLine + " +G"
  }

  /// Returns whether a command line begins with the name of a program that is not in `PATH`.
  ///
  /// Returns `false` if the first word may be more than a name, such as a path or a quoted word.
  static func isMissing(_ commandLine: String, environment: [String: String]) -> Bool {
    guard let first = commandLine.split(whereSeparator: \.isWhitespace).first.map(String.init),
      first.allSatisfy({ $0.isLetter || $0.isNumber || "-_+.".contains($0) })
    else { return false }
    return !ProgramPath.contains(first, path: environment["PATH"] ?? "")
  }
}
