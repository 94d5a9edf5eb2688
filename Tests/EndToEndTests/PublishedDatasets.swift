import FilmzTestSupport
import Foundation
import Synchronization

/// Dataset files as a web server publishes them, with versions, conditions and ranges (RFC 9110); they
/// can change while the server runs.
final class PublishedDatasets: Sendable {
  /// How the next answers for a file go.
  enum Mood: Sendable {
    case right
    /// So many bytes come, then nothing, until the client leaves.
    case stuck(after: Int)
    /// The page of somebody who wants a login first.
    case webPage
    case status(Int)
  }

  private struct File: Sendable {
    var data: Data
    var version = 1
    var mood = Mood.right
  }

  private let files = Mutex<[String: File]>([:])

  /// Publishes a file, or a new version of it.
  func publish(_ data: Data, as name: String) {
    files.withLock { files in
      let version = (files[name]?.version ?? 0) + 1
      files[name] = File(data: data, version: version)
    }
  }

  /// Publishes rows as a packed file.
  func publish(_ tables: [DatasetTable: [String]], in folder: ScratchFolder) async throws {
    let datasets = DatasetFolder("published", in: folder)
    for (table, rows) in tables {
      publish(try await datasets.packed(Data(table.text(rows).utf8)), as: table.fileName())
    }
  }

  /// Sets how a file is answered for from now on.
  func set(_ mood: Mood, for table: DatasetTable) {
    files.withLock { $0[table.fileName()]?.mood = mood }
  }

  func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
    let name = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard let file = files.withLock({ $0[name] }) else { return .text("none", status: 404) }
    switch file.mood {
    case .right: return Self.rightly(file, request)
    case .webPage: return .text("<html><body>Please log in</body></html>")
    case .status(let status): return .text("sorry", status: status)
    case .stuck(let count):
      let length = ["Content-Length": "\(file.data.count)"]
      return .written(headers: Self.marks(file).merging(length) { $1 }) { writer in
        writer.send(file.data.prefix(count))
        writer.waitForEnd()
      }
    }
  }

  private static func rightly(
    _ file: File, _ request: LoopbackServer.Request
  ) -> LoopbackServer.Response {
    let marks = marks(file)
    if request.headers["if-none-match"] == marks["ETag"] {
      return .bytes(Data(), status: 304, headers: marks)
    }
    guard request.headers["if-range"] == marks["ETag"],
      let start = request.headers["range"].flatMap({ Int($0.dropFirst(6).dropLast()) })
    else { return .bytes(file.data, headers: marks) }
    let range = ["Content-Range": "bytes \(start)-\(file.data.count - 1)/\(file.data.count)"]
    return .bytes(file.data[start...], status: 206, headers: marks.merging(range) { $1 })
  }

  private static func marks(_ file: File) -> [String: String] {
    ["ETag": "\"version-\(file.version)\"", "Content-Type": "application/gzip"]
  }
}
