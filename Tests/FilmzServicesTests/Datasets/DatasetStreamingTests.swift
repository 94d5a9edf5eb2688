import FilmzFiles
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Large files, and servers that send slowly.
@Suite(.timeLimit(.minutes(10)))
struct DatasetStreamingTests {
  /// The server sends each megabyte only after the previous one is stored in the part, which shows that
  /// no more than that is buffered.
  @Test func everyMegabyteIsStoredBeforeTheNextIsSent() async throws {
    let megabyte = 1 << 20
    let count = 64
    let written = DispatchSemaphore(value: 0)
    let timedOutNumbers = ValueRecorder<Int>()
    let chunk = PublishedFile(megabyte).data
    let handler: LoopbackServer.Handler = { _ in
      .streamed(headers: ["Content-Length": "\(megabyte * count)"]) { writer in
        for number in 1...count {
          writer.send(chunk)
          if written.wait(timeout: .now() + 20) == .timedOut { return timedOutNumbers.add(number) }
        }
      }
    }
    try await ServiceBench.with([handler]) { bench in
      let part = bench.home.url(of: "datasets/title.basics.tsv.gz.part")
      let outcome = try await bench.downloader().download(ServiceBench.dataset) { progress in
        guard progress.bytes > 0, progress.bytes % megabyte == 0 else { return }
        #expect(FileStatus(of: part)?.bytes == progress.bytes)
        written.signal()
      }
      #expect(timedOutNumbers.values == [])
      #expect(outcome.dataset.bytes == megabyte * count)
      #expect(FileStatus(of: outcome.dataset.file)?.bytes == megabyte * count)
    }
  }

  @Test func responseTimeoutIsAnError() async throws {
    let end = DispatchSemaphore(value: 0)
    let silent: LoopbackServer.Handler = { _ in
      end.wait()
      return .close
    }
    try await ServiceBench.with([silent]) { bench in
      defer { end.signal() }
      let timeouts = DownloadTimeouts(head: .milliseconds(100))
      let error = await #expect(throws: DatasetError.self) {
        try await bench.downloader(timeouts: timeouts).download(ServiceBench.dataset) { _ in }
      }
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 did not respond within 1 s; check the"
          + " connection and try again")
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func remainderIsRequestedAfterAnIdleTimeout() async throws {
    let file = PublishedFile(5000)
    let half = file.streamed { writer in
      writer.send(file.data.prefix(3000))
      writer.waitForDisconnect()
    }
    try await ServiceBench.with([half, file.respond]) { bench in
      let timeouts = DownloadTimeouts(idle: .seconds(1))
      _ = try await bench.downloader(timeouts: timeouts).download(ServiceBench.dataset) { _ in }
      #expect(bench.bytes() == file.data)
      #expect(bench.field("range") == [nil, "bytes=3000-"])
    }
  }

  @Test func repeatedIdleTimeoutsAreAnError() async throws {
    let file = PublishedFile(5000)
    try await ServiceBench.with([file.streamed { $0.waitForDisconnect() }]) { bench in
      let timeouts = DownloadTimeouts(idle: .milliseconds(100))
      let error = await #expect(throws: DatasetError.self) {
        try await bench.downloader(timeouts: timeouts).download(ServiceBench.dataset) { _ in }
      }
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 sent nothing for 1 s; check the"
          + " connection and try again")
      #expect(bench.server.requests.count == 3)
    }
  }

  /// The idle timeout covers only the time spent waiting for the server, not the processing of its data.
  @Test func slowProcessingIsNotATimeout() async throws {
    let file = PublishedFile(5000)
    let pieces = file.streamed { writer in
      writer.send(file.data.prefix(3000))
      writer.send(file.data[3000...])
    }
    try await ServiceBench.with([pieces]) { bench in
      let timeouts = DownloadTimeouts(idle: .seconds(1))
      _ = try await bench.downloader(timeouts: timeouts).download(ServiceBench.dataset) {
        progress in
        if progress.bytes > 0 { Thread.sleep(forTimeInterval: 1.2) }
      }
      #expect(bench.server.requests.count == 1)
      #expect(bench.bytes() == file.data)
    }
  }
}
