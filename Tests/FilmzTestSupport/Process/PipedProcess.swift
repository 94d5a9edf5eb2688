import Foundation
import Glibc
import Synchronization

/// A running program whose script is sent in parts, and whose output is read while it runs.
///
/// The program is killed on deinitialization.
package final class PipedProcess: Sendable {
  private let child: ChildProcess
  private let input: Descriptor
  private let stdout: Descriptor
  private let output = Mutex<[UInt8]>([])

  /// Takes ownership of the test's ends of the pipes.
  init(child: ChildProcess, input: Descriptor, stdout: Descriptor) throws {
    self.child = child
    self.input = input
    self.stdout = stdout
    for end in [input, stdout] { try end.setNonBlocking() }
  }

  deinit { child.kill() }

  /// The complete lines of standard output that have been read so far.
  package var lines: [String] {
    let text = output.withLock { String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// `true` until the program has exited.
  fileprivate var isRunning: Bool { child.status == nil }

  /// The peak memory usage of the running program, in bytes.
  package var peakMemory: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(child.id)/status", encoding: .utf8)
      let kilobytes = status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) }
      guard let kilobytes else { throw TestSupportError.system(call: "VmHWM", code: ENOENT) }
      return kilobytes * 1024
    }
  }

  /// Sends a part of the script; input is dropped if the program no longer reads it.
  package func send(_ script: String, timeout: Duration = .seconds(300)) async throws {
    let deadline = Deadline(in: timeout)
    try await DetachedThread.run { [self] in
      ProcessExchange.blockBrokenPipeSignal()
      var remaining = Array(script.utf8)[...]
      while !remaining.isEmpty, child.status == nil {
        let canWrite = try readOutput(by: deadline, writing: true)
        if canWrite { remaining = remaining.dropFirst(write(remaining)) }
      }
    }
  }

  /// Closes the program's standard input, which ends the script.
  package func closeInput() { input.close() }

  /// Waits until there are `count` lines, the output has ended, or the limit has passed; returns all
  /// lines.
  @discardableResult
  package func lines(
    atLeast count: Int, within limit: Duration = .seconds(300)
  ) async throws -> [String] {
    let deadline = Deadline(in: limit)
    return try await DetachedThread.run { [self] in
      while lines.count < count, stdout.isOpen, !deadline.hasPassed {
        _ = try? readOutput(by: deadline, writing: false)
      }
      return lines
    }
  }

  /// Kills the program, and reads its remaining output.
  package func kill() async throws {
    child.kill()
    _ = try await waitForExit()
  }

  /// Reads the output until the program has exited, and returns its exit status.
  ///
  /// If a signal terminated the program, returns its negative number.
  package func waitForExit(timeout: Duration = .seconds(300)) async throws -> Int32 {
    let deadline = Deadline(in: timeout)
    return try await DetachedThread.run { [self] in
      while stdout.isOpen || child.status == nil {
        _ = try readOutput(by: deadline, writing: false)
      }
      return child.status ?? -1
    }
  }

  /// Waits for an event and reads available output; returns whether the program's input is writable.
  private func readOutput(by deadline: Deadline, writing: Bool) throws -> Bool {
    guard !deadline.hasPassed else {
      throw TestSupportError.stillRunning(stdout: lines.joined(separator: "\n"), stderr: "")
    }
    let exitEvent = stdout.isOpen ? [] : [(child.exitEvent, POLLIN)]
    let script = writing ? [(input, POLLOUT)] : []
    let ready = deadline.poll([(stdout, POLLIN)] + exitEvent + script)
    if ready[0], let bytes = stdout.readAvailable() {
      output.withLock { $0 += bytes }
      if bytes.isEmpty { stdout.close() }
    }
    return writing && ready[ready.count - 1]
  }

  /// Writes some bytes, and returns their number.
  private func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(input.number, $0.baseAddress, $0.count) }
    if count < 0, errno != EAGAIN, errno != EINTR { return bytes.count }
    return max(0, count)
  }
}

extension FilmzProcess {
  /// Starts the program with a script on a pipe; its standard error is appended to the file `stderr`.
  package func openPipes(_ arguments: [String]) throws -> PipedProcess {
    let (input, inputEnd) = try Descriptor.pipe()
    let (outputEnd, stdout) = try Descriptor.pipe()
    let stderrPath = folder.path(of: "stderr")
    let configuration = SpawnConfiguration(
      executable: executable, arguments: arguments, environment: environment, folder: folder.path,
      streams: [
        .descriptor(input), .descriptor(stdout),
        .path(stderrPath, flags: O_WRONLY | O_CREAT | O_APPEND),
      ])
    let child = try ChildProcess(configuration)
    for end in [input, stdout] { end.close() }
    return try PipedProcess(child: child, input: inputEnd, stdout: outputEnd)
  }

  /// Waits until a program that was started with ``openPipes(_:)`` has written a text to standard error.
  ///
  /// - Throws: ``TestSupportError/stillRunning(stdout:stderr:)`` if the program exits before that, or the limit
  ///   has passed.
  package func waitForError(
    containing text: String, of process: PipedProcess, within limit: Duration = .seconds(300)
  ) async throws {
    let deadline = Deadline(in: limit)
    while try !folder.read("stderr").contains(text) {
      guard process.isRunning, !deadline.hasPassed else {
        throw TestSupportError.stillRunning(
          stdout: process.lines.joined(separator: "\n"), stderr: try folder.read("stderr"))
      }
      try await process.lines(atLeast: .max, within: .milliseconds(20))
    }
  }
}
