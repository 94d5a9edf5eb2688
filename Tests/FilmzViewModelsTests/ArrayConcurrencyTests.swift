import Synchronization
import Testing

@testable import FilmzViewModels

/// Working elements of an array out a few at a time.
struct ArrayConcurrencyTests {
  private struct Trouble: Error, Equatable {
    let number: Int
  }

  /// Lets work go on when so much of it has come.
  private actor Gate {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(size: Int) { self.size = size }

    func pass() async {
      guard waiting.count + 1 < size else {
        for continuation in waiting { continuation.resume() }
        waiting = []
        return
      }
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Work that waits until it is cancelled.
  private static func waitForCancellation(_ cancelled: Gauge) async throws {
    let (stream, end) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      cancelled.enter()
      end.finish()
    }
    try Task.checkCancellation()
  }

  @Test(arguments: [1, 2, 4, 7, 100])
  func valuesComeInTheOrderOfTheirElements(width: Int) async throws {
    let numbers = Array(0..<20)
    let values = try await numbers.concurrently(atMost: width) { number in
      for _ in 0..<(20 - number) { await Task.yield() }
      return "\(number)"
    }
    #expect(values == numbers.map(String.init))
  }

  @Test func ofNothingComesNothing() async throws {
    let values = try await [Int]().concurrently(atMost: 4) { $0 }
    #expect(values.isEmpty)
  }

  @Test(arguments: [1, 2, 4])
  func noMoreThanTheWidthIsUnderWay(width: Int) async throws {
    let gauge = Gauge()
    // The gate opens for whole groups only, so that the width is reached.
    let gate = Gate(size: width)
    _ = try await Array(0..<(width * 3)).concurrently(atMost: width) { _ in
      gauge.enter()
      await gate.pass()
      gauge.leave()
    }
    #expect(gauge.most == width)
    #expect(gauge.total == width * 3)
  }

  @Test(.timeLimit(.minutes(1))) func anErrorCancelsWhatIsUnderWay() async throws {
    let cancelled = Gauge()
    let started = Gauge()
    let gate = Gate(size: 3)
    await #expect(throws: Trouble(number: 1)) {
      try await Array(0..<9).concurrently(atMost: 3) { number in
        started.enter()
        await gate.pass()
        if number == 1 { throw Trouble(number: number) }
        try await Self.waitForCancellation(cancelled)
      }
    }
    #expect(started.total == 3)
    #expect(cancelled.total == 2)
  }

  @Test(.timeLimit(.minutes(1))) func cancellingCancelsWhatIsUnderWay() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let cancelled = Gauge()
    let task = Task {
      try await Array(0..<9).concurrently(atMost: 2) { _ in
        start.yield()
        try await Self.waitForCancellation(cancelled)
      }
    }
    var count = 0
    for await _ in started {
      count += 1
      if count == 2 { break }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(cancelled.total >= 2)
  }
}
