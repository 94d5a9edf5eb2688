import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// Downloads that go on with what an earlier call left.
@Suite(.timeLimit(.minutes(1)))
struct DatasetSecondCallTests {
  private static let file = PublishedFile(5000)
  private static let newer = PublishedFile(
    4000, seed: 7, etag: #""v2""#, lastModified: PublishedFile.tuesday)
  private static let gone: LoopbackServer.Handler = { _ in .close }
  /// Answers that leave a part of 3000 bytes when the first call gives up.
  private static let breaking: [LoopbackServer.Handler] = [
    file.cut(after: 3000), gone, gone,
  ]

  /// What a second call makes of a part, with the server's answer to it.
  private func secondCall(
    _ handlers: [LoopbackServer.Handler], note: String? = nil,
    _ check: (ServiceBench, DatasetDownload.Outcome) throws -> Void
  ) async throws {
    try await ServiceBench.with(Self.breaking + handlers) { bench in
      let error = await bench.refusal()
      #expect(
        error?.message == "title.basics.tsv.gz: 127.0.0.1 closed the connection; do that again to"
          + " go on where it stopped")
      #expect(bench.bytes(".part") == Self.file.data.prefix(3000))
      #expect(try bench.home.mode(of: "datasets/title.basics.tsv.gz.part") == 0o600)
      if let note { try bench.home.write(note, to: "datasets/title.basics.tsv.gz.json") }
      let outcome = try await bench.fetch()
      #expect(bench.bytes(".part") == nil)
      try check(bench, outcome)
    }
  }

  @Test(arguments: ["", "{", "{}", #"{"part":{"etag":1}}"#])
  func aPartWhoseNoteSaysNothingIsFetchedAnew(note: String) async throws {
    try await secondCall([Self.file.answer], note: note) { bench, outcome in
      #expect(bench.bytes() == Self.file.data)
      #expect(outcome == .fetched(outcome.dataset, bytes: 5000))
      #expect(bench.field("range").last == .some(nil))
    }
  }

  @Test func aSecondCallGoesOnWhereTheFirstStopped() async throws {
    try await secondCall([Self.file.answer]) { bench, outcome in
      #expect(bench.bytes() == Self.file.data)
      #expect(outcome == .fetched(outcome.dataset, bytes: 2000))
      #expect(outcome.dataset.bytes == 5000)
      #expect(bench.field("range").last == "bytes=3000-")
    }
  }

  /// A call that was killed between the last byte and the renaming.
  @Test(arguments: [false, true])
  func aPartThatIsWholeIsTheFile(isReplaced: Bool) async throws {
    let published = isReplaced ? Self.newer : Self.file
    try await ServiceBench.with(Self.breaking + [published.answer]) { bench in
      _ = await bench.refusal()
      try bench.home.write(Self.file.data, to: "datasets/title.basics.tsv.gz.part")
      let outcome = try await bench.fetch()
      #expect(outcome == .fetched(outcome.dataset, bytes: isReplaced ? 4000 : 0))
      #expect(bench.bytes() == published.data)
      #expect(bench.bytes(".part") == nil)
      #expect(bench.field("range").last == .some(nil))
      #expect(bench.field("if-none-match").last == #""v1""#)
      #expect(bench.server.requests.count == 4)
      #expect(try await bench.fetch() == .unchanged(outcome.dataset))
    }
  }

  @Test func aRestOfUnknownTotalEndsWhereItEnds() async throws {
    let rest: LoopbackServer.Handler = { _ in
      .bytes(
        Self.file.data[3000...], status: 206, headers: ["Content-Range": "bytes 3000-4999/*"])
    }
    try await secondCall([rest]) { bench, _ in #expect(bench.bytes() == Self.file.data) }
  }

  @Test func aFileThatChangedMeanwhileIsFetchedFromItsBeginning() async throws {
    try await secondCall([Self.newer.answer]) { bench, outcome in
      #expect(bench.bytes() == Self.newer.data)
      #expect(outcome == .fetched(outcome.dataset, bytes: 4000))
      #expect(bench.server.requests.count == 4)
    }
  }

  /// Rests that do not fit, and the refusal of any: nothing is put together from them.
  @Test(
    arguments: [
      (206, ["Content-Range": "bytes 2000-3999/4000"]),
      (206, ["Content-Range": "bytes 3000-3999/4000"]),
      (206, ["Content-Range": "bytes 3000-4999/5000", "ETag": #""v2""#]),
      (206, ["Content-Range": "lines 3000-4999/5000"]), (206, [:]),
      (416, ["Content-Range": "bytes */4000"]),
    ] as [(Int, [String: String])])
  func aRestThatDoesNotFitIsRefused(status: Int, fields: [String: String]) async throws {
    let wrong: LoopbackServer.Handler = { _ in
      .bytes(Data(repeating: 1, count: 2000), status: status, headers: fields)
    }
    try await secondCall([wrong, Self.newer.answer]) { bench, _ in
      #expect(bench.bytes() == Self.newer.data)
      #expect(bench.field("range").suffix(2) == ["bytes=3000-", nil])
    }
  }

  @Test func aRestThatIsLongerThanItSaidIsDropped() async throws {
    let long: LoopbackServer.Handler = { _ in
      .bytes(
        Data(repeating: 1, count: 2001), status: 206,
        headers: ["Content-Range": "bytes 3000-4999/5000"])
    }
    try await secondCall([long, Self.file.answer]) { bench, _ in
      #expect(bench.bytes() == Self.file.data)
    }
  }

  @Test func anotherServerDoesNotContinueAPart() async throws {
    try await ServiceBench.with(Self.breaking + [Self.newer.answer]) { bench in
      _ = await bench.refusal()
      try await bench.fetch(from: bench.server.baseURL + "mirror/")
      #expect(bench.field("range").last == .some(nil))
      #expect(bench.bytes() == Self.newer.data)
    }
  }
}
