import Glibc

/// Writes to and reads from a running program's three pipes concurrently, so that none blocks.
struct ProcessExchange: Sendable {
  let child: ChildProcess
  private let input: Descriptor
  private let stdout: Descriptor
  private let stderr: Descriptor
  private let stopsAfterLine: Bool
  private var script: ArraySlice<UInt8>
  private var output: [UInt8] = []
  private var errors: [UInt8] = []

  /// Creates the exchange with `child`; the descriptors are the test's ends of its pipes.
  init(
    child: ChildProcess, input: Descriptor, script: String, stdout: Descriptor,
    stderr: Descriptor, stopsAfterLine: Bool
  ) throws {
    self.child = child
    self.input = input
    self.stdout = stdout
    self.stderr = stderr
    self.stopsAfterLine = stopsAfterLine
    self.script = Array(script.utf8)[...]
    for end in [input, stdout, stderr] { try end.setNonBlocking() }
    if script.isEmpty { input.close() }
  }

  /// Writes the script and reads both outputs until the program has exited.
  ///
  /// Does not wait for output of the program's own child processes after that.
  mutating func finish(by deadline: Deadline) throws -> ProcessResult {
    Self.blockBrokenPipeSignal()
    while child.status == nil {
      guard !deadline.hasPassed else { throw killTimedOutProcess() }
      let ready = deadline.poll([
        (input, POLLOUT), (stdout, POLLIN), (stderr, POLLIN), (child.exitEvent, POLLIN),
      ])
      exchange(ready)
    }
    while readOutput() || readErrors() {}
    return ProcessResult(
      status: child.status ?? -1, stdout: String(decoding: output, as: UTF8.self),
      stderr: String(decoding: errors, as: UTF8.self))
  }

  private mutating func exchange(_ ready: [Bool]) {
    if ready[0] { writeScript() }
    if ready[1] { _ = readOutput() }
    if ready[2] { _ = readErrors() }
  }

  /// Blocks SIGPIPE in the current thread, where writes fail with EPIPE instead.
  static func blockBrokenPipeSignal() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &mask, nil)
  }

  private mutating func writeScript() {
    let count = script.withUnsafeBytes { write(input.number, $0.baseAddress, $0.count) }
    if count > 0 { script = script.dropFirst(count) }
    let hasFailed = count < 0 && errno != EAGAIN && errno != EINTR
    if hasFailed || script.isEmpty { input.close() }
  }

  /// Reads available output; returns whether there may be more.
  private mutating func readOutput() -> Bool {
    guard Self.read(stdout, into: &output) else { return false }
    if stopsAfterLine, let end = output.firstIndex(of: 0x0a) {
      output.removeSubrange((end + 1)...)
      stdout.close()
    }
    return true
  }

  private mutating func readErrors() -> Bool {
    Self.read(stderr, into: &errors)
  }

  private static func read(_ source: Descriptor, into bytes: inout [UInt8]) -> Bool {
    guard source.isOpen, let newBytes = source.readAvailable() else { return false }
    bytes += newBytes
    if newBytes.isEmpty { source.close() }
    return !newBytes.isEmpty
  }

  private func killTimedOutProcess() -> TestSupportError {
    child.kill()
    return .stillRunning(
      stdout: String(decoding: output, as: UTF8.self),
      stderr: String(decoding: errors, as: UTF8.self))
  }
}
