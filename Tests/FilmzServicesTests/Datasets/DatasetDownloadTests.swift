import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// Downloads that need one request, or are not necessary.
@Suite(.timeLimit(.minutes(10)))
struct DatasetDownloadTests {
  @Test func completeFileIsStoredWithPrivatePermissions() async throws {
    let file = PublishedFile(300_000)
    try await ServiceBench.with(file) { bench in
      let progressUpdates = ValueRecorder<DatasetDownloader.Progress>()
      let outcome = try await bench.downloader().download(
        ServiceBench.dataset, progress: progressUpdates.add)
      #expect(bench.bytes() == file.data)
      let local = outcome.dataset
      #expect(outcome == .downloaded(local, bytes: 300_000))
      #expect(local.file.path == bench.home.path(of: "datasets/title.basics.tsv.gz"))
      #expect(local.bytes == 300_000)
      #expect(local.date == Date(timeIntervalSince1970: 1_799_647_200))
      #expect(try bench.home.mode(of: "datasets") == 0o700)
      #expect(try bench.home.mode(of: "datasets/title.basics.tsv.gz") == 0o600)
      #expect(
        try bench.home.files() == [
          "datasets/title.basics.tsv.gz", "datasets/title.basics.tsv.gz.json",
        ])
      #expect(progressUpdates.values.first == .init(bytes: 0, total: 300_000))
      #expect(progressUpdates.values.last == .init(bytes: 300_000, total: 300_000))
      #expect(progressUpdates.values.map(\.bytes) == progressUpdates.values.map(\.bytes).sorted())
      let request = try #require(bench.server.requests.first)
      #expect(request.path == "/title.basics.tsv.gz")
      #expect(request.headers["accept-encoding"] == "identity")
      #expect(request.headers["range"] == nil && request.headers["if-none-match"] == nil)
    }
  }

  @Test func unchangedFileIsNotDownloadedAgain() async throws {
    try await ServiceBench.with(PublishedFile(5000)) { bench in
      let first = try await bench.fetch().dataset
      #expect(try await bench.fetch() == .unchanged(first))
      #expect(bench.field("if-none-match") == [nil, #""v1""#])
      #expect(bench.field("if-modified-since") == [nil, PublishedFile.monday])
    }
  }

  @Test func changedFileReplacesTheOldOne() async throws {
    let old = PublishedFile(5000)
    let new = PublishedFile(4000, seed: 7, etag: #""v2""#, lastModified: PublishedFile.tuesday)
    try await ServiceBench.with([old.respond, new.respond]) { bench in
      let first = try await bench.fetch().dataset
      let second = try await bench.fetch()
      #expect(second == .downloaded(second.dataset, bytes: 4000))
      #expect(second.dataset.date == first.date.addingTimeInterval(86_400))
      #expect(bench.bytes() == new.data)
      #expect(try await bench.fetch() == .unchanged(second.dataset))
    }
  }

  @Test func fileWithAnUnexpectedSizeIsDownloadedAgain() async throws {
    let file = PublishedFile(5000)
    try await ServiceBench.with(file) { bench in
      try await bench.fetch()
      try bench.home.write(file.data.prefix(4999), to: "datasets/title.basics.tsv.gz")
      try await bench.fetch()
      #expect(bench.bytes() == file.data)
      #expect(bench.field("if-none-match") == [nil, nil])
    }
  }

  /// An import derives the age of the catalog from this date.
  @Test(
    arguments: [
      (PublishedFile.monday, 1_799_647_200), (PublishedFile.tuesday, 1_799_733_600), (nil, nil),
    ] as [(String?, Double?)])
  func fileHasThePublicationDate(field: String?, seconds: Double?) async throws {
    try await ServiceBench.with(PublishedFile(5000, lastModified: field)) { bench in
      let start = Date() - 1
      let file = try await bench.fetch().dataset.file
      let date = try #require(
        try file.resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate)
      if let seconds {
        #expect(date == Date(timeIntervalSince1970: seconds))
      } else {
        #expect((start...Date() + 1).contains(date))
      }
    }
  }

  @Test func removedFileIsDownloadedAgain() async throws {
    let file = PublishedFile(5000)
    try await ServiceBench.with(file) { bench in
      try await bench.fetch()
      try FileManager.default.removeItem(
        at: bench.home.url(of: "datasets/title.basics.tsv.gz"))
      #expect(bench.bytes() == nil)
      try await bench.fetch()
      #expect(bench.bytes() == file.data)
    }
  }

  @Test func completeFileIsRequestedFromAnotherServer() async throws {
    let file = PublishedFile(5000)
    try await ServiceBench.with(file) { bench in
      try await bench.fetch()
      try await bench.fetch(from: bench.server.baseURL + "mirror")
      #expect(bench.server.requests.map(\.path).last == "/mirror/title.basics.tsv.gz")
      #expect(bench.field("if-none-match") == [nil, nil])
    }
  }

  @Test func bodyOfUnknownLengthIsCompleteAtItsEnd() async throws {
    let file = PublishedFile(5000, etag: nil, lastModified: nil)
    let chunked: LoopbackServer.Handler = { _ in
      .streamed(headers: ["Transfer-Encoding": "chunked"]) { writer in
        for chunk in [file.data.prefix(1), file.data[1..<3000], file.data[3000...], Data()] {
          writer.sendChunk(chunk)
        }
      }
    }
    try await ServiceBench.with([chunked]) { bench in
      let progressUpdates = ValueRecorder<DatasetDownloader.Progress>()
      let outcome = try await bench.downloader().download(
        ServiceBench.dataset, progress: progressUpdates.add)
      #expect(bench.bytes() == file.data)
      #expect(progressUpdates.values.last == .init(bytes: 5000, total: nil))
      #expect(outcome.dataset.date == ServiceBench.today)
      // Without validators, the next response counts as a new version.
      #expect(try await bench.fetch() == .downloaded(outcome.dataset, bytes: 5000))
    }
  }

  @Test func interruptedBodyOfUnknownLengthIsNotTheFile() async throws {
    let file = PublishedFile(5000)
    let interrupting: LoopbackServer.Handler = { _ in
      .streamed(headers: ["Transfer-Encoding": "chunked"]) { $0.sendChunk(file.data.prefix(3000)) }
    }
    try await ServiceBench.with([interrupting]) { bench in
      #expect(await bench.fetchError()?.exitCategory == .unavailable)
      #expect(bench.bytes() == nil)
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test func userInTheAddressIsSentButNotShown() async throws {
    try await ServiceBench.with([{ _ in .text("", status: 401) }]) { bench in
      let origin = bench.server.baseURL.replacing("http://", with: "http://ann:p%40ss@")
      let lines = ValueRecorder<String>()
      let trace = RequestTrace()
      trace.setListener(lines.add)
      let downloader = DatasetDownloader(
        folder: bench.home.url(of: "datasets"),
        server: try #require(DatasetAddress(origin + "?k=s3")),
        client: bench.client(trace: trace)
      ) { ServiceBench.today }
      let error = await #expect(throws: DatasetError.self) {
        try await downloader.download(ServiceBench.dataset) { _ in }
      }
      #expect(bench.field("authorization") == ["Basic YW5uOnBAc3M="])
      #expect(bench.server.requests.map(\.query) == [["k": "s3"]])
      #expect(
        error?.message == "127.0.0.1: title.basics.tsv.gz: HTTP status 401; try again later")
      #expect(lines.values.count == 1)
      #expect(lines.values.allSatisfy { !$0.contains("ann") && !$0.contains("s3") })
      #expect(lines.values[0].contains("/title.basics.tsv.gz: 401, 0 bytes"))
    }
  }
}
