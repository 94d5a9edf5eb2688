import Foundation
import Glibc

/// A real HTTP/1.1 server on 127.0.0.1 that answers as a closure says, one thread a connection, and
/// writes down what it was asked.
///
/// Every answer closes its connection.
package final class LoopbackServer: Sendable {
  /// What answers a request.
  ///
  /// It runs on a thread of its own and may wait.
  package typealias Handler = @Sendable (Request) -> Response

  /// Where the server listens, such as `http://127.0.0.1:43121/`.
  package let baseURL: String
  private let listener: Descriptor
  private let ledger = RequestLedger()

  /// Starts a server on a free port.
  package init(handler: @escaping Handler) throws {
    listener = try Self.listen()
    baseURL = "http://127.0.0.1:\(try Self.port(of: listener))/"
    Thread.detachNewThread { [listener, ledger] in
      Self.accept(listener, ledger, handler)
    }
  }

  deinit { stop() }

  /// Runs `body` with a server, which is stopped afterwards.
  package static func with<T>(
    _ handler: @escaping Handler, _ body: (LoopbackServer) async throws -> T
  ) async throws -> T {
    try await Crowd.enter {
      let server = try LoopbackServer(handler: handler)
      defer { server.stop() }
      return try await body(server)
    }
  }

  /// The requests so far, in the order in which they came.
  package var requests: [Request] { ledger.requests }

  /// Waits until `count` requests have come in all; gives those so far.
  ///
  /// Throws `TestSupportError.fewRequests` when they do not come in time.
  @discardableResult
  package func waitForRequests(
    _ count: Int, timeout: Duration = .seconds(60)
  ) async throws -> [Request] {
    try await Blocking.run { [ledger] in try ledger.wait(for: count, Deadline(in: timeout)) }
  }

  /// Ends every connection; from now on the address refuses new ones.
  package func stop() {
    _ = shutdown(listener.number, Int32(SHUT_RDWR))  // wakes `accept`; closed by the last holder
    ledger.closeAll()
  }

  private static func accept(
    _ listener: Descriptor, _ ledger: RequestLedger, _ handler: @escaping Handler
  ) {
    while true {
      let number = Glibc.accept(listener.number, nil, nil)
      if number < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard number >= 0 else { return }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      let connection = ServerConnection(Descriptor(number))
      guard ledger.open(connection) else { return }
      Thread.detachNewThread {
        connection.serve(ledger, handler)
        ledger.close(connection)
      }
    }
  }

  private static func listen() throws -> Descriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(try TestSupportError.check(Glibc.socket(AF_INET, type, 0), "socket"))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let bound = withSocketAddress(&address) { bind(socket.number, $0, $1.pointee) }
    try TestSupportError.check(bound, "bind")
    try TestSupportError.check(Glibc.listen(socket.number, 64), "listen")
    return socket
  }

  private static func port(of socket: Descriptor) throws -> Int {
    var address = sockaddr_in()
    let named = withSocketAddress(&address) { getsockname(socket.number, $0, $1) }
    try TestSupportError.check(named, "getsockname")
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func withSocketAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }
}
