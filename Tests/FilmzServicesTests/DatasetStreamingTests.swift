import FilmzFiles
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// What a big file costs, and servers that take their time.
@Suite(.timeLimit(.minutes(1)))
struct DatasetStreamingTests {
  /// The server sends each megabyte only when the one before is in the part: no more is ever held.
  @Test func everyMegabyteIsOnTheDiskBeforeTheNextIsSent() async throws {
    let megabyte = 1 << 20
    let count = 64
    let written = DispatchSemaphore(value: 0)
    let late = Collected<Int>()
    let piece = PublishedFile(megabyte).data
    let handler: LoopbackServer.Handler = { _ in
      .written(headers: ["Content-Length": "\(megabyte * count)"]) { writer in
        for number in 1...count {
          writer.send(piece)
          if written.wait(timeout: .now() + 20) == .timedOut { return late.add(number) }
        }
      }
    }
    try await ServiceBench.with([handler]) { bench in
      let part = bench.home.url(of: "datasets/title.basics.tsv.gz.part")
      let outcome = try await bench.download().fetch(ServiceBench.dataset) { progress in
        guard progress.bytes > 0, progress.bytes % megabyte == 0 else { return }
        #expect(FileStatus(of: part)?.bytes == progress.bytes)
        written.signal()
      }
      #expect(late.values == [])
      #expect(outcome.dataset.bytes == megabyte * count)
      #expect(FileStatus(of: outcome.dataset.file)?.bytes == megabyte * count)
    }
  }

  @Test func aServerWithoutAnAnswerIsLeft() async throws {
    let end = DispatchSemaphore(value: 0)
    let silent: LoopbackServer.Handler = { _ in
      end.wait()
      return .close
    }
    try await ServiceBench.with([silent]) { bench in
      defer { end.signal() }
      let timeouts = DownloadTimeouts(head: .milliseconds(100))
      let error = await #expect(throws: DatasetError.self) {
        try await bench.download(timeouts: timeouts).fetch(ServiceBench.dataset) { _ in }
      }
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 gave no answer within 1 s; check the"
          + " connection, and do that again")
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func aServerThatFallsSilentIsAskedForTheRest() async throws {
    let file = PublishedFile(5000)
    let half = file.written { writer in
      writer.send(file.data.prefix(3000))
      writer.waitForEnd()
    }
    try await ServiceBench.with([half, file.answer]) { bench in
      let timeouts = DownloadTimeouts(silence: .seconds(1))
      _ = try await bench.download(timeouts: timeouts).fetch(ServiceBench.dataset) { _ in }
      #expect(bench.bytes() == file.data)
      #expect(bench.field("range") == [nil, "bytes=3000-"])
    }
  }

  @Test func aServerThatStaysSilentIsLeft() async throws {
    let file = PublishedFile(5000)
    try await ServiceBench.with([file.written { $0.waitForEnd() }]) { bench in
      let timeouts = DownloadTimeouts(silence: .milliseconds(100))
      let error = await #expect(throws: DatasetError.self) {
        try await bench.download(timeouts: timeouts).fetch(ServiceBench.dataset) { _ in }
      }
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 sent nothing for 1 s; check the"
          + " connection, and do that again")
      #expect(bench.server.requests.count == 3)
    }
  }

  /// Only the server's silence counts, not the time that its bytes take here.
  @Test func whoIsSlowHereIsNotLeft() async throws {
    let file = PublishedFile(5000)
    let pieces = file.written { writer in
      writer.send(file.data.prefix(3000))
      writer.send(file.data[3000...])
    }
    try await ServiceBench.with([pieces]) { bench in
      let timeouts = DownloadTimeouts(silence: .seconds(1))
      _ = try await bench.download(timeouts: timeouts).fetch(ServiceBench.dataset) { progress in
        if progress.bytes > 0 { Thread.sleep(forTimeInterval: 1.2) }
      }
      #expect(bench.server.requests.count == 1)
      #expect(bench.bytes() == file.data)
    }
  }
}
