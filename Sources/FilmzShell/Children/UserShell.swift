import FilmzCommands
import Glibc
import Subprocess
import SystemPackage

/// The user's own shell, which runs what is none of ours.
package struct UserShell: Sendable {
  private let program: String
  private let child: TerminalChild

  package init(environment: [String: String], child: TerminalChild) {
    program = environment["SHELL"].flatMap { $0.isEmpty ? nil : $0 } ?? "sh"
    self.child = child
  }

  /// Runs a command line to its end, or the shell itself until the user leaves it.
  ///
  /// The line reads the terminal, or a text.
  ///
  /// - Throws: ``CommandError/programFailed(_:reason:)``, `CancellationError`.
  func run(_ line: String?, input: TextDescriptor? = nil) async throws -> TerminalChild.End {
    do {
      return try await child.run(executable, line.map { ["-c", $0] } ?? [], input: input)
    } catch let error where !(error is CancellationError) {
      throw CommandError.programFailed(
        "the shell \(program)", reason: "cannot be started; set SHELL to one that is there")
    }
  }

  private var executable: Executable {
    program.contains("/") ? .path(FilePath(program)) : .name(program)
  }
}
