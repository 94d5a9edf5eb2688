import Foundation
import Glibc
import Synchronization

/// A running program on pipes, whose script comes piece by piece and whose output is read as it
/// comes.
///
/// The program is killed when nobody holds this any more.
package final class PipedProcess: Sendable {
  private let child: ChildProcess
  private let input: Descriptor
  private let stdout: Descriptor
  private let output = Mutex<[UInt8]>([])

  /// Takes over our own ends of the pipes.
  init(child: ChildProcess, input: Descriptor, stdout: Descriptor) throws {
    self.child = child
    self.input = input
    self.stdout = stdout
    for end in [input, stdout] { try end.setNonBlocking() }
  }

  deinit { child.kill() }

  /// The whole lines of standard output, as far as they were read.
  package var lines: [String] {
    let text = output.withLock { String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// The most memory that the program had so far, in bytes; it has to be running.
  package var peakMemory: Int {
    get throws {
      let status = try String(contentsOfFile: "/proc/\(child.id)/status", encoding: .utf8)
      let kilobytes = status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) }
      guard let kilobytes else { throw TestSupportError.system(call: "VmHWM", code: ENOENT) }
      return kilobytes * 1024
    }
  }

  /// Hands a piece of the script over; what nobody reads any more is dropped.
  package func send(_ script: String, timeout: Duration = .seconds(60)) async throws {
    let deadline = Deadline(in: timeout)
    try await Blocking.run { [self] in
      ProcessExchange.blockBrokenPipeSignal()
      var rest = Array(script.utf8)[...]
      while !rest.isEmpty, child.status == nil {
        let ready = try exchange(by: deadline, writing: true)
        if ready { rest = rest.dropFirst(write(rest)) }
      }
    }
  }

  /// Says that the script is complete.
  package func endScript() { input.close() }

  /// Waits until so many lines are there, the output has ended or the time is up; the lines then.
  @discardableResult
  package func lines(
    atLeast count: Int, within limit: Duration = .seconds(60)
  ) async throws -> [String] {
    let deadline = Deadline(in: limit)
    return try await Blocking.run { [self] in
      while lines.count < count, stdout.isOpen, !deadline.hasPassed {
        _ = try? exchange(by: deadline, writing: false)
      }
      return lines
    }
  }

  /// Kills the program, and reads what it still had written.
  package func kill() async throws {
    child.kill()
    _ = try await waitForExit()
  }

  /// Waits until the program has ended, reading what it writes; its exit status, or minus the
  /// number of the signal that ended it.
  package func waitForExit(timeout: Duration = .seconds(60)) async throws -> Int32 {
    let deadline = Deadline(in: timeout)
    return try await Blocking.run { [self] in
      while stdout.isOpen || child.status == nil {
        _ = try exchange(by: deadline, writing: false)
      }
      return child.status ?? -1
    }
  }

  /// Waits for something to happen, and reads what there is; whether more of the script is wanted.
  private func exchange(by deadline: Deadline, writing: Bool) throws -> Bool {
    guard !deadline.hasPassed else {
      throw TestSupportError.stillRunning(stdout: lines.joined(separator: "\n"), stderr: "")
    }
    let end = stdout.isOpen ? [] : [(child.exitEvent, POLLIN)]
    let script = writing ? [(input, POLLOUT)] : []
    let ready = deadline.poll([(stdout, POLLIN)] + end + script)
    if ready[0], let bytes = stdout.readSome() {
      output.withLock { $0 += bytes }
      if bytes.isEmpty { stdout.close() }
    }
    return writing && ready[ready.count - 1]
  }

  /// Hands some bytes over; how many.
  private func write(_ bytes: ArraySlice<UInt8>) -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(input.number, $0.baseAddress, $0.count) }
    if count < 0, errno != EAGAIN, errno != EINTR { return bytes.count }
    return max(0, count)
  }
}

extension FilmzProcess {
  /// Starts the program with a script on a pipe; its standard error goes to the file `stderr`.
  package func openPipes(_ arguments: [String]) throws -> PipedProcess {
    let (input, inputEnd) = try Descriptor.pipe()
    let (outputEnd, stdout) = try Descriptor.pipe()
    let errors = folder.path(of: "stderr")
    let spawn = Spawn(
      executable: executable, arguments: arguments, environment: environment, folder: folder.path,
      streams: [
        .descriptor(input), .descriptor(stdout),
        .path(errors, flags: O_WRONLY | O_CREAT | O_APPEND),
      ])
    let child = try ChildProcess(spawn)
    for end in [input, stdout] { end.close() }
    return try PipedProcess(child: child, input: inputEnd, stdout: outputEnd)
  }
}
