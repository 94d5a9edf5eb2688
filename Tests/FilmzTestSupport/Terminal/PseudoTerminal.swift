import Foundation
package import Glibc
import Synchronization

/// A program that runs on a pseudo-terminal, which is its controlling terminal, and its screen.
///
/// The program is killed on deinitialization.
package final class PseudoTerminal: Sendable {
  private let child: ChildProcess
  private let primary: Descriptor
  private let display: Mutex<Screen>

  /// Creates a terminal of this size, and starts a program with it as its standard streams.
  init(
    rows: Int, columns: Int,
    starting configuration: (_ streams: [SpawnConfiguration.Stream]) -> SpawnConfiguration
  ) throws {
    let (primary, secondary, path) = try Self.open(rows, columns)
    defer { secondary.close() }
    let stream = SpawnConfiguration.Stream.path(path, flags: O_RDWR)
    try primary.setNonBlocking()
    self.primary = primary
    child = try ChildProcess(configuration([stream, stream, stream]))
    display = Mutex(Screen(rows: rows, columns: columns))
  }

  deinit { child.kill() }

  /// The screen with the output that `expect` or `waitForExit` have read so far.
  package var screen: Screen { display.withLock(\.self) }

  /// Types `text`; `\r` is Return, `\u{3}` Control-C, and `\u{1b}[A` the up arrow.
  ///
  /// The next `expect` examines the output from here on. Output is read while typing, so that long
  /// input cannot block.
  package func send(_ text: String, timeout: Duration = .seconds(300)) async throws {
    display.withLock { $0.mark() }
    let deadline = Deadline(in: timeout)
    try await DetachedThread.run { [self] in
      var remaining = Array(text.utf8)[...]
      while !remaining.isEmpty {
        remaining = remaining.dropFirst(try write(remaining, by: deadline))
      }
    }
  }

  /// Resizes the terminal, which sends SIGWINCH to the program; for `wrapping`, see ``Screen``.
  package func resize(rows: Int, columns: Int, wrapping: Bool = false) throws {
    var size = Self.size(rows, columns)
    // In this order, as terminals do it: the program may draw at once.
    display.withLock { $0.resize(rows: rows, columns: columns, wrapping: wrapping) }
    try TestSupportError.check(ioctl(primary.number, UInt(TIOCSWINSZ), &size), "TIOCSWINSZ")
  }

  /// The terminal's attributes, as returned by `tcgetattr`.
  package var terminalModes: termios {
    get throws {
      var modes = termios()
      try TestSupportError.check(tcgetattr(primary.number, &modes), "tcgetattr")
      return modes
    }
  }

  /// `true` if the terminal passes whole lines to the program, which a line editor switches off.
  package var isCanonical: Bool {
    get throws { try terminalModes.c_lflag & tcflag_t(ICANON) != 0 }
  }

  /// `true` if the terminal echoes input, which a prompt for a secret switches off.
  package var isEchoing: Bool {
    get throws { try terminalModes.c_lflag & tcflag_t(ECHO) != 0 }
  }

  /// The exit status, or the negative number of the signal that terminated the program; `nil` while it
  /// runs.
  package var status: Int32? { child.status }

  /// The processor time that the program has used, which other programs hardly influence.
  package var processorTime: Duration {
    get throws {
      var clock = clockid_t()
      let code = clock_getcpuclockid(child.id, &clock)
      guard code == 0 else {
        throw TestSupportError.system(call: "clock_getcpuclockid", code: code)
      }
      var time = timespec()
      try TestSupportError.check(clock_gettime(clock, &time), "clock_gettime")
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
  }

  /// Returns whether a program with a name, such as `less`, runs on the terminal and sleeps.
  ///
  /// A program that shows a prompt and then sleeps waits for input.
  package func isSleeping(_ program: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
      // The process may end meanwhile. The fields are `id (name) state parent group session`.
      guard let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8) else {
        return false
      }
      let fields = stat.split(separator: " ")
      return fields.count > 5 && fields[1] == "(\(program))" && fields[2] == "S"
        && fields[5] == "\(child.id)"
    }
  }

  /// Sends a signal to the program, by default SIGKILL.
  package func kill(_ signal: Int32 = SIGKILL) { child.kill(signal) }

  /// Waits for output or the program's exit, and feeds the output to the screen.
  ///
  /// Returns `false` if there will be no more output.
  func advance(by deadline: Deadline) async throws -> Bool {
    try await DetachedThread.run { [self] in
      let ready = deadline.poll([(primary, POLLIN), (child.exitEvent, POLLIN)])
      guard ready[0] else { return !ready[1] }
      guard let bytes = primary.readAvailable() else { return true }
      display.withLock { $0.feed(bytes) }
      return !bytes.isEmpty
    }
  }

  /// Waits until the program has exited or the deadline has passed.
  func awaitExit(by deadline: Deadline) async throws {
    try await DetachedThread.run { [child] in _ = deadline.poll([(child.exitEvent, POLLIN)]) }
  }

  /// Types some of `bytes`, and returns their number.
  private func write(_ bytes: ArraySlice<UInt8>, by deadline: Deadline) throws -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(primary.number, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    guard errno == EAGAIN, !deadline.hasPassed else {
      throw TestSupportError.system(call: "write", code: errno)
    }
    _ = deadline.poll([(primary, POLLIN | POLLOUT)])
    display.withLock { $0.feed(primary.readAvailable() ?? []) }
    return 0
  }

  private static func open(
    _ rows: Int, _ columns: Int
  ) throws -> (primary: Descriptor, secondary: Descriptor, path: String) {
    var (primary, secondary): (Int32, Int32) = (-1, -1)
    var size = size(rows, columns)
    var name = [CChar](repeating: 0, count: 128)
    try TestSupportError.check(openpty(&primary, &secondary, &name, nil, &size), "openpty")
    for end in [primary, secondary] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    return (Descriptor(primary), Descriptor(secondary), path)
  }

  private static func size(_ rows: Int, _ columns: Int) -> winsize {
    winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}

extension FilmzProcess {
  /// Starts the program on a new pseudo-terminal, which is its controlling terminal.
  package func openTerminal(
    _ arguments: [String] = [], rows: Int = 24, columns: Int = 80,
    environment: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    let variables = self.environment(with: environment)
    return try PseudoTerminal(rows: rows, columns: columns) { streams in
      SpawnConfiguration(
        executable: executable, arguments: arguments, environment: variables,
        folder: folder.path, streams: streams)
    }
  }
}
