import Glibc

extension FilmzProcess {
  /// Where the program's standard output leads.
  package enum Output: Sendable {
    /// Into the result.
    case captured
    /// Into a file or device that exists, such as `/dev/full`.
    case path(String)
    /// Into the result up to and with the first line; then the pipe is closed, like `head -1`.
    case closedAfterFirstLine
  }

  /// Runs the program to its end; cancelling the task kills it.
  ///
  /// Its input is `script` on a pipe, else `/dev/null`; variables in `environment` that are nil are
  /// taken away. Throws `TestSupportError.stillRunning`, having killed the program, when it takes
  /// longer than `timeout`.
  package func run(
    _ arguments: [String], script: String? = nil, environment: [String: String?] = [:],
    output: Output = .captured, timeout: Duration = .seconds(60)
  ) async throws -> ProcessResult {
    let deadline = Deadline(in: timeout)
    let exchange = try start(arguments, script, self.environment(with: environment), output)
    return try await withTaskCancellationHandler {
      try await Blocking.run {
        var exchange = exchange
        return try exchange.finish(by: deadline)
      }
    } onCancel: {
      exchange.child.kill()
    }
  }

  /// `run` with the arguments one after another: `run("--format", "json", "stats")`.
  package func run(_ arguments: String..., script: String? = nil) async throws -> ProcessResult {
    try await run(arguments, script: script)
  }

  private func start(
    _ arguments: [String], _ script: String?, _ environment: [String: String], _ output: Output
  ) throws -> ProcessExchange {
    let (input, inputEnd) = try Descriptor.pipe()
    let (outputEnd, stdout) = try Descriptor.pipe()
    let (errorEnd, stderr) = try Descriptor.pipe()
    let spawn = Spawn(
      executable: executable, arguments: arguments, environment: environment, folder: folder.path,
      streams: [
        script == nil ? .path("/dev/null", flags: O_RDONLY) : .descriptor(input),
        output.stream(or: stdout), .descriptor(stderr),
      ])
    let child = try ChildProcess(spawn)
    for end in [input, stdout, stderr] { end.close() }
    return try ProcessExchange(
      child: child, input: inputEnd, script: script ?? "", stdout: outputEnd, stderr: errorEnd,
      stopsAfterLine: output.stopsAfterLine)
  }
}

extension FilmzProcess.Output {
  fileprivate func stream(or captured: Descriptor) -> Spawn.Stream {
    if case .path(let path) = self { return .path(path, flags: O_WRONLY) }
    return .descriptor(captured)
  }

  fileprivate var stopsAfterLine: Bool {
    if case .closedAfterFirstLine = self { return true }
    return false
  }
}
