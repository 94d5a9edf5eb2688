import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Files that come in one go, or need not come.
@Suite(.timeLimit(.minutes(1)))
struct DatasetDownloadTests {
  @Test func aFileIsFetchedWholeForTheUserAlone() async throws {
    let file = PublishedFile(300_000)
    try await ServiceBench.with(file) { bench in
      let steps = Collected<DatasetDownload.Progress>()
      let outcome = try await bench.download().fetch(ServiceBench.dataset, progress: steps.add)
      #expect(bench.bytes() == file.data)
      let local = outcome.dataset
      #expect(outcome == .fetched(local, bytes: 300_000))
      #expect(local.file.path == bench.home.path(of: "datasets/title.basics.tsv.gz"))
      #expect(local.bytes == 300_000)
      #expect(local.date == Date(timeIntervalSince1970: 1_799_647_200))
      #expect(try bench.home.mode(of: "datasets") == 0o700)
      #expect(try bench.home.mode(of: "datasets/title.basics.tsv.gz") == 0o600)
      #expect(
        try bench.home.files() == [
          "datasets/title.basics.tsv.gz", "datasets/title.basics.tsv.gz.json",
        ])
      #expect(steps.values.first == .init(bytes: 0, total: 300_000))
      #expect(steps.values.last == .init(bytes: 300_000, total: 300_000))
      #expect(steps.values.map(\.bytes) == steps.values.map(\.bytes).sorted())
      let request = try #require(bench.server.requests.first)
      #expect(request.path == "/title.basics.tsv.gz")
      #expect(request.headers["accept-encoding"] == "identity")
      #expect(request.headers["range"] == nil && request.headers["if-none-match"] == nil)
    }
  }

  @Test func aFileThatIsStillTheSameIsNotFetchedAgain() async throws {
    try await ServiceBench.with(PublishedFile(5000)) { bench in
      let first = try await bench.fetch().dataset
      #expect(try await bench.fetch() == .unchanged(first))
      #expect(bench.field("if-none-match") == [nil, #""v1""#])
      #expect(bench.field("if-modified-since") == [nil, PublishedFile.monday])
    }
  }

  @Test func aFileThatHasChangedReplacesTheOldOne() async throws {
    let old = PublishedFile(5000)
    let new = PublishedFile(4000, seed: 7, etag: #""v2""#, lastModified: PublishedFile.tuesday)
    try await ServiceBench.with([old.answer, new.answer]) { bench in
      let first = try await bench.fetch().dataset
      let second = try await bench.fetch()
      #expect(second == .fetched(second.dataset, bytes: 4000))
      #expect(second.dataset.date == first.date.addingTimeInterval(86_400))
      #expect(bench.bytes() == new.data)
      #expect(try await bench.fetch() == .unchanged(second.dataset))
    }
  }

  @Test func aFileWhoseSizeIsNotAsNotedIsFetchedAnew() async throws {
    let file = PublishedFile(5000)
    try await ServiceBench.with(file) { bench in
      try await bench.fetch()
      try bench.home.write(file.data.prefix(4999), to: "datasets/title.basics.tsv.gz")
      try await bench.fetch()
      #expect(bench.bytes() == file.data)
      #expect(bench.field("if-none-match") == [nil, nil])
    }
  }

  /// An import tells by it how old the catalog is.
  @Test(
    arguments: [
      (PublishedFile.monday, 1_799_647_200), (PublishedFile.tuesday, 1_799_733_600), (nil, nil),
    ] as [(String?, Double?)])
  func aFileHasThePublishersDate(field: String?, seconds: Double?) async throws {
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

  @Test func aFileThatWasRemovedIsFetchedAnew() async throws {
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

  @Test func anotherServerIsAskedForTheWholeFile() async throws {
    let file = PublishedFile(5000)
    try await ServiceBench.with(file) { bench in
      try await bench.fetch()
      try await bench.fetch(from: bench.server.baseURL + "mirror")
      #expect(bench.server.requests.map(\.path).last == "/mirror/title.basics.tsv.gz")
      #expect(bench.field("if-none-match") == [nil, nil])
    }
  }

  @Test func aBodyOfUnknownLengthIsWholeWhenItEnds() async throws {
    let file = PublishedFile(5000, etag: nil, lastModified: nil)
    let chunked: LoopbackServer.Handler = { _ in
      .written(headers: ["Transfer-Encoding": "chunked"]) { writer in
        for piece in [file.data.prefix(1), file.data[1..<3000], file.data[3000...], Data()] {
          writer.sendChunk(piece)
        }
      }
    }
    try await ServiceBench.with([chunked]) { bench in
      let steps = Collected<DatasetDownload.Progress>()
      let outcome = try await bench.download().fetch(ServiceBench.dataset, progress: steps.add)
      #expect(bench.bytes() == file.data)
      #expect(steps.values.last == .init(bytes: 5000, total: nil))
      #expect(outcome.dataset.date == ServiceBench.today)
      // Nothing tells the version: the next one is a new one.
      #expect(try await bench.fetch() == .fetched(outcome.dataset, bytes: 5000))
    }
  }

  @Test func aBodyOfUnknownLengthThatIsCutIsNotTheFile() async throws {
    let file = PublishedFile(5000)
    let cut: LoopbackServer.Handler = { _ in
      .written(headers: ["Transfer-Encoding": "chunked"]) { $0.sendChunk(file.data.prefix(3000)) }
    }
    try await ServiceBench.with([cut]) { bench in
      #expect(await bench.refusal()?.kind == .unavailable)
      #expect(bench.bytes() == nil)
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test func aUserInTheAddressIsSentAndNeverShown() async throws {
    try await ServiceBench.with([{ _ in .text("", status: 401) }]) { bench in
      let origin = bench.server.baseURL.replacing("http://", with: "http://ann:p%40ss@")
      let lines = Collected<String>()
      let trace = RequestTrace()
      trace.listen(lines.add)
      let download = DatasetDownload(
        folder: bench.home.url(of: "datasets"),
        origin: try #require(DatasetAddress(origin + "?k=s3")),
        client: bench.client(trace: trace)
      ) { ServiceBench.today }
      let error = await #expect(throws: DatasetError.self) {
        try await download.fetch(ServiceBench.dataset) { _ in }
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
