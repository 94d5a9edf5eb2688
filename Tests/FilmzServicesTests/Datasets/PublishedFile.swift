import FilmzTestSupport
import Foundation

/// A file on a web server that supports conditional and range requests (RFC 9110).
struct PublishedFile: Sendable {
  var data: Data
  var etag: String?
  var lastModified: String?

  /// Creates a file that begins with the gzip magic number; its other bytes depend on the seed.
  init(_ count: Int, seed: Int = 0, etag: String? = #""v1""#, lastModified: String? = Self.monday) {
    let bytes = (2..<max(2, count)).lazy.map {
      UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ seed)
    }
    data = Data([0x1f, 0x8b] + bytes).prefix(count)
    self.etag = etag
    self.lastModified = lastModified
  }

  static let monday = "Mon, 11 Jan 2027 06:00:00 GMT"
  static let tuesday = "Tue, 12 Jan 2027 06:00:00 GMT"
  static let wednesday = "Wed, 13 Jan 2027 06:00:00 GMT"

  /// The header fields of a complete response, including the validators `ETag` and `Last-Modified`.
  var headers: [String: String] {
    [
      "ETag": etag, "Last-Modified": lastModified, "Date": Self.wednesday,
      "Content-Type": "application/gzip",
    ].compactMapValues(\.self)
  }

  /// Returns the correct response to a request.
  @Sendable func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    if etag != nil, request.headers["if-none-match"] == etag {
      return .bytes(Data(), status: 304, headers: headers)
    }
    guard let start = rangeStart(request) else { return .bytes(data, headers: headers) }
    guard start < data.count else {
      return .bytes(Data(), status: 416, headers: ["Content-Range": "bytes */\(data.count)"])
    }
    let range = ["Content-Range": "bytes \(start)-\(data.count - 1)/\(data.count)"]
    return .bytes(data[start...], status: 206, headers: headers.merging(range) { $1 })
  }

  /// Returns a handler that closes the connection after `count` bytes of the correct body.
  func cut(after count: Int) -> LoopbackServer.Handler {
    { request in
      let start = rangeStart(request) ?? 0
      let body = data[start...]
      var fields = headers.merging(["Content-Length": "\(body.count)"]) { $1 }
      if start > 0 { fields["Content-Range"] = "bytes \(start)-\(data.count - 1)/\(data.count)" }
      return .bytes(body.prefix(count), status: start > 0 ? 206 : 200, headers: fields)
    }
  }

  /// Returns a handler that sends `count` bytes of the correct body, and closes the connection when
  /// the test signals their arrival.
  ///
  /// The client discards bytes that it has not read when the connection is closed.
  func cut(after count: Int, onceArrived arrived: DispatchSemaphore) -> LoopbackServer.Handler {
    { request in
      let response = cut(after: count)(request)
      return .streamed(status: response.status, headers: response.headers) { writer in
        writer.send(response.body)
        _ = arrived.wait(timeout: .now() + 20)
      }
    }
  }

  /// Returns a handler that sends the head of the complete file, and a body written by a closure.
  func streamed(
    _ write: @escaping @Sendable (LoopbackServer.Writer) -> Void
  ) -> LoopbackServer.Handler {
    { _ in .streamed(headers: headers.merging(["Content-Length": "\(data.count)"]) { $1 }, write) }
  }

  /// Returns the start of the requested range; `nil` if the complete file must be sent.
  private func rangeStart(_ request: LoopbackServer.Request) -> Int? {
    guard let range = request.headers["range"], let condition = request.headers["if-range"],
      condition == etag || condition == lastModified
    else { return nil }
    return Int(range.dropFirst("bytes=".count).dropLast())
  }
}
