import Foundation
import Glibc

/// A connection of a loopback server, which handles a single request.
final class ServerConnection: Sendable {
  private let socket: Descriptor

  /// Takes ownership of an accepted socket.
  init(_ socket: Descriptor) {
    self.socket = socket
  }

  /// Reads the request and writes the response of `handler`.
  func serve(_ log: RequestLog, _ handler: LoopbackServer.Handler) {
    guard let request = LoopbackServer.Request(head: readHead()) else { return }
    log.record(request)
    let response = handler(request)
    switch response.ending {
    case .complete: send(response.head + response.body)
    case .close: return
    case .stall:
      send(response.head)
      waitForDisconnect()
    case .endless:
      send(response.head)
      while send(response.body) {}
    case .streamed(let write):
      send(response.head)
      write(LoopbackServer.Writer(connection: self))
    case .raw(let write): write(LoopbackServer.Writer(connection: self))
    }
  }

  /// Waits until the client closes the connection or the server stops.
  func waitForDisconnect() { while socket.readAvailable()?.isEmpty == false {} }

  /// Closes the connection with a reset when ``close()`` is called, instead of a regular end.
  func resetWhenClosed() {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(
      socket.number, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  /// Shuts down the socket, which ends blocking reads and writes and notifies the client.
  func shutDown() {
    _ = shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Closes the connection, even if a child process has inherited the socket.
  func close() {
    shutDown()
    socket.close()
  }

  /// Reads up to the empty line, or up to the end of the connection.
  private func readHead() -> String {
    var head: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while !head.suffix(65_536).ends(with: end), let bytes = socket.readAvailable(), !bytes.isEmpty {
      head += bytes
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Sends bytes; returns whether all of them were sent.
  @discardableResult
  func send(_ data: Data) -> Bool {
    var remaining = [UInt8](data)[...]
    while !remaining.isEmpty {
      let count = remaining.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      remaining = remaining.dropFirst(count)
    }
    return true
  }
}

extension Collection where Element: Equatable, Self: BidirectionalCollection {
  fileprivate func ends(with other: [Element]) -> Bool {
    reversed().starts(with: other.reversed())
  }
}
