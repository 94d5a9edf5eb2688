import Glibc
import Synchronization

/// A file descriptor of our own, closed once: on demand, or when nobody holds it any more.
final class Descriptor: Sendable {
  private let open: Mutex<Int32>

  /// Takes over a descriptor.
  init(_ number: Int32) {
    open = Mutex(number)
  }

  deinit { close() }

  /// The number, −1 when closed; `poll` passes over such an entry.
  var number: Int32 { open.withLock(\.self) }

  var isOpen: Bool { number >= 0 }

  func close() {
    let number = open.withLock { open in
      defer { open = -1 }
      return open
    }
    if number >= 0 { _ = Glibc.close(number) }
  }

  /// A pipe whose ends no other child inherits.
  static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
    var ends: [Int32] = [-1, -1]
    try TestSupportError.check(GNUFunctions().pipe(&ends, O_CLOEXEC), "pipe2")
    return (Descriptor(ends[0]), Descriptor(ends[1]))
  }

  /// Makes reads and writes on this end return instead of waiting.
  func setNonBlocking() throws {
    let flags = try TestSupportError.check(fcntl(number, F_GETFL), "fcntl")
    try TestSupportError.check(fcntl(number, F_SETFL, flags | O_NONBLOCK), "fcntl")
  }

  /// One read: the bytes, an empty array at the end, nil where nothing is there yet.
  ///
  /// A terminal whose other side is closed (EIO) has ended too.
  func readSome() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(number, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR ? nil : [] }
    return Array(buffer.prefix(count))
  }
}
