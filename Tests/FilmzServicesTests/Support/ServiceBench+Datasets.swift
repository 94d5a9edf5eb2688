import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

extension ServiceBench {
  /// The file that the dataset tests download.
  static let dataset = "title.basics.tsv.gz"

  /// Runs `body` with a bench whose server uses one handler per request; the last one handles all
  /// further requests.
  static func with(
    _ handlers: [LoopbackServer.Handler], _ body: (ServiceBench) async throws -> Void
  ) async throws {
    try await with(HandlerSequence(handlers).respond, body)
  }

  /// Runs `body` with a bench whose server publishes a file.
  static func with(
    _ file: PublishedFile, _ body: (ServiceBench) async throws -> Void
  ) async throws {
    try await with([file.respond], body)
  }

  /// Returns a downloader from the server of the bench, or from `address`, to its home folder.
  func downloader(
    from address: String? = nil, timeouts: DownloadTimeouts = DownloadTimeouts(),
    maximumBytes: Int = DatasetDownloader.maximumBytes
  ) throws -> DatasetDownloader {
    var downloader = DatasetDownloader(
      folder: home.url(of: "datasets"),
      server: try #require(DatasetAddress(address ?? server.baseURL)), client: client()
    ) { Self.today }
    (downloader.timeouts, downloader.maximumBytes) = (timeouts, maximumBytes)
    return downloader
  }

  /// Downloads the file.
  @discardableResult
  func fetch(from address: String? = nil) async throws -> DatasetDownloader.Outcome {
    try await downloader(from: address).download(Self.dataset) { _ in }
  }

  /// Downloads the file, and returns the error; `nil` if it succeeds or throws another type of error.
  func fetchError(from address: String? = nil) async -> DatasetError? {
    do {
      try await fetch(from: address)
      return nil
    } catch {
      return error as? DatasetError
    }
  }

  /// Returns the contents of the file whose name is the dataset's with a suffix such as `.part`.
  ///
  /// Returns `nil` if the file does not exist.
  func bytes(_ suffix: String = "") -> Data? {
    try? Data(contentsOf: home.url(of: "datasets/\(Self.dataset)\(suffix)"))
  }

  /// Returns the values of a header field in all requests received so far.
  func field(_ name: String) -> [String?] { server.requests.map { $0.headers[name] } }
}
