package import FilmzCommands
import FilmzTerminal
import Subprocess
import SystemPackage

/// Displays long text in the user's pager.
package actor Pager {
  private let environment: [String: String]
  private let runningCommand: RunningCommand
  private var hasFailed = false

  package init(environment: [String: String], runningCommand: RunningCommand) {
    (self.environment, self.runningCommand) = (environment, runningCommand)
  }

  /// Displays text and waits until the user leaves the pager.
  ///
  /// If `atEnd` is `true` and the pager is `less`, it first shows the end of the text.
  ///
  /// A pager that cannot be run is reported once, as ``PagerOutcome/failed(_:)``, and not tried
  /// again. Later calls return ``PagerOutcome/notPaged``.
  package func show(_ text: String, atEnd: Bool = false) async -> PagerOutcome {
    guard !hasFailed, let pager = Self.commandLine(environment: environment) else { return .notPaged }
    guard !Self.isMissing(pager, environment: environment) else { return failure(of: pager, reason: "was not found") }
    do {
      let input = try AnonymousFile.open(holding: text.utf8)
      defer { try? input.close() }
      let commandLine = atEnd ? Self.openingAtEnd(pager) : pager
      switch try await runningCommand.runChild(commandLine, input: input, variables: variables) {
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
    let characterSetVariable = RenderTarget.isUTF8(environment: environment) ? [:] : ["LESSCHARSET": "utf-8"]
    return Self.defaultVariables.merging(characterSetVariable) { current, _ in current }
      .filter { environment[$0.key] == nil }
  }

  private func failure(of pager: String, reason: String) -> PagerOutcome {
    hasFailed = true
    return .failed("the pager \(pager) \(reason); set PAGER to another one, or to cat for no pager")
  }
}

/// The command line of the user's pager.
extension Pager {
  /// The command line if `$PAGER` is not set.
  ///
  /// `less` exits if the text fits on one screen (F) and on Ctrl-C (K), displays colors (R), and
  /// leaves the text on the screen (X).
  private static let defaultCommandLine = "less -FRXK"

  /// Environment variables for the pager, unless the user has set them.
  private static let defaultVariables = ["LESS": "FRX"]

  /// Returns the pager's command line for `sh`: `$PAGER`, or `less` if it is installed.
  ///
  /// Returns `nil` if `$PAGER` is empty, whitespace, or `cat`, or if it is not set and `less` is
  /// not installed.
  static func commandLine(environment: [String: String]) -> String? {
    guard let chosen = environment["PAGER"] else {
      return isInstalled("less", environment: environment) ? defaultCommandLine : nil
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
    return !isInstalled(first, environment: environment)
  }
}
