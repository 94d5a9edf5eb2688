import Dispatch
import Glibc
import Synchronization

/// Waits for the next byte of standard input or the next wake reason, whichever comes first.
///
/// Input is read one byte at a time, so that input that was typed ahead stays in the terminal's
/// queue for child processes.
struct TerminalInput: Sendable {
  enum Event: Sendable {
    case byte(UInt8)
    case woken(WakeReason)
    case endOfInput
  }

  let wakePipe: WakePipe
  var descriptor = STDIN_FILENO
  /// The time between ESC and the next byte of a sequence, in milliseconds.
  var secondByteTimeout = Self.isRemote ? remoteSecondByteTimeout : localSecondByteTimeout
  /// The time during which the rest of a split sequence is dropped after its ESC was read as a key, in milliseconds.
  var splitSequenceTimeout: UInt64 = 150
  private let splitSequence = SplitSequence()

  /// Blocks until there is an event, and returns it; read errors are reported as the end of input.
  ///
  /// Drops the rest of an escape sequence whose ESC was read as a key.
  func next() -> Event {
    while true {
      guard let state = wakePipe.wait(orFor: descriptor) else { return .endOfInput }
      if let reason = wakePipe.next() { return .woken(reason) }
      guard state.isReadable, let event = readByte() else { continue }
      guard case .byte(let byte) = event, splitSequence.isAwaited, skipRest(startingWith: byte) else { return event }
    }
  }

  /// The number of bytes that can be read without blocking.
  var availableByteCount: CInt {
    var count: CInt = 0
    return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
  }

  /// Reads a byte, or returns `nil` if none arrives in time or the input ends.
  ///
  /// Wake reasons stay pending.
  func nextByte(within milliseconds: CInt) -> UInt8? {
    var polledDescriptor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&polledDescriptor, 1, milliseconds) > 0, case .byte(let byte)? = readByte() else { return nil }
    return byte
  }

  /// Waits until there is a wake reason, which stays pending; returns `false` if the time passes before.
  func awaitWakeReason(within milliseconds: CInt) -> Bool {
    var polledDescriptor = pollfd(fd: wakePipe.readEnd, events: Int16(POLLIN), revents: 0)
    return poll(&polledDescriptor, 1, milliseconds) > 0
  }

  /// Discards the pending wake reasons, and returns whether one of them was a termination.
  func discardWakeReasons() -> Bool {
    var isTerminated = false
    while let reason = wakePipe.next() { isTerminated = isTerminated || reason == .termination }
    return isTerminated
  }

  private func readByte() -> Event? {
    var byte: UInt8 = 0
    switch read(descriptor, &byte, 1) {
    case 1: return .byte(byte)
    case 0: return .endOfInput
    default: return errno == EINTR || errno == EAGAIN ? nil : .endOfInput
    }
  }
}

extension TerminalInput {
  private static let localSecondByteTimeout: CInt = 50
  private static let remoteSecondByteTimeout: CInt = 150
  /// The time between later bytes of an escape sequence, in milliseconds.
  ///
  /// It is longer because users do not type `ESC [` by hand.
  private static let laterByteTimeout: CInt = 500
  private static let csi = UInt8(ascii: "[")
  private static let ss3 = UInt8(ascii: "O")

  /// `true` if the terminal is at the other end of an ssh connection, which may split escape sequences.
  private static let isRemote = getenv("SSH_CONNECTION") != nil || getenv("SSH_TTY") != nil

  /// Reads and returns the bytes that an arrow key or function key sends after ESC; further ESCs are skipped.
  ///
  /// ECMA-48: `ESC [`, parameters, and a final byte from `@` to `~`. xterm: `ESC O` and one byte.
  /// Linux console: `ESC [ [` and one byte.
  @discardableResult
  func skipSequence() -> [UInt8] {
    var byte: UInt8?
    repeat { byte = nextByte(within: secondByteTimeout) } while byte == 0x1B
    guard let byte else { return [] }
    return [byte] + restOfSequence(startingWith: byte)
  }

