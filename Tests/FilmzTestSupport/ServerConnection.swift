import Foundation
import Glibc

/// One connection of a loopback server: a request, an answer, the end.
final class ServerConnection: Sendable {
  private let socket: Descriptor

  /// Takes over an accepted socket.
  init(_ socket: Descriptor) {
    self.socket = socket
  }

  /// Reads the request and writes what `handler` answers.
  func serve(_ ledger: RequestLedger, _ handler: LoopbackServer.Handler) {
    guard let request = LoopbackServer.Request(head: readHead()) else { return }
    ledger.record(request)
    let response = handler(request)
    switch response.ending {
    case .complete: send(response.head + response.body)
    case .close: return
    case .stall:
      send(response.head)
      waitForEnd()
    case .endless:
      send(response.head)
      while send(response.body) {}
    case .written(let write):
      send(response.head)
      write(LoopbackServer.Writer(connection: self))
    }
  }

  /// Waits until the client leaves or the server stops.
  func waitForEnd() { while socket.readSome()?.isEmpty == false {} }

  /// Wakes whoever reads or writes; the other side sees the end.
  func end() {
    _ = shutdown(socket.number, Int32(SHUT_RDWR))
  }

  /// Ends the connection even where another child has inherited the socket.
  func close() {
    end()
    socket.close()
  }

  /// All up to the empty line; cut where the connection ends early.
  private func readHead() -> String {
    var head: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    while !head.suffix(65_536).ends(with: end), let new = socket.readSome(), !new.isEmpty {
      head += new
    }
    return String(decoding: head, as: UTF8.self)
  }

  /// Whether all could be sent.
  @discardableResult
  func send(_ data: Data) -> Bool {
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

extension Collection where Element: Equatable, Self: BidirectionalCollection {
  fileprivate func ends(with other: [Element]) -> Bool {
    reversed().starts(with: other.reversed())
  }
}
