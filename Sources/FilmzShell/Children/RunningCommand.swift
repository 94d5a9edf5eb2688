import FilmzCommands
import Foundation
import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// The command that is running, if any, which the thread that handles signals can cancel.
package final class RunningCommand: Sendable {
  private let cancellation = Mutex<(@Sendable () -> Void)?>(nil)

  /// The number of child processes that use the terminal.
  private let foregroundChildCount = Atomic(0)

  /// The signal that terminates the program, or 0 if there is none.
  private let terminationSignal = Atomic<CInt>(0)

  package init() {}

  /// Runs a function as a task that ``cancel()`` cancels.
  package func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    // The task may call `cancel()` immediately, which waits for the lock.
    let task = cancellation.withLock { cancel in
      let task = Task { try await body() }
      cancel = { task.cancel() }
      return task
    }
    defer { cancellation.withLock { $0 = nil } }
    return try await task.value
  }

  /// `true` while a child process uses the terminal and receives Ctrl-C itself.
  package var hasForegroundChild: Bool { foregroundChildCount.load(ordering: .acquiring) > 0 }

  /// Runs a function that starts a child process on the terminal and waits for it.
  ///
  /// When this method returns, a Ctrl-C that was pressed meanwhile has been handled, unless the
  /// task was cancelled.
  func withForegroundChild<Value>(_ body: () async throws -> Value) async throws -> Value {
    foregroundChildCount.add(1, ordering: .acquiringAndReleasing)
    defer { foregroundChildCount.subtract(1, ordering: .acquiringAndReleasing) }
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    // If the task is cancelled, the thread that handles signals may be busy ending the program.
    if !Task.isCancelled { await Signals.waitForPendingSignals() }
    return try result.get()
  }

  /// Cancels the command because a signal terminates the program.
  ///
  /// If this method is called for several signals, ``terminationStatus`` is the status for the
  /// first one.
  package func terminate(by signal: CInt) {
    _ = terminationSignal.compareExchange(expected: 0, desired: signal, ordering: .acquiringAndReleasing)
    cancel()
  }

  /// The exit status for the signal that terminates the program, or `nil` if there is none.
  package var terminationStatus: CInt? {
    let signal = terminationSignal.load(ordering: .acquiring)
    return signal == 0 ? nil : 128 + signal
  }

  /// Cancels the command, if one is running.
  package func cancel() { cancellation.withLock { $0 }?() }
}

/// Other programs, such as `$EDITOR`, which run on the terminal.
///
/// The programs run in the foreground process group of filmz with default signal actions, so that
/// they receive the signals of Ctrl-C, Ctrl-\, and window size changes. filmz ignores Ctrl-C and
/// Ctrl-\ meanwhile.
extension RunningCommand {
  /// Runs a command line with `sh` and waits for it; the arguments are `$1`, `$2`, and so on.
  ///
  /// Without `input`, the program inherits the standard input of filmz. The program gets the
  /// terminal in the modes from the start of filmz; afterwards, the modes from before this call are
  /// set again. If the task is cancelled, the program is sent SIGHUP and, if it has not ended after
  /// half a second, killed.
  ///
  /// - Throws: `SubprocessError`, `CancellationError`.
  func runChild(
    _ commandLine: String, _ arguments: [String] = [], input: FileDescriptor? = nil, variables: [String: String] = [:]
  ) async throws -> TerminationStatus {
    try await runChild(.name("sh"), ["-c", commandLine, "sh"] + arguments, input: input, variables: variables)
  }

  /// Runs a command line in the user's shell, `$SHELL` or `sh`, or the shell itself if `commandLine`
  /// is `nil`, and waits for it.
  ///
  /// - Throws: ``CommandError/programFailed(_:reason:)``, `CancellationError`.
  func runInUserShell(
    _ commandLine: String?, input: FileDescriptor? = nil, environment: [String: String]
  ) async throws -> TerminationStatus {
    let shell = environment["SHELL"].flatMap { $0.isEmpty ? nil : $0 } ?? "sh"
    do {
      return try await runChild(
        shell.contains("/") ? .path(FilePath(shell)) : .name(shell), commandLine.map { ["-c", $0] } ?? [], input: input)
    } catch let error where !(error is CancellationError) {
      throw CommandError.programFailed(
        "the shell \(shell)", reason: "cannot be started; set SHELL to an installed shell")
    }
  }

  private func runChild(
    _ program: Executable, _ arguments: [String], input: FileDescriptor?, variables: [String: String] = [:]
  ) async throws -> TerminationStatus {
    let environment = variables.reduce(Environment.inherit) { environment, variable in
      environment.updating([Environment.Key(stringLiteral: variable.key): variable.value])
    }
    var options = PlatformOptions()
    options.teardownSequence = [.send(signal: .terminalClosed, allowedDurationToNextStep: .milliseconds(500))]
    return try await withForegroundChild {
      let modes = TerminalModes()
      SavedTerminalModes.restore()
      let quitAction = signal(SIGQUIT, SIG_IGN)
      CoreFile.restoreLimit()
      defer {
        CoreFile.disable()
        signal(SIGQUIT, quitAction)
        modes?.apply()
      }
      return try await Subprocess.run(
        program, arguments: Arguments(arguments), environment: environment, platformOptions: options,
        input: input.map { .fileDescriptor($0, closeAfterSpawningProcess: false) } ?? .currentStandardInput,
        output: .currentStandardOutput, error: .currentStandardError
      ).terminationStatus
    }
  }
}

extension TerminationStatus {
  /// Returns the part of an error message after the program's name, such as `ended with status 2`.
  ///
  /// Returns `nil` if the program succeeded, was terminated by one of `signals`, or exited with the
  /// status that shells use for one of them (128 + signal).
  func failureDescription(ignoring signals: [CInt] = []) -> String? {
    switch self {
    case .exited(0): nil
    case .exited(let status) where signals.contains(status - 128): nil
    case .signaled(let signal) where signals.contains(signal): nil
    case .exited(126), .exited(127): "cannot be run"
    case .exited(let status): "ended with status \(status)"
    case .signaled(let signal): "was terminated by signal \(signal)"
    }
  }
}

/// Returns whether a folder of `PATH` contains an executable file with a program's name.
func isInstalled(_ program: String, environment: [String: String]) -> Bool {
  (environment["PATH"] ?? "").split(separator: ":").contains { folder in
    FileManager.default.isExecutableFile(atPath: "\(folder)/\(program)")
  }
}
