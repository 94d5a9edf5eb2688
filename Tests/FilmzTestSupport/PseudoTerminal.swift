package import Glibc
import Synchronization

/// A program on a real pseudo-terminal that is its controlling terminal, and what a person sees of
/// it.
///
/// The program is killed when nobody holds this any more.
package final class PseudoTerminal: Sendable {
  private let child: ChildProcess
  private let main: Descriptor
  private let display: Mutex<Screen>

  /// Starts `spawn`, whose streams are replaced by a new terminal of this size.
  init(
    rows: Int, columns: Int, starting spawn: (_ streams: [Spawn.Stream]) -> Spawn
  ) throws {
    let (main, side, path) = try Self.open(rows, columns)
    defer { side.close() }
    let stream = Spawn.Stream.path(path, flags: O_RDWR)
    try main.setNonBlocking()
    self.main = main
    child = try ChildProcess(spawn([stream, stream, stream]))
    display = Mutex(Screen(rows: rows, columns: columns))
  }

  deinit { child.kill() }

  /// What the screen holds now, as far as it was read by an `expect` or a `waitForExit`.
  package var screen: Screen { display.withLock(\.self) }

  /// Types `text`; `\r` is Return, `\u{3}` Control-C, `\u{1b}[A` the up arrow.
  ///
  /// What the next `expect` looks at begins here. Output is read on the way, so that long texts
  /// clog nothing.
  package func send(_ text: String, timeout: Duration = .seconds(60)) async throws {
    display.withLock { $0.mark() }
    let deadline = Deadline(in: timeout)
    try await Blocking.run { [self] in
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty { rest = rest.dropFirst(try write(rest, by: deadline)) }
    }
  }

  /// Gives the terminal another size, of which the program hears by SIGWINCH.
  package func resize(rows: Int, columns: Int) throws {
    var size = Self.size(rows, columns)
    try TestSupportError.check(ioctl(main.number, UInt(TIOCSWINSZ), &size), "TIOCSWINSZ")
    display.withLock { $0.resize(rows: rows, columns: columns) }
  }

  /// The line discipline's settings, as `tcgetattr` gives them.
  package var terminalModes: termios {
    get throws {
      var modes = termios()
      try TestSupportError.check(tcgetattr(main.number, &modes), "tcgetattr")
      return modes
    }
  }

  /// Whether the terminal hands over whole lines: true before and after a line editor.
  package var isCanonical: Bool {
    get throws { try terminalModes.c_lflag & tcflag_t(ICANON) != 0 }
  }

  /// Whether the terminal shows what is typed: false while a secret is asked for.
  package var isEchoing: Bool {
    get throws { try terminalModes.c_lflag & tcflag_t(ECHO) != 0 }
  }

  /// The exit status, or minus the number of the signal that ended the program; nil while it runs.
  package var status: Int32? { child.status }

  /// Sends a signal to the program, SIGKILL if nothing else is said.
  package func kill(_ signal: Int32 = SIGKILL) { child.kill(signal) }

  /// Waits until there is output or the program has ended, and shows the output; false once nothing
  /// more will come.
  func advance(by deadline: Deadline) async throws -> Bool {
    try await Blocking.run { [self] in
      let ready = deadline.poll([(main, POLLIN), (child.exitEvent, POLLIN)])
      guard ready[0] else { return !ready[1] }
      guard let bytes = main.readSome() else { return true }
      display.withLock { $0.feed(bytes) }
      return !bytes.isEmpty
    }
  }

  /// Waits until the program has ended or the time is up.
  func awaitExit(by deadline: Deadline) async throws {
    try await Blocking.run { [child] in _ = deadline.poll([(child.exitEvent, POLLIN)]) }
  }

  /// Types some of `bytes`; how many.
  private func write(_ bytes: ArraySlice<UInt8>, by deadline: Deadline) throws -> Int {
    let count = bytes.withUnsafeBytes { Glibc.write(main.number, $0.baseAddress, $0.count) }
    if count >= 0 { return count }
    guard errno == EAGAIN, !deadline.hasPassed else {
      throw TestSupportError.system(call: "write", code: errno)
    }
    _ = deadline.poll([(main, POLLIN | POLLOUT)])
    display.withLock { $0.feed(main.readSome() ?? []) }
    return 0
  }

  private static func open(
    _ rows: Int, _ columns: Int
  ) throws -> (main: Descriptor, side: Descriptor, path: String) {
    var (main, side): (Int32, Int32) = (-1, -1)
    var size = size(rows, columns)
    var name = [CChar](repeating: 0, count: 128)
    try TestSupportError.check(openpty(&main, &side, &name, nil, &size), "openpty")
    for end in [main, side] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let path = String(decoding: name.prefix { $0 != 0 }.map { UInt8($0) }, as: UTF8.self)
    return (Descriptor(main), Descriptor(side), path)
  }

  private static func size(_ rows: Int, _ columns: Int) -> winsize {
    winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
  }
}
