import FilmzDomain
import FilmzTestSupport
import Synchronization
import Testing

struct ArrayConcurrentMapTests {
  private struct TestError: Error, Equatable {
    let number: Int
  }

  /// Suspends tasks until `size` of them have arrived.
  private actor Barrier {
    private let size: Int
    private var continuations: [CheckedContinuation<Void, Never>] = []

    init(size: Int) { self.size = size }

    func wait() async {
      guard continuations.count + 1 < size else {
        for continuation in continuations { continuation.resume() }
        continuations = []
        return
      }
      await withCheckedContinuation { continuations.append($0) }
    }
  }

  /// Waits until the task is cancelled, and counts the cancellation.
  private static func waitForCancellation(_ cancelled: ConcurrencyCounter) async throws {
    let (stream, streamContinuation) = AsyncStream.makeStream(of: Void.self)
    await withTaskCancellationHandler {
      for await _ in stream {}
    } onCancel: {
      cancelled.enter()
      streamContinuation.finish()
    }
    try Task.checkCancellation()
  }

  @Test(arguments: [1, 2, 4, 7, 100])
  func resultsAreInTheOrderOfTheElements(maximumTasks: Int) async throws {
    let numbers = Array(0..<20)
    let values = try await numbers.concurrentMap(maximumTasks: maximumTasks) { number in
      for _ in 0..<(20 - number) { await Task.yield() }
      return "\(number)"
    }
    #expect(values == numbers.map(String.init))
  }

  @Test func emptyArrayHasNoResults() async throws {
    let values = try await [Int]().concurrentMap(maximumTasks: 4) { $0 }
    #expect(values.isEmpty)
  }

  @Test(arguments: [1, 2, 4])
  func maximumNumberOfTasksIsNotExceeded(maximumTasks: Int) async throws {
    let counter = ConcurrencyCounter()
    // The barrier only releases whole groups, so the maximum is reached.
    let barrier = Barrier(size: maximumTasks)
    _ = try await Array(0..<(maximumTasks * 3)).concurrentMap(maximumTasks: maximumTasks) { _ in
      counter.enter()
      await barrier.wait()
      counter.leave()
    }
    #expect(counter.maximum == maximumTasks)
    #expect(counter.total == maximumTasks * 3)
  }

  @Test(.timeLimit(.minutes(10))) func errorCancelsRunningTasks() async throws {
    let cancelled = ConcurrencyCounter()
    let started = ConcurrencyCounter()
    let barrier = Barrier(size: 3)
    await #expect(throws: TestError(number: 1)) {
      try await Array(0..<9).concurrentMap(maximumTasks: 3) { number in
        started.enter()
        await barrier.wait()
        if number == 1 { throw TestError(number: number) }
        try await Self.waitForCancellation(cancelled)
      }
    }
    #expect(started.total == 3)
    #expect(cancelled.total == 2)
  }

  @Test(.timeLimit(.minutes(10))) func cancellationCancelsRunningTasks() async throws {
    let (started, startContinuation) = AsyncStream.makeStream(of: Void.self)
    let cancelled = ConcurrencyCounter()
    let task = Task {
      try await Array(0..<9).concurrentMap(maximumTasks: 2) { _ in
        startContinuation.yield()
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
