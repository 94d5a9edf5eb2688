import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

/// How much of a file is taken.
@Suite(.timeLimit(.minutes(1)))
struct DatasetBoundsTests {
  private static let file = PublishedFile(5000)
  private static let tooLarge = DatasetError.tooLarge(
    host: "127.0.0.1", file: ServiceBench.dataset, mostBytes: 4999)

  /// A server that promises so many bytes and sends the first ones.
  private static func promise(of bytes: Int) -> LoopbackServer.Handler {
    { _ in
      .written(headers: ["Content-Length": "\(bytes)"]) { writer in
        writer.send(file.data)
        writer.waitForEnd()
      }
    }
  }

  private static func fetch(_ bench: ServiceBench, mostBytes: Int) async -> DatasetError? {
    await #expect(throws: DatasetError.self) {
      try await bench.download(mostBytes: mostBytes).fetch(ServiceBench.dataset) { _ in }
    }
  }

  @Test func aFileThatIsTooLargeIsNotBegun() async throws {
    try await ServiceBench.with([Self.promise(of: 5000)]) { bench in
      let error = await Self.fetch(bench, mostBytes: 4999)
      #expect(error == Self.tooLarge)
      #expect(error?.kind == .unavailable)
      #expect(
        error?.message == "127.0.0.1: title.basics.tsv.gz is larger than 5.0 kB, as no dataset is;"
          + " check the address")
      #expect(bench.server.requests.count == 1)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }

  @Test func fourGigabytesAreTheMost() async throws {
    try await ServiceBench.with([Self.promise(of: 4_000_000_001)]) { bench in
      let error = await bench.refusal()
      #expect(error?.message.contains(" is larger than 4.0 GB, ") == true)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }

  /// The server sends more and more without having told how much it is.
  @Test func aFileThatBecomesTooLargeIsThrownAway() async throws {
    let endless: LoopbackServer.Handler = { _ in
      .written(headers: ["Transfer-Encoding": "chunked"]) { writer in
        writer.sendChunk(Self.file.data)
        writer.waitForEnd()
      }
    }
    try await ServiceBench.with([endless]) { bench in
      #expect(await Self.fetch(bench, mostBytes: 4999) == Self.tooLarge)
      #expect(bench.bytes(".part") == nil && bench.bytes() == nil)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func thePartOfAFileThatIsTooLargeIsThrownAway() async throws {
    let arrived = DispatchSemaphore(value: 0)
    let chunked = Self.file.marks.merging(["Transfer-Encoding": "chunked"]) { $1 }
    let cut: LoopbackServer.Handler = { _ in
      .written(headers: chunked) { writer in
        writer.sendChunk(Self.file.data.prefix(3000))
        _ = arrived.wait(timeout: .now() + 20)
      }
    }
    try await ServiceBench.with([cut, Self.file.answer]) { bench in
      let error = await #expect(throws: DatasetError.self) {
        try await bench.download(mostBytes: 4999).fetch(ServiceBench.dataset) {
          if $0.bytes == 3000 { arrived.signal() }
        }
      }
      #expect(error == Self.tooLarge)
      #expect(bench.field("range") == [nil, "bytes=3000-"])
      #expect(bench.bytes(".part") == nil)
    }
  }

  @Test func aFileOfJustTheMostBytesIsTaken() async throws {
    try await ServiceBench.with(Self.file) { bench in
      _ = try await bench.download(mostBytes: 5000).fetch(ServiceBench.dataset) { _ in }
      #expect(bench.bytes() == Self.file.data)
    }
  }

  /// No disk has an exabyte.
  @Test func aFileThatTheDiskHasNoRoomForIsNotBegun() async throws {
    try await ServiceBench.with([Self.promise(of: 1 << 60)]) { bench in
      let error = await Self.fetch(bench, mostBytes: .max)
      #expect(
        error == .diskFull(path: bench.home.path(of: "datasets/title.basics.tsv.gz.part")))
      #expect(error?.kind == .inputOutput)
      #expect(bench.server.requests.count == 1)
      let files = try bench.home.files()
      #expect(files == [])
    }
  }
}
