import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Downloads that are interrupted and continued in the same call.
@Suite(.timeLimit(.minutes(10)))
struct DatasetRetryTests {
  private static let file = PublishedFile(5000)
  private static let newer = PublishedFile(
    4000, seed: 7, etag: #""v2""#, lastModified: PublishedFile.tuesday)
  private static let closing: LoopbackServer.Handler = { _ in .close }
  private static let busy: LoopbackServer.Handler = { _ in .text("", status: 503) }

  @Test func interruptedDownloadIsContinued() async throws {
    let handlers = [Self.file.cut(after: 3000), Self.file.cut(after: 500), Self.file.respond]
    try await ServiceBench.with(handlers) { bench in
      let outcome = try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
      #expect(outcome == .downloaded(outcome.dataset, bytes: 5000))
      #expect(bench.field("range") == [nil, "bytes=3000-", "bytes=3500-"])
      #expect(bench.field("if-range") == [nil, #""v1""#, #""v1""#])
      #expect(bench.waits.seconds == [0.4, 0.8])
    }
  }

  @Test func progressAllowsUnlimitedRetries() async throws {
    let file = PublishedFile(2_000_000)
    let arrived = DispatchSemaphore(value: 0)
    try await ServiceBench.with([file.cut(after: 300_000, onceArrived: arrived)]) { bench in
      let positions = ValueRecorder<Int>()
      _ = try await bench.downloader().download(ServiceBench.dataset) { progress in
        let isNew = progress.bytes > positions.values.last ?? 0
        positions.add(progress.bytes)
        if isNew, progress.bytes % 300_000 == 0 { arrived.signal() }
      }
      #expect(bench.bytes() == file.data)
      #expect(bench.server.requests.count == 7)
      #expect(bench.waits.seconds == Array(repeating: 0.4, count: 6))
    }
  }

  @Test func retriesAreLimitedIfTheServerIgnoresRanges() async throws {
    let file = PublishedFile(2_000_000)
    let arrived = DispatchSemaphore(value: 0)
    let handler = file.streamed { writer in
      writer.send(file.data.prefix(1_000_000))
      _ = arrived.wait(timeout: .now() + 20)
    }
    try await ServiceBench.with([handler]) { bench in
      let error = await #expect(throws: DatasetError.self) {
        try await bench.downloader().download(ServiceBench.dataset) { progress in
          if progress.bytes == 1_000_000 { arrived.signal() }
        }
      }
      #expect(error?.exitCategory == .unavailable)
      #expect(bench.field("range") == [nil, "bytes=1000000-", "bytes=1000000-"])
      #expect(bench.waits.seconds == [0.4, 0.8])
      #expect(bench.bytes() == nil)
    }
  }

  @Test func unavailableServerIsRetried() async throws {
    let handlers = [Self.file.cut(after: 3000), Self.busy, Self.file.respond]
    try await ServiceBench.with(handlers) { bench in
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
    }
  }

  @Test func connectionRefusedDuringADownloadIsRetried() async throws {
    try await ServiceBench.with([Self.file.cut(after: 3000)]) { bench in
      let error = await #expect(throws: DatasetError.self) {
        try await bench.downloader().download(ServiceBench.dataset) { progress in
          if progress.bytes == 3000 { bench.server.stop() }
        }
      }
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 could not be reached; try again to"
          + " resume the download")
      #expect(bench.waits.seconds == [0.4, 0.8])
    }
  }

  @Test func shortPartialResponsesAreContinued() async throws {
    let shortRange: LoopbackServer.Handler = { _ in
      .bytes(
        Self.file.data[3000..<4000], status: 206,
        headers: ["Content-Range": "bytes 3000-3999/5000"])
    }
    try await ServiceBench.with([Self.file.cut(after: 3000), shortRange, Self.file.respond]) {
      bench in
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.field("range") == [nil, "bytes=3000-", "bytes=4000-"])
    }
  }

  /// The modification date is used instead of a weak tag; without a date, the part is not continued.
  @Test(arguments: [(PublishedFile.monday as String?, "bytes=3000-" as String?), (nil, nil)])
  func weakTagIsNotUsedForIfRange(date: String?, range: String?) async throws {
    let file = PublishedFile(5000, etag: #"W/"v1""#, lastModified: date)
    try await ServiceBench.with([file.cut(after: 3000), file.respond]) { bench in
      try await bench.fetch()
      #expect(bench.bytes() == file.data)
      #expect(bench.field("range") == [nil, range])
      #expect(bench.field("if-range") == [nil, date])
    }
  }

  @Test func cancelledDownloadEndsImmediatelyAndCanBeResumed() async throws {
    let half = Self.file.streamed { writer in
      writer.send(Self.file.data.prefix(3000))
      writer.waitForDisconnect()
    }
    try await ServiceBench.with([half, Self.file.respond]) { bench in
      let downloader = try bench.downloader()
      let (positions, continuation) = AsyncStream.makeStream(of: Int.self)
      let task = Task {
        try await downloader.download(ServiceBench.dataset) { continuation.yield($0.bytes) }
      }
      for await bytes in positions where bytes == 3000 { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(bench.bytes(".part") == Self.file.data.prefix(3000))
      #expect(bench.bytes() == nil)
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.field("range") == [nil, "bytes=3000-"])
    }
  }

  @Test func oldFileRemainsUntilTheNewOneIsComplete() async throws {
    let handlers = [
      Self.file.respond, Self.newer.cut(after: 1000), Self.closing, Self.closing,
    ]
    try await ServiceBench.with(handlers + [Self.newer.respond]) { bench in
      try await bench.fetch()
      _ = await bench.fetchError()
      #expect(bench.bytes() == Self.file.data)
      try await bench.fetch()
      #expect(bench.bytes() == Self.newer.data)
      #expect(bench.field("range").last == "bytes=1000-")
    }
  }
}
