import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Downloads that continue a part left by an earlier call.
@Suite(.timeLimit(.minutes(10)))
struct DatasetResumeTests {
  private static let file = PublishedFile(5000)
  private static let newer = PublishedFile(
    4000, seed: 7, etag: #""v2""#, lastModified: PublishedFile.tuesday)
  private static let closing: LoopbackServer.Handler = { _ in .close }
  /// Handlers with which the first call fails and leaves a part of 3000 bytes.
  private static let interrupting: [LoopbackServer.Handler] = [
    file.cut(after: 3000), closing, closing,
  ]

  /// Downloads the file again after an interrupted download, and checks the outcome.
  ///
  /// `metadata` replaces the contents of the metadata file after the first download.
  private func downloadAgain(
    _ handlers: [LoopbackServer.Handler], metadata: String? = nil,
    _ check: (ServiceBench, DatasetDownloader.Outcome) throws -> Void
  ) async throws {
    try await ServiceBench.with(Self.interrupting + handlers) { bench in
      let error = await bench.fetchError()
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 closed the connection; try again to"
          + " resume the download")
      #expect(bench.bytes(".part") == Self.file.data.prefix(3000))
      #expect(try bench.home.mode(of: "datasets/title.basics.tsv.gz.part") == 0o600)
      if let metadata { try bench.home.write(metadata, to: "datasets/title.basics.tsv.gz.json") }
      let outcome = try await bench.fetch()
      #expect(bench.bytes(".part") == nil)
      try check(bench, outcome)
    }
  }

  @Test(arguments: ["", "{", "{}", #"{"part":{"etag":1}}"#])
  func partWithoutMetadataIsDownloadedAgain(metadata: String) async throws {
    try await downloadAgain([Self.file.respond], metadata: metadata) { bench, outcome in
      #expect(bench.bytes() == Self.file.data)
      #expect(outcome == .downloaded(outcome.dataset, bytes: 5000))
      #expect(bench.field("range").last == .some(nil))
    }
  }

  @Test func secondCallContinuesThePart() async throws {
    try await downloadAgain([Self.file.respond]) { bench, outcome in
      #expect(bench.bytes() == Self.file.data)
      #expect(outcome == .downloaded(outcome.dataset, bytes: 2000))
      #expect(outcome.dataset.bytes == 5000)
      #expect(bench.field("range").last == "bytes=3000-")
    }
  }

  /// The first call was killed after receiving the last byte, but before renaming the part.
  @Test(arguments: [false, true])
  func completePartBecomesTheFile(isReplaced: Bool) async throws {
    let published = isReplaced ? Self.newer : Self.file
    try await ServiceBench.with(Self.interrupting + [published.respond]) { bench in
      _ = await bench.fetchError()
      try bench.home.write(Self.file.data, to: "datasets/title.basics.tsv.gz.part")
      let outcome = try await bench.fetch()
      #expect(outcome == .downloaded(outcome.dataset, bytes: isReplaced ? 4000 : 0))
      #expect(bench.bytes() == published.data)
      #expect(bench.bytes(".part") == nil)
      #expect(bench.field("range").last == .some(nil))
      #expect(bench.field("if-none-match").last == #""v1""#)
      #expect(bench.server.requests.count == 4)
      #expect(try await bench.fetch() == .unchanged(outcome.dataset))
    }
  }

  @Test func remainderOfUnknownTotalEndsWithTheBody() async throws {
    let remainder: LoopbackServer.Handler = { _ in
      .bytes(
        Self.file.data[3000...], status: 206, headers: ["Content-Range": "bytes 3000-4999/*"])
    }
    try await downloadAgain([remainder]) { bench, _ in #expect(bench.bytes() == Self.file.data) }
  }

  @Test func changedFileIsDownloadedCompletely() async throws {
    try await downloadAgain([Self.newer.respond]) { bench, outcome in
      #expect(bench.bytes() == Self.newer.data)
      #expect(outcome == .downloaded(outcome.dataset, bytes: 4000))
      #expect(bench.server.requests.count == 4)
    }
  }

  /// Partial responses that do not match the part, and a refusal: none of them is appended to it.
  @Test(
    arguments: [
      (206, ["Content-Range": "bytes 2000-3999/4000"]),
      (206, ["Content-Range": "bytes 3000-3999/4000"]),
      (206, ["Content-Range": "bytes 3000-4999/5000", "ETag": #""v2""#]),
      (206, ["Content-Range": "lines 3000-4999/5000"]), (206, [:]),
      (416, ["Content-Range": "bytes */4000"]),
    ] as [(Int, [String: String])])
  func mismatchingRemainderIsNotUsed(status: Int, fields: [String: String]) async throws {
    let mismatching: LoopbackServer.Handler = { _ in
      .bytes(Data(repeating: 1, count: 2000), status: status, headers: fields)
    }
    try await downloadAgain([mismatching, Self.newer.respond]) { bench, _ in
      #expect(bench.bytes() == Self.newer.data)
      #expect(bench.field("range").suffix(2) == ["bytes=3000-", nil])
    }
  }

  @Test func remainderLongerThanAnnouncedIsDiscarded() async throws {
    let tooLong: LoopbackServer.Handler = { _ in
      .bytes(
        Data(repeating: 1, count: 2001), status: 206,
        headers: ["Content-Range": "bytes 3000-4999/5000"])
    }
    try await downloadAgain([tooLong, Self.file.respond]) { bench, _ in
      #expect(bench.bytes() == Self.file.data)
    }
  }

  @Test func partIsNotContinuedFromAnotherServer() async throws {
    try await ServiceBench.with(Self.interrupting + [Self.newer.respond]) { bench in
      _ = await bench.fetchError()
      try await bench.fetch(from: bench.server.baseURL + "mirror/")
      #expect(bench.field("range").last == .some(nil))
      #expect(bench.bytes() == Self.newer.data)
    }
  }
}
