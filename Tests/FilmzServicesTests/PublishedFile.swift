import FilmzTestSupport
import Foundation

/// A file as a web server publishes it, with conditions and ranges (RFC 9110).
struct PublishedFile: Sendable {
  var data: Data
  var etag: String?
  var lastModified: String?

  /// Bytes that begin like a gzip file, another row for each seed.
  init(_ count: Int, seed: Int = 0, etag: String? = #""v1""#, lastModified: String? = Self.monday) {
    let rest = (2..<max(2, count)).lazy.map {
      UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ seed)
    }
    data = Data([0x1f, 0x8b] + rest).prefix(count)
    self.etag = etag
    self.lastModified = lastModified
  }

  static let monday = "Mon, 11 Jan 2027 06:00:00 GMT"
  static let tuesday = "Tue, 12 Jan 2027 06:00:00 GMT"
  static let wednesday = "Wed, 13 Jan 2027 06:00:00 GMT"

  /// The fields that tell the version.
  var marks: [String: String] {
    [
      "ETag": etag, "Last-Modified": lastModified, "Date": Self.wednesday,
      "Content-Type": "application/gzip",
    ].compactMapValues(\.self)
  }

  /// Answers rightly.
  @Sendable func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    if etag != nil, request.headers["if-none-match"] == etag {
      return .bytes(Data(), status: 304, headers: marks)
    }
    guard let from = rangeStart(request) else { return .bytes(data, headers: marks) }
    guard from < data.count else {
      return .bytes(Data(), status: 416, headers: ["Content-Range": "bytes */\(data.count)"])
    }
    let range = ["Content-Range": "bytes \(from)-\(data.count - 1)/\(data.count)"]
    return .bytes(data[from...], status: 206, headers: marks.merging(range) { $1 })
  }

  /// Answers rightly, but the connection ends after so many bytes of the body.
  func cut(after count: Int) -> LoopbackServer.Handler {
    { request in
      let from = rangeStart(request) ?? 0
      let rest = data[from...]
      var fields = marks.merging(["Content-Length": "\(rest.count)"]) { $1 }
      if from > 0 { fields["Content-Range"] = "bytes \(from)-\(data.count - 1)/\(data.count)" }
      return .bytes(rest.prefix(count), status: from > 0 ? 206 : 200, headers: fields)
    }
  }

  /// Answers rightly, but the connection ends after so many bytes of the body, once a semaphore tells
  /// that these have arrived: the client throws away what it did not come to when it sees the end.
  func cut(after count: Int, onceArrived arrived: DispatchSemaphore) -> LoopbackServer.Handler {
    { request in
      let whole = cut(after: count)(request)
      return .written(status: whole.status, headers: whole.headers) { writer in
        writer.send(whole.body)
        _ = arrived.wait(timeout: .now() + 20)
      }
    }
  }

  /// The whole file's head and a body that a closure writes.
  func written(
    _ write: @escaping @Sendable (LoopbackServer.Writer) -> Void
  ) -> LoopbackServer.Handler {
    { _ in .written(headers: marks.merging(["Content-Length": "\(data.count)"]) { $1 }, write) }
  }

  /// Where the rest is to begin that was asked for, if it may be given.
  private func rangeStart(_ request: LoopbackServer.Request) -> Int? {
    guard let range = request.headers["range"], let condition = request.headers["if-range"],
      condition == etag || condition == lastModified
    else { return nil }
    return Int(range.dropFirst("bytes=".count).dropLast())
  }
}
