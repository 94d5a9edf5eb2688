import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Downloads that fail, and their error messages.
@Suite(.timeLimit(.minutes(10)))
struct DatasetErrorTests {
  private static let file = PublishedFile(5000)

  @Test(
    arguments: [
      (404, "127.0.0.1 has no title.basics.tsv.gz; try again later", 1),
      (403, "127.0.0.1: title.basics.tsv.gz: HTTP status 403; try again later", 1),
      (503, "127.0.0.1: title.basics.tsv.gz: HTTP status 503; try again later", 3),
      (206, "127.0.0.1: title.basics.tsv.gz: HTTP status 206; try again later", 1),
      (304, "127.0.0.1: title.basics.tsv.gz: HTTP status 304; try again later", 1),
    ] as [(Int, String, Int)])
  func statusIsReportedWithoutTheBody(
    status: Int, message: String, requests: Int
  ) async throws {
    let body = status == 304 ? "" : "\u{1b}[31mgo away"
    try await ServiceBench.with([{ _ in .text(body, status: status) }]) { bench in
      let error = await bench.fetchError()
      #expect(error?.message == message)
      #expect(error?.exitCategory == .unavailable)
      #expect(bench.server.requests.count == requests)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }

  @Test func retryAfterIsWaitedFor() async throws {
    let busy: LoopbackServer.Handler = { _ in
      .text("", status: 503, headers: ["Retry-After": "3"])
    }
    try await ServiceBench.with([busy, Self.file.respond]) { bench in
      try await bench.fetch()
      #expect(bench.waits.seconds == [3])
      #expect(bench.bytes() == Self.file.data)
    }
  }

  @Test func refusedConnectionIsReportedAndNotRetried() async throws {
    try await ServiceBench.with(Self.file) { bench in
      bench.server.stop()
      let error = await bench.fetchError()
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 could not be reached; check the"
          + " connection and try again")
      #expect(error?.exitCategory == .unavailable)
      #expect(bench.waits.seconds == [])
    }
  }

  /// Responses with status 200 whose body is not a gzip file, such as a login page.
  @Test(arguments: ["<html>please log in</html>", "", "\u{1f}"])
  func otherContentDoesNotReplaceTheFile(page: String) async throws {
    let handlers: [LoopbackServer.Handler] = [
      Self.file.respond, { _ in .text(page) }, Self.file.respond,
    ]
    try await ServiceBench.with(handlers) { bench in
      let first = try await bench.fetch().dataset
      let error = await bench.fetchError()
      #expect(error == .notGzip(host: "127.0.0.1", file: "title.basics.tsv.gz"))
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.bytes(".part") == nil)
      #expect(try await bench.fetch() == .unchanged(first))
    }
  }

  @Test func otherContentDoesNotReplaceThePart() async throws {
    let handlers: [LoopbackServer.Handler] = [
      Self.file.cut(after: 3000), { _ in .text("<html>please log in</html>") }, Self.file.respond,
    ]
    try await ServiceBench.with(handlers) { bench in
      #expect(await bench.fetchError() == .notGzip(host: "127.0.0.1", file: "title.basics.tsv.gz"))
      #expect(bench.bytes(".part") == Self.file.data.prefix(3000))
      try await bench.fetch()
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.field("range").last == "bytes=3000-")
    }
  }

  @Test func bodyShorterThanAnnouncedIsNotTheFile() async throws {
    let short: LoopbackServer.Handler = { _ in
      .bytes(Self.file.data.prefix(4999), headers: ["Content-Length": "5000"])
    }
    try await ServiceBench.with([short]) { bench in
      let error = await bench.fetchError()
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 closed the connection; check the"
          + " connection and try again")
      #expect(bench.bytes() == nil)
    }
  }

  /// The part is a symbolic link: to a missing file, to another file, or to files of the size that
  /// the metadata records for the part or the complete file.
  @Test(arguments: [nil, 0, 10, 3000, 5000] as [Int?])
  func symbolicLinkInsteadOfThePartIsNotFollowed(bytes: Int?) async throws {
    let handlers: [LoopbackServer.Handler] = [
      Self.file.cut(after: 3000), { _ in .text("<html>please log in</html>") }, Self.file.respond,
    ]
    try await ServiceBench.with(handlers) { bench in
      let part = bench.home.path(of: "datasets/title.basics.tsv.gz.part")
      _ = await bench.fetchError()
      let contents = bytes.map { Data(repeating: 0x70, count: $0) }
      if let contents { try bench.home.write(contents, to: "precious") }
      try FileManager.default.removeItem(atPath: part)
      try FileManager.default.createSymbolicLink(
        atPath: part, withDestinationPath: bench.home.path(of: "precious"))
      let error = await #expect(throws: StoreError.self) { try await bench.fetch() }
      #expect(error == .cannotWrite(path: part, reason: "it is a symbolic link"))
      #expect(error?.exitCategory == .inputOutput)
      let newContents = try? Data(contentsOf: bench.home.url(of: "precious"))
      #expect(newContents == contents)
      #expect(bench.bytes() == nil)
    }
  }

  @Test func fileInsteadOfTheFolderIsReported() async throws {
    try await ServiceBench.with(Self.file) { bench in
      try bench.home.write("", to: "datasets")
      let part = bench.home.path(of: "datasets/title.basics.tsv.gz.part")
      let error = await #expect(throws: StoreError.self) { try await bench.fetch() }
      #expect(error == .cannotWrite(path: part, reason: "Not a directory"))
      #expect(error?.exitCategory == .inputOutput)
    }
  }

  @Test func concurrentDownloadToTheSameFolderIsRefused() async throws {
    let canSend = DispatchSemaphore(value: 0)
    let slow = Self.file.streamed { writer in
      canSend.wait()
      writer.send(Self.file.data)
    }
    try await ServiceBench.with([slow, Self.file.respond]) { bench in
      let downloader = try bench.downloader()
      let first = Task { try await downloader.download(ServiceBench.dataset) { _ in } }
      try await bench.server.waitForRequests(1)
      let error = await bench.fetchError()
      canSend.signal()
      #expect(error == .busy(folder: bench.home.path(of: "datasets")))
      #expect(error?.exitCategory == .failed)
      _ = try await first.value
      #expect(bench.bytes() == Self.file.data)
      #expect(bench.server.requests.count == 1)
      _ = try await bench.fetch()
    }
  }

  @Test(arguments: [
    "ftp://datasets.test/", "file:///etc/passwd", "datasets.imdbws.com", "", "https://",
    "mailto:me@datasets.test", "http://127.0.0.1:99999/", "http://u:p@127.0.0.1:0/",
    "https://[::1]:99999/", "http://127.0.0.1:99999999999999999999/", "http://a%20b/",
  ])
  func invalidAddressIsRefused(text: String) {
    #expect(DatasetAddress(text) == nil)
  }
}
