import FilmzTestSupport
import Foundation

extension FilmzProcess {
  /// Runs the program until it ends, in the process of the tests if that makes no difference.
  ///
  /// The standard input is `script`, or nothing. Variables whose value in `environment` is `nil` are removed.
  /// With another output or a timeout, after which it throws `TestSupportError.stillRunning`, the run is a process;
  /// with the environment variable `FILMZ_TESTS_USE_PROCESSES`, each run is.
  func run(
    _ arguments: [String], script: String? = nil, environment: [String: String?] = [:],
    output: Output = .captured, timeout: Duration? = nil
  ) async throws -> ProcessResult {
    if case .captured = output, timeout == nil, let program = InProcessProgram(self, environment) {
      return try await program.run(arguments, script: script)
    }
    return try await runProcess(
      arguments, script: script, environment: environment, output: output,
      timeout: timeout ?? .seconds(300))
  }

  /// Runs the program with variadic arguments: `run("--format", "json", "stats")`.
  func run(_ arguments: String..., script: String? = nil) async throws -> ProcessResult {
    try await run(arguments, script: script)
  }
}
