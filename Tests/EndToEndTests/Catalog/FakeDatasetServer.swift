import FilmzTestSupport
import Foundation
import Synchronization

/// A web server of dataset files that supports entity tags, conditional requests, and byte ranges.
///
/// It follows RFC 9110; the files can change while the server runs.
final class FakeDatasetServer: Sendable {
  /// The way in which the server responds to requests for a file.
  enum Behavior: Sendable {
    case normal
    /// Sends the given number of bytes, then nothing until the client disconnects.
    case stalled(after: Int)
    /// Sends the login page of a captive portal instead of the file.
    case loginPage
    case status(Int)
  }

  private struct File: Sendable {
    var data: Data
    var version = 1
    var behavior = Behavior.normal
  }

  private let files = Mutex<[String: File]>([:])

  /// Publishes a file, or a new version of it.
  func publish(_ data: Data, as name: String) {
    files.withLock { files in
      let version = (files[name]?.version ?? 0) + 1
      files[name] = File(data: data, version: version)
    }
  }

  /// Publishes tables as compressed files.
  func publish(_ tables: [DatasetTable: [String]], in folder: ScratchFolder) async throws {
    let datasets = DatasetFolder("published", in: folder)
    for (table, rows) in tables {
      publish(try await datasets.compressed(Data(table.text(rows).utf8)), as: table.fileName())
    }
  }

  /// Sets how the server responds to further requests for a table.
  func set(_ behavior: Behavior, for table: DatasetTable) {
    files.withLock { $0[table.fileName()]?.behavior = behavior }
  }

  func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    let name = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard let file = files.withLock({ $0[name] }) else { return .text("none", status: 404) }
    switch file.behavior {
    case .normal: return Self.normalResponse(file, request)
    case .loginPage: return .text("<html><body>Please log in</body></html>")
    case .status(let status): return .text("sorry", status: status)
    case .stalled(let count):
      let length = ["Content-Length": "\(file.data.count)"]
      return .streamed(headers: Self.headers(file).merging(length) { $1 }) { writer in
        writer.send(file.data.prefix(count))
        writer.waitForDisconnect()
      }
    }
  }

  private static func normalResponse(
    _ file: File, _ request: LoopbackServer.Request
  ) -> LoopbackServer.Response {
    let headers = headers(file)
    if request.headers["if-none-match"] == headers["ETag"] {
      return .bytes(Data(), status: 304, headers: headers)
    }
    guard request.headers["if-range"] == headers["ETag"],
      let start = request.headers["range"].flatMap({ Int($0.dropFirst(6).dropLast()) })
    else { return .bytes(file.data, headers: headers) }
    let range = ["Content-Range": "bytes \(start)-\(file.data.count - 1)/\(file.data.count)"]
    return .bytes(file.data[start...], status: 206, headers: headers.merging(range) { $1 })
  }

  private static func headers(_ file: File) -> [String: String] {
    ["ETag": "\"version-\(file.version)\"", "Content-Type": "application/gzip"]
  }
}
