import Glibc

extension FilmzProcess {
  /// The destination of the program's standard output.
  package enum Output: Sendable {
    /// Standard output is part of the result.
    case captured
    /// Standard output is written to an existing file or device, such as `/dev/full`.
    case path(String)
    /// The result contains the first line, after which the pipe is closed, as `head -1` does.
    case closedAfterFirstLine
  }

  /// Runs the program as a process until it exits; cancelling the task kills it.
  ///
  /// The standard input is a pipe with `script`, or `/dev/null`. Variables whose value in `environment`
  /// is `nil` are removed. If the program takes longer than `timeout`, it is killed and
  /// `TestSupportError.stillRunning` is thrown.
  package func runProcess(
    _ arguments: [String], script: String? = nil, environment: [String: String?] = [:],
    output: Output = .captured, timeout: Duration = .seconds(300)
  ) async throws -> ProcessResult {
    let deadline = Deadline(in: timeout)
    let exchange = try start(arguments, script, self.environment(with: environment), output)
    return try await withTaskCancellationHandler {
      try await DetachedThread.run {
        var exchange = exchange
        return try exchange.finish(by: deadline)
      }
    } onCancel: {
      exchange.child.kill()
    }
  }

  private func start(
    _ arguments: [String], _ script: String?, _ environment: [String: String], _ output: Output
  ) throws -> ProcessExchange {
    let (input, inputEnd) = try Descriptor.pipe()
    let (outputEnd, stdout) = try Descriptor.pipe()
    let (errorEnd, stderr) = try Descriptor.pipe()
    let configuration = SpawnConfiguration(
      executable: executable, arguments: arguments, environment: environment, folder: folder.path,
      streams: [
        script == nil ? .path("/dev/null", flags: O_RDONLY) : .descriptor(input),
        output.stream(or: stdout), .descriptor(stderr),
      ])
    let child = try ChildProcess(configuration)
    for end in [input, stdout, stderr] { end.close() }
    return try ProcessExchange(
      child: child, input: inputEnd, script: script ?? "", stdout: outputEnd, stderr: errorEnd,
      stopsAfterLine: output.stopsAfterLine)
  }
}

extension FilmzProcess.Output {
  fileprivate func stream(or captured: Descriptor) -> SpawnConfiguration.Stream {
    if case .path(let path) = self { return .path(path, flags: O_WRONLY) }
    return .descriptor(captured)
  }

  fileprivate var stopsAfterLine: Bool {
    if case .closedAfterFirstLine = self { return true }
    return false
  }
}

/// The exit status and the output of a program; invalid UTF-8 in the output is repaired.
package struct ProcessResult: Sendable, Equatable {
  /// The exit status, or the negative number of the signal that terminated the program.
  package let status: Int32
  /// The captured standard output.
  package let stdout: String
  /// The standard error.
  package let stderr: String

  package init(status: Int32, stdout: String, stderr: String) {
    self.status = status
    self.stdout = stdout
    self.stderr = stderr
  }

  /// The concatenated JSON documents on standard output.
  package var documents: [JSON] {
    get throws { try JSON.documents(in: stdout) }
  }

  /// The last JSON document on standard output; throws an error if there is none.
  package var json: JSON {
    get throws {
      guard let last = try documents.last else {
        throw TestSupportError.invalidJSON(stdout + stderr)
      }
      return last
    }
  }
}
