package import Foundation

extension LoopbackServer {
  /// Writes the body of an answer, bit by bit.
  package struct Writer: Sendable {
    let connection: ServerConnection

    /// Sends bytes; tells whether all could be sent.
    @discardableResult
    package func send(_ data: Data) -> Bool { connection.send(data) }

    /// Sends bytes as one chunk of a body with `Transfer-Encoding: chunked`; an empty one is the last.
    @discardableResult
    package func sendChunk(_ data: Data) -> Bool {
      let size = String(data.count, radix: 16)
      return send(Data("\(size)\r\n".utf8) + data + Data("\r\n".utf8))
    }

    /// Waits until the client leaves or the server stops.
    package func waitForEnd() { connection.waitForEnd() }
  }
}