  /// Reads and returns the bytes that follow the first byte after ESC.
  private func restOfSequence(startingWith first: UInt8, within milliseconds: CInt = laterByteTimeout) -> [UInt8] {
    guard first == Self.csi || first == Self.ss3, let second = nextByte(within: milliseconds) else { return [] }
    var bytes = [second]
    guard first == Self.csi else { return bytes }
    var last: UInt8? = second
    if second == Self.csi { last = nextLaterByte(into: &bytes) }
    while let byte = last, !(0x40...0x7E).contains(byte) { last = nextLaterByte(into: &bytes) }
    return bytes
  }

  private func nextLaterByte(into bytes: inout [UInt8]) -> UInt8? {
    let byte = nextByte(within: Self.laterByteTimeout)
    if let byte { bytes.append(byte) }
    return byte
  }

  /// Makes ``next()`` drop the rest of a split sequence, whose ESC was read as a key, for ``splitSequenceTimeout``.
  func startDroppingRestOfSequence() { splitSequence.begin(milliseconds: splitSequenceTimeout) }

  /// Reads the rest of a split sequence; returns `false` if the byte does not begin one.
  private func skipRest(startingWith byte: UInt8) -> Bool {
    splitSequence.stop()
    return !restOfSequence(startingWith: byte, within: secondByteTimeout).isEmpty
  }

  /// Reads up to the end of a text that the terminal marks as pasted (bracketed paste).
  ///
  /// Ctrl-C, a signal that terminates the program, and the end of the input also end the text; `reason` is the wake
  /// reason of the first two.
  func readBracketedPaste() -> (bytes: [UInt8], reason: WakeReason?) {
    let endSequence = Array("\u{1B}[201~".utf8)  // xterm control sequences
    var bytes: [UInt8] = []
    while true {
      switch next() {
      case .byte(let byte):
        bytes.append(byte)
        if bytes.suffix(endSequence.count) == endSequence[...] { return (bytes.dropLast(endSequence.count), nil) }
      case .endOfInput: return (bytes, nil)
      case .woken(let reason) where [.interruption, .termination].contains(reason): return (bytes, reason)
      case .woken: break
      }
    }
  }
}

/// The time during which the rest of an escape sequence is dropped, after its ESC was read as a key.
private final class SplitSequence: Sendable {
  /// The end of the time in nanoseconds since the start of the system; 0 if no sequence is awaited.
  private let end = Atomic<UInt64>(0)

  func begin(milliseconds: UInt64) { end.store(Self.now + milliseconds * 1_000_000, ordering: .relaxed) }

  /// Stops waiting for a sequence.
  func stop() { end.store(0, ordering: .relaxed) }

  var isAwaited: Bool {
    let end = end.load(ordering: .relaxed)
    return end > 0 && Self.now < end
  }

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}

/// Decodes UTF-8 one byte at a time, without reading ahead.
///
/// libedit can decode by itself, but ignores bytes that are not UTF-8. This type replaces these
/// bytes with U+FFFD, so that the user notices them.
struct IncrementalUTF8Decoder: Sendable {
  private var bytes: [UInt8] = []
  private var expectedCount = 0

  /// Decodes the next byte, and returns the scalars that it completes.
  ///
  /// If there is an incomplete scalar and the byte does not continue it, the result begins with
  /// U+FFFD for the incomplete scalar.
  mutating func decode(_ byte: UInt8) -> [Unicode.Scalar] {
    guard !bytes.isEmpty else { return begin(with: byte) }
    guard byte & 0xC0 == 0x80 else {
      self = Self()
      return ["\u{FFFD}"] + begin(with: byte)
    }
    bytes.append(byte)
    return bytes.count == expectedCount ? [finish()] : []
  }

  private mutating func begin(with byte: UInt8) -> [Unicode.Scalar] {
    switch byte {
    case 0x00...0x7F: return [Unicode.Scalar(byte)]
    case 0xC2...0xDF: expectedCount = 2
    case 0xE0...0xEF: expectedCount = 3
    case 0xF0...0xF4: expectedCount = 4
    default: return ["\u{FFFD}"]
    }
    bytes = [byte]
    return []
  }

  private mutating func finish() -> Unicode.Scalar {
    defer { self = Self() }
    return String(validating: bytes, as: UTF8.self)?.unicodeScalars.first ?? "\u{FFFD}"
  }
}
