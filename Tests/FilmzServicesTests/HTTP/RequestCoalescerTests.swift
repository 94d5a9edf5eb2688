import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(10)))
struct RequestCoalescerTests {
  private struct TestError: Error, Equatable {}

  private let requests = RequestCoalescer<String, Int>()
  /// The gate that all work passes; it counts how often work was started.
  private let gate = AsyncGate()

  /// Returns a task that is already waiting for the value.
  private func caller(
    for key: String = "heat", _ work: @escaping @Sendable () async throws -> Int
  ) -> Task<Int, any Error> {
    Task.immediate { try await requests.value(for: key, work) }
  }

  /// Returns work that completes when the gate lets it pass.
  private func held(_ value: Int) -> @Sendable () async throws -> Int {
    { [gate] in
      await gate.pass()
      return value
    }
  }

  @Test func concurrentCallersShareTheWork() async throws {
    let callers = (1...10).map { caller(held($0)) }
    gate.open()
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(gate.arrivals == 1)
  }

  @Test func workIsSharedPerKey() async throws {
    let callers = ["heat", "Heat", "dusk"].enumerated().map { caller(for: $1, held($0)) }
    gate.open()
    for (index, caller) in callers.enumerated() { #expect(try await caller.value == index) }
    #expect(gate.arrivals == 3)
  }

  @Test func valueIsNotCached() async throws {
    gate.open()
    #expect(try await caller(held(1)).value == 1)
    #expect(try await caller(held(2)).value == 2)
  }

  @Test func errorIsThrownToAllCallersAndNotCached() async throws {
    let callers = (1...5).map { _ in
      caller { [gate] in
        await gate.pass()
        throw TestError()
      }
    }
    gate.open()
    for caller in callers { await #expect(throws: TestError()) { try await caller.value } }
    #expect(gate.arrivals == 1)
    #expect(try await caller(held(2)).value == 2)
  }

  @Test(arguments: 0...2) func cancelledCallerReturnsImmediatelyAndTheOthersGetTheValue(
    cancelledIndex: Int
  ) async throws {
    let callers = (1...3).map { _ in
      caller { [gate] in
        await gate.pass()
        return Task.isCancelled ? -1 : 1
      }
    }
    callers[cancelledIndex].cancel()
    await #expect(throws: CancellationError.self) { try await callers[cancelledIndex].value }
    gate.open()
    for (index, caller) in callers.enumerated() where index != cancelledIndex {
      #expect(try await caller.value == 1)
    }
    #expect(gate.arrivals == 1)
  }

  @Test func workIsCancelledWithTheLastCaller() async throws {
    let cancellations = AsyncGate()
    let callers = (1...3).map { _ in
      caller { [gate] in
        try await withTaskCancellationHandler {
          await gate.pass()
          return try await held(1)()
        } onCancel: {
          cancellations.arrive()
        }
      }
    }
    for caller in callers.dropLast() { caller.cancel() }
    await gate.waitForArrivals(1)
    #expect(cancellations.arrivals == 0)
    callers.last?.cancel()
    await cancellations.waitForArrivals(1)
    for caller in callers {
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    gate.open()
  }

  @Test(arguments: 1...20) func abandonedWorkDoesNotAffectNewWork(
    round: Int
  ) async throws {
    let abandoningCaller = caller(held(1))
    await gate.waitForArrivals(1)
    abandoningCaller.cancel()
    await #expect(throws: CancellationError.self) { try await abandoningCaller.value }
    let second = caller(held(2))
    await gate.waitForArrivals(2)
    gate.release(1)
    for _ in 0..<(round * 10) { await Task.yield() }
    let third = caller(held(3))
    gate.release(2)
    #expect(try await second.value == 2)
    #expect(try await third.value == 2)
    #expect(gate.arrivals == 2)
  }

  @Test func callerThatIsAlreadyCancelledStartsNoWork() async throws {
    let caller = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await requests.value(for: "heat", held(1))
    }
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(gate.arrivals == 0)
  }

  @Test func remainingCallersGetTheValueIfOthersAreCancelled() async throws {
    gate.open()
    for round in 1...200 {
      let callers = (1...8).map { _ in
        Task { try await requests.value(for: "heat", held(round)) }
      }
      for caller in callers.suffix(5) { caller.cancel() }
      for caller in callers.prefix(3) { #expect(try await caller.value == round) }
      for caller in callers.suffix(5) {
        let result = await caller.result
        #expect((try? result.get()) ?? round == round)
      }
    }
  }
}
