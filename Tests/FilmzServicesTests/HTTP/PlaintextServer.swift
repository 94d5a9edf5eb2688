import Foundation
import Glibc

/// A server without TLS that responds to any first bytes with a plain HTTP error.
final class PlaintextServer: Sendable {
  let port: UInt16
  private let listener: Int32

  init() {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(listener, $0, length)
        _ = getsockname(listener, $0, &length)
      }
    }
    _ = listen(listener, 8)
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread { Self.serve(listener) }
  }

  func stop() { _ = shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(_ listener: Int32) {
    defer { close(listener) }
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 4096)
      _ = read(connection, &bytes, bytes.count)
      let response = Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8)
      _ = send(connection, response, response.count, Int32(MSG_NOSIGNAL))
      close(connection)
    }
  }
}
