import Glibc
import Synchronization

/// An owned file descriptor, which is closed exactly once: by `close()` or on deinitialization.
final class Descriptor: Sendable {
  private let openNumber: Mutex<Int32>

  /// Takes ownership of a descriptor.
  init(_ number: Int32) {
    openNumber = Mutex(number)
  }

  deinit { close() }

  /// The descriptor's number, or −1 (which `poll` ignores) if it is closed.
  var number: Int32 { openNumber.withLock(\.self) }

  var isOpen: Bool { number >= 0 }

  func close() {
    let number = openNumber.withLock { openNumber in
      defer { openNumber = -1 }
      return openNumber
    }
    if number >= 0 { _ = Glibc.close(number) }
  }

  /// Creates a pipe whose ends are closed in child processes.
  static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    try TestSupportError.check(GNUFunctions().pipe(&ends, O_CLOEXEC), "pipe2")
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// Makes reads and writes return immediately instead of blocking.
  func setNonBlocking() throws {
    let flags = try TestSupportError.check(fcntl(number, F_GETFL), "fcntl")
    try TestSupportError.check(fcntl(number, F_SETFL, flags | O_NONBLOCK), "fcntl")
  }

  /// Reads the available bytes; returns an empty array at the end, and `nil` if there are none yet.
  ///
  /// A terminal whose other side is closed (EIO) is at its end, too.
  func readAvailable() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(number, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return Array(buffer.prefix(count))
  }
}
