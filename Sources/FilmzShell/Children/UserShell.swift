import FilmzCommands
import Glibc
import Subprocess
import SystemPackage

/// The user's shell, which runs other programs: `$SHELL`, or `sh` if `SHELL` is empty or not set.
package struct UserShell: Sendable {
  private let program: String
  private let childRunner: ChildProcessRunner

  package init(environment: [String: String], childRunner: ChildProcessRunner) {
    program = environment["SHELL"].flatMap { $0.isEmpty ? nil : $0 } ?? "sh"
    self.childRunner = childRunner
  }

  /// Runs a command line, or an interactive shell if `commandLine` is `nil`, and waits for the
  /// shell to exit.
  ///
  /// Without `input`, the shell inherits the standard input of filmz.
  ///
  /// - Throws: ``CommandError/programFailed(_:reason:)``, `CancellationError`.
  func run(
    _ commandLine: String?, input: ChildInput? = nil
  ) async throws -> ChildProcessRunner.Termination {
    do {
      return try await childRunner.run(
        executable, commandLine.map { ["-c", $0] } ?? [], input: input)
    } catch let error where !(error is CancellationError) {
      throw CommandError.programFailed(
        "the shell \(program)", reason: "cannot be started; set SHELL to an installed shell")
    }
  }

  private var executable: Executable {
    program.contains("/") ? .path(FilePath(program)) : .name(program)
  }
}
