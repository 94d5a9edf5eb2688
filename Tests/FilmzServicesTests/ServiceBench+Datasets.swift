import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

extension ServiceBench {
  /// The file that all these tests fetch.
  static let dataset = "title.basics.tsv.gz"

  /// Runs `body` with a bench whose server gives these answers, one a request.
  static func with(
    _ handlers: [LoopbackServer.Handler], _ body: (ServiceBench) async throws -> Void
  ) async throws {
    try await with(AnswerSeries(handlers).answer, body)
  }

  /// Runs `body` with a bench whose server publishes a file.
  static func with(
    _ file: PublishedFile, _ body: (ServiceBench) async throws -> Void
  ) async throws {
    try await with([file.answer], body)
  }

  /// A download from the bench's server to the bench's home.
  func download(
    from origin: String? = nil, timeouts: DownloadTimeouts = DownloadTimeouts(),
    mostBytes: Int = DatasetDownload.mostBytes
  ) throws -> DatasetDownload {
    DatasetDownload(
      folder: home.url(of: "datasets"),
      origin: try #require(DatasetAddress(origin ?? server.baseURL)), client: client(),
      timeouts: timeouts, mostBytes: mostBytes
    ) { Self.today }
  }

  /// Fetches the file.
  @discardableResult
  func fetch(from origin: String? = nil) async throws -> DatasetDownload.Outcome {
    try await download(from: origin).fetch(Self.dataset) { _ in }
  }

  /// The error that fetching the file ends in.
  func refusal(from origin: String? = nil) async -> DatasetError? {
    do {
      try await fetch(from: origin)
      return nil
    } catch {
      return error as? DatasetError
    }
  }

  /// The file's bytes, or those of what is beside it (`.part`), or nothing where there is none.
  func bytes(_ ending: String = "") -> Data? {
    try? Data(contentsOf: home.url(of: "datasets/\(Self.dataset)\(ending)"))
  }

  /// A field of each request so far.
  func field(_ name: String) -> [String?] { server.requests.map { $0.headers[name] } }
}
