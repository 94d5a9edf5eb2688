import FilmzCommands
import Foundation
import Glibc
import Subprocess
import SystemPackage

/// Runs other programs, such as `$EDITOR`, on the terminal.
///
/// The programs run in the foreground process group of filmz with default signal actions, so that
/// they receive the signals of Ctrl-C, Ctrl-\, and window size changes. filmz ignores Ctrl-C and
/// Ctrl-\ meanwhile.
package struct ChildProcessRunner: Sendable {
  /// The way in which a program terminated.
  enum Termination: Sendable, Equatable {
    /// The program exited with a status.
    case exited(CInt)
    /// A signal terminated the program.
    case killed(by: CInt)
  }

  private let runningCommand: RunningCommand

  package init(runningCommand: RunningCommand) {
    self.runningCommand = runningCommand
  }

  /// Runs a command line with `sh` and waits for it; the arguments are `$1`, `$2`, and so on.
  ///
  /// Without `input`, the program inherits the standard input of filmz. The program gets the
  /// terminal in the modes from the start of filmz; afterwards, the modes from before this call are
  /// set again. If the task is cancelled, the program is sent SIGHUP and, if it has not ended after
  /// half a second, killed.
  ///
  /// - Throws: `SubprocessError`, `CancellationError`.
  func run(
    _ commandLine: String, _ arguments: [String] = [], input: ChildInput? = nil,
    variables: [String: String] = [:]
  ) async throws -> Termination {
    try await run(
      .name("sh"), ["-c", commandLine, "sh"] + arguments, input: input, variables: variables)
  }

  /// Runs a program and waits for it, like ``run(_:_:input:variables:)``.
  func run(
    _ program: Executable, _ arguments: [String], input: ChildInput? = nil,
    variables: [String: String] = [:]
  ) async throws -> Termination {
    let environment = variables.reduce(Environment.inherit) { environment, variable in
      environment.updating([Environment.Key(stringLiteral: variable.key): variable.value])
    }
    return try await runningCommand.withForegroundChild {
      let modes = TerminalModes()
      SavedTerminalModes.restore()
      let quitAction = signal(SIGQUIT, SIG_IGN)
      CoreFile.restoreLimit()
      defer {
        CoreFile.disable()
        signal(SIGQUIT, quitAction)
        modes?.apply()
      }
      let result = try await Subprocess.run(
        program, arguments: Arguments(arguments), environment: environment,
        platformOptions: Self.options, input: input?.input ?? .currentStandardInput,
        output: .currentStandardOutput, error: .currentStandardError)
      switch result.terminationStatus {
      case .exited(let status): return .exited(status)
      case .signaled(let signal): return .killed(by: signal)
      }
    }
  }

  private static var options: PlatformOptions {
    var options = PlatformOptions()
    options.teardownSequence = [
      .send(signal: .terminalClosed, allowedDurationToNextStep: .milliseconds(500))
    ]
    return options
  }
}

extension ChildProcessRunner.Termination {
  /// Returns the part of an error message after the program's name, such as `ended with status 2`.
  ///
  /// Returns `nil` if the program succeeded, was terminated by one of `signals`, or exited with the
  /// status that shells use for one of them (128 + signal).
  func failureDescription(ignoring signals: [CInt] = []) -> String? {
    switch self {
    case .exited(0): nil
    case .exited(let status) where signals.contains(status - 128): nil
    case .killed(let signal) where signals.contains(signal): nil
    case .exited(126), .exited(127): "cannot be run"
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was terminated by signal \(signal)"
    }
  }
}

/// Text that a child process reads as its standard input.
///
/// The text is in an anonymous file instead of a pipe, so that filmz does not wait for a program
/// that does not read all of the text.
struct ChildInput: Sendable {
  private let descriptor: FileDescriptor

  /// Creates an input by writing text to a new anonymous file.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  init(holding text: some Sequence<UInt8>) throws {
    descriptor = try AnonymousFile.open(preferring: .memory)
    do {
      try AnonymousFile.append(text, to: descriptor)
      try descriptor.seek(offset: 0, from: .start)
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// Creates an input with the content of an anonymous file, whose descriptor is duplicated.
  ///
  /// Both descriptors share a file offset, which is set to the start of the file.
  ///
  /// - Throws: ``CommandError/outputFailed(reason:)``.
  init(sharing file: FileDescriptor) throws(CommandError) {
    let copy = fcntl(file.rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw AnonymousFile.error(Errno(rawValue: errno)) }
    descriptor = FileDescriptor(rawValue: copy)
    _ = try? descriptor.seek(offset: 0, from: .start)
  }

  var input: FileDescriptorInput {
    .fileDescriptor(descriptor, closeAfterSpawningProcess: false)
  }

  func close() { try? descriptor.close() }
}

/// The search path for programs.
enum ProgramPath {
  /// Returns whether one of the folders in `path`, a value of `PATH`, contains an executable file
  /// with this name.
  static func contains(_ program: String, path: String) -> Bool {
    path.split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
    }
  }
}

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
