package import Foundation

extension LoopbackServer {
  /// What a client gets, good or bad.
  package struct Response: Sendable {
    enum Ending: Sendable {
      case complete
      case close
      case stall
      case endless
      case written(@Sendable (LoopbackServer.Writer) -> Void)
    }

    package let status: Int
    package let headers: [String: String]
    package let body: Data
    let ending: Ending
  }
}

extension LoopbackServer.Response {
  /// The connection ends with no answer.
  package static let close = Self(status: 0, headers: [:], body: Data(), ending: .close)

  /// A good head, then nothing, until the client leaves or the server stops.
  package static let stall = Self(status: 200, headers: json, body: Data(), ending: .stall)

  /// A good head and a body that never ends.
  package static let endless = Self(
    status: 200, headers: json, body: Data(String(repeating: #"{"Title":"#, count: 8192).utf8),
    ending: .endless)

  /// A JSON document; it is sent as it is, be it right or wrong.
  package static func json(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Self {
    bytes(Data(text.utf8), status: status, headers: json.merging(headers) { $1 })
  }

  /// A plain text.
  package static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> Self {
    let plain = ["Content-Type": "text/plain; charset=utf-8"]
    return bytes(Data(text.utf8), status: status, headers: plain.merging(headers) { $1 })
  }

  /// Any body, with its length as `Content-Length` unless `headers` say another.
  package static func bytes(
    _ data: Data, status: Int = 200, headers: [String: String] = [:]
  ) -> Self {
    let length = ["Content-Length": "\(data.count)"]
    return Self(
      status: status, headers: length.merging(headers) { $1 }, body: data, ending: .complete)
  }

  /// A body that a closure writes, which may wait; the connection ends when it returns.
  ///
  /// The head promises nothing but what `headers` say.
  package static func written(
    status: Int = 200, headers: [String: String] = [:],
    _ write: @escaping @Sendable (LoopbackServer.Writer) -> Void
  ) -> Self {
    Self(status: status, headers: headers, body: Data(), ending: .written(write))
  }

  /// The first half of a JSON document whose whole length the head promises.
  package static func truncated(_ text: String) -> Self {
    let data = Data(text.utf8)
    let promise = json.merging(["Content-Length": "\(data.count)"]) { $1 }
    return bytes(data.prefix(data.count / 2), headers: promise)
  }

  private static let json = ["Content-Type": "application/json; charset=utf-8"]

  /// The status line and the header fields, up to the empty line.
  var head: Data {
    let fields = headers.merging(["Connection": "close"]) { $1 }
      .sorted { $0.key < $1.key }
      .map { "\($0.key): \($0.value)\r\n" }
    return Data("HTTP/1.1 \(status) Status\r\n\(fields.joined())\r\n".utf8)
  }
}
