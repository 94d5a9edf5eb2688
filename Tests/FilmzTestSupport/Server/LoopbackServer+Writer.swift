package import Foundation

extension LoopbackServer {
  /// Writes the body of a response in parts.
  package struct Writer: Sendable {
    let connection: ServerConnection

    /// Sends bytes; returns whether all of them were sent.
    @discardableResult
    package func send(_ data: Data) -> Bool { connection.send(data) }

    /// Sends bytes as one chunk of a body with `Transfer-Encoding: chunked`; an empty chunk ends the body.
    @discardableResult
    package func sendChunk(_ data: Data) -> Bool {
      let size = String(data.count, radix: 16)
      return send(Data("\(size)\r\n".utf8) + data + Data("\r\n".utf8))
    }

    /// Ends the connection with a reset as soon as the closure returns.
    package func reset() { connection.resetWhenClosed() }

    /// Waits until the client closes the connection or the server stops.
    package func waitForDisconnect() { connection.waitForDisconnect() }
  }
}
