import Foundation
import Glibc

/// An HTTP/1.1 server on 127.0.0.1 that responds with a closure and records the requests.
///
/// Each connection has its own thread and is closed after one response.
package final class LoopbackServer: Sendable {
  /// Returns the response to a request; it runs on a thread of its own and may block.
  package typealias Handler = @Sendable (Request) -> Response

  /// The server's address, such as `http://127.0.0.1:43121/`.
  package let baseURL: String
  private let listener: Descriptor
  private let log = RequestLog()

  /// Starts a server on a free port.
  package init(handler: @escaping Handler) throws {
    listener = try Self.listen()
    baseURL = "http://127.0.0.1:\(try Self.port(of: listener))/"
    Thread.detachNewThread { [listener, log] in
      Self.accept(listener, log, handler)
    }
  }

  deinit { stop() }

  /// Runs `body` with a server, which is stopped afterwards.
  ///
  /// Waits for a slot of the ``ConcurrencyLimit``.
  package static func with<T>(
    _ handler: @escaping Handler, _ body: (LoopbackServer) async throws -> T
  ) async throws -> T {
    try await ConcurrencyLimit.withSlot {
      let server = try LoopbackServer(handler: handler)
      defer { server.stop() }
      return try await body(server)
    }
  }

  /// The requests so far, in the order of their arrival.
  package var requests: [Request] { log.requests }

  /// The number of connections that neither side has closed.
  package var openConnectionCount: Int { log.openConnectionCount }

  /// Waits until the server has received `count` requests in total, and returns all requests so far.
  ///
  /// Throws `TestSupportError.tooFewRequests` if they do not arrive in time.
  @discardableResult
  package func waitForRequests(
    _ count: Int, timeout: Duration = .seconds(300)
  ) async throws -> [Request] {
    try await DetachedThread.run { [log] in try log.wait(for: count, Deadline(in: timeout)) }
  }

  /// Shuts down all connections and refuses new ones.
  package func stop() {
    _ = shutdown(listener.number, Int32(SHUT_RDWR))  // wakes `accept`; closed on deinitialization
    log.shutDownAll()
  }

  private static func accept(
    _ listener: Descriptor, _ log: RequestLog, _ handler: @escaping Handler
  ) {
    while true {
      let number = Glibc.accept(listener.number, nil, nil)
      if number < 0, errno == EINTR || errno == ECONNABORTED { continue }
      guard number >= 0 else { return }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      let connection = ServerConnection(Descriptor(number))
      guard log.add(connection) else { return }
      Thread.detachNewThread {
        connection.serve(log, handler)
        log.close(connection)
      }
    }
  }

  static func listen() throws -> Descriptor {
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let socket = Descriptor(try TestSupportError.check(Glibc.socket(AF_INET, type, 0), "socket"))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    let result = withSocketAddress(&address) { bind(socket.number, $0, $1.pointee) }
    try TestSupportError.check(result, "bind")
    try TestSupportError.check(Glibc.listen(socket.number, 64), "listen")
    return socket
  }

  static func port(of socket: Descriptor) throws -> Int {
    var address = sockaddr_in()
    let result = withSocketAddress(&address) { getsockname(socket.number, $0, $1) }
    try TestSupportError.check(result, "getsockname")
    return Int(UInt16(bigEndian: address.sin_port))
  }

  static func withSocketAddress(
    _ address: inout sockaddr_in,
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
  ) -> Int32 {
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, &length) }
    }
  }
}
