package import Foundation

extension LoopbackServer {
  /// A response, which may be invalid or incomplete.
  package struct Response: Sendable {
    enum Ending: Sendable {
      case complete
      case close
      case stall
      case endless
      case streamed(@Sendable (LoopbackServer.Writer) -> Void)
      case raw(@Sendable (LoopbackServer.Writer) -> Void)
    }

    package let status: Int
    package let headers: [String: String]
    package let body: Data
    let ending: Ending
  }
}

extension LoopbackServer.Response {
  /// The connection is closed without a response.
  package static let close = Self(status: 0, headers: [:], body: Data(), ending: .close)

  /// A valid head without a body; the connection is open until the client or the server closes it.
  package static let stall = Self(status: 200, headers: json, body: Data(), ending: .stall)

  /// A valid head and a body that never ends.
  package static let endless = Self(
    status: 200, headers: json, body: Data(String(repeating: #"{"Title":"#, count: 8192).utf8),
    ending: .endless)

  /// Returns a response with a JSON document, which may be invalid.
  package static func json(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Self {
    bytes(Data(text.utf8), status: status, headers: json.merging(headers) { $1 })
  }

  /// Returns a response with plain text.
  package static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Self {
    let plain = ["Content-Type": "text/plain; charset=utf-8"]
    return bytes(Data(text.utf8), status: status, headers: plain.merging(headers) { $1 })
  }

  /// Returns a response with a body and its `Content-Length`, unless `headers` contain another one.
  package static func bytes(
    _ data: Data, status: Int = 200, headers: [String: String] = [:]
  ) -> Self {
    let length = ["Content-Length": "\(data.count)"]
    return Self(
      status: status, headers: length.merging(headers) { $1 }, body: data, ending: .complete)
  }

  /// Returns a response whose body is written by a closure, which may block.
  ///
  /// The connection is closed when the closure returns. There are no header fields but `headers`.
  package static func streamed(
    status: Int = 200, headers: [String: String] = [:],
    _ write: @escaping @Sendable (LoopbackServer.Writer) -> Void
  ) -> Self {
    Self(status: status, headers: headers, body: Data(), ending: .streamed(write))
  }

  /// Returns a response that is written, with its status line, by a closure, which may block.
  ///
  /// The connection is closed when the closure returns.
  package static func raw(_ write: @escaping @Sendable (LoopbackServer.Writer) -> Void) -> Self {
    Self(status: 0, headers: [:], body: Data(), ending: .raw(write))
  }

  /// Returns a response with half a JSON document and the `Content-Length` of the complete document.
  package static func truncated(_ text: String) -> Self {
    let data = Data(text.utf8)
    let headers = json.merging(["Content-Length": "\(data.count)"]) { $1 }
    return bytes(data.prefix(data.count / 2), headers: headers)
  }

  private static let json = ["Content-Type": "application/json; charset=utf-8"]

  /// The status line, the header fields, and the empty line.
  var head: Data {
    let fields = headers.merging(["Connection": "close"]) { $1 }
      .sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value)\r\n" }
    return Data("HTTP/1.1 \(status) Status\r\n\(fields.joined())\r\n".utf8)
  }
}

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
