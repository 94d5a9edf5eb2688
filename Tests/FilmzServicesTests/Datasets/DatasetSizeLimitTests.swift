import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// The maximum size of a download.
@Suite(.timeLimit(.minutes(10)))
struct DatasetSizeLimitTests {
  private static let file = PublishedFile(5000)
  private static let tooLarge = DatasetError.tooLarge(
    host: "127.0.0.1", file: ServiceBench.dataset, maximumBytes: 4999)

  /// Returns a handler that announces a number of bytes and sends only the first ones.
  private static func announcing(_ bytes: Int) -> LoopbackServer.Handler {
    { _ in
      .streamed(headers: ["Content-Length": "\(bytes)"]) { writer in
        writer.send(file.data)
        writer.waitForDisconnect()
      }
    }
  }

  private static func fetch(_ bench: ServiceBench, maximumBytes: Int) async -> DatasetError? {
    await #expect(throws: DatasetError.self) {
      try await bench.downloader(maximumBytes: maximumBytes).download(ServiceBench.dataset) { _ in }
    }
  }

  @Test func tooLargeFileIsNotDownloaded() async throws {
    try await ServiceBench.with([Self.announcing(5000)]) { bench in
      let error = await Self.fetch(bench, maximumBytes: 4999)
      #expect(error == Self.tooLarge)
      #expect(error?.exitCategory == .unavailable)
      #expect(
        error?.message == "127.0.0.1: title.basics.tsv.gz is larger than 5.0 kB, too large for a"
          + " dataset; check the address")
      #expect(bench.server.requests.count == 1)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }

  @Test func defaultMaximumIsFourGigabytes() async throws {
    try await ServiceBench.with([Self.announcing(4_000_000_001)]) { bench in
      let error = await bench.fetchError()
      #expect(error?.message.contains(" is larger than 4.0 GB, ") == true)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }

  /// The server does not announce the size.
  @Test func fileThatBecomesTooLargeIsDiscarded() async throws {
    let endless: LoopbackServer.Handler = { _ in
      .streamed(headers: ["Transfer-Encoding": "chunked"]) { writer in
        writer.sendChunk(Self.file.data)
        writer.waitForDisconnect()
      }
    }
    try await ServiceBench.with([endless]) { bench in
      #expect(await Self.fetch(bench, maximumBytes: 4999) == Self.tooLarge)
      #expect(bench.bytes(".part") == nil && bench.bytes() == nil)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func partOfATooLargeFileIsDiscarded() async throws {
    let arrived = DispatchSemaphore(value: 0)
    let chunked = Self.file.headers.merging(["Transfer-Encoding": "chunked"]) { $1 }
    let interrupting: LoopbackServer.Handler = { _ in
      .streamed(headers: chunked) { writer in
        writer.sendChunk(Self.file.data.prefix(3000))
        _ = arrived.wait(timeout: .now() + 20)
      }
    }
    try await ServiceBench.with([interrupting, Self.file.respond]) { bench in
      let error = await #expect(throws: DatasetError.self) {
        try await bench.downloader(maximumBytes: 4999).download(ServiceBench.dataset) {
          if $0.bytes == 3000 { arrived.signal() }
        }
      }
      #expect(error == Self.tooLarge)
      #expect(bench.field("range") == [nil, "bytes=3000-"])
      #expect(bench.bytes(".part") == nil)
    }
  }

  @Test func fileOfTheMaximumSizeIsDownloaded() async throws {
    try await ServiceBench.with(Self.file) { bench in
      _ = try await bench.downloader(maximumBytes: 5000).download(ServiceBench.dataset) { _ in }
      #expect(bench.bytes() == Self.file.data)
    }
  }

  /// The announced size is an exabyte.
  @Test func fileLargerThanTheFreeSpaceIsNotDownloaded() async throws {
    try await ServiceBench.with([Self.announcing(1 << 60)]) { bench in
      let error = await Self.fetch(bench, maximumBytes: .max)
      #expect(
        error == .diskFull(path: bench.home.path(of: "datasets/title.basics.tsv.gz.part")))
      #expect(error?.exitCategory == .inputOutput)
      #expect(bench.server.requests.count == 1)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }
}
