import Glibc

/// A socket of 127.0.0.1 to which clients connect, and that never accepts or answers them.
package final class SilentListener: Sendable {
  package let port: Int
  private let socket: Descriptor

  package init() throws {
    socket = try LoopbackServer.listen()
    port = try LoopbackServer.port(of: socket)
  }

  /// Waits until a client has connected, which the system allows without the listener.
  ///
  /// - Throws: `TestSupportError` if no client connects in time.
  package func waitForConnection() async throws {
    let deadline = Deadline(in: .seconds(300))
    let isReady = try await DetachedThread.run { [socket] in
      deadline.poll([(socket, POLLIN)])[0]
    }
    try TestSupportError.check(isReady ? 0 : -1, "poll")
  }
}

/// The ports of 127.0.0.1 on which other programs listen.
package enum LoopbackPort {
  /// Returns a port on which nobody listens.
  package static func free() throws -> Int {
    let socket = try LoopbackServer.listen()
    defer { socket.close() }
    return try LoopbackServer.port(of: socket)
  }

  /// Waits until a program listens on a port.
  ///
  /// - Throws: `TestSupportError` if none does in time.
  package static func waitUntilOpen(_ port: Int) async throws {
    let deadline = Deadline(in: .seconds(300))
    try await DetachedThread.run {
      while try !isOpen(port) {
        try TestSupportError.check(deadline.hasPassed ? -1 : 0, "connect")
        usleep(10_000)
      }
    }
  }

  private static func isOpen(_ port: Int) throws -> Bool {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(try TestSupportError.check(Glibc.socket(AF_INET, type, 0), "socket"))
    defer { socket.close() }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    return LoopbackServer.withSocketAddress(&address) {
      connect(socket.number, $0, $1.pointee)
    } == 0
  }
}
