import FilmzDomain
import FilmzServices
import Testing

struct FactQueueTests {
  /// Work that waits until it is released, and records which films have started.
  private actor HeldWork {
    private(set) var startedIDs: [FilmID] = []
    private(set) var runningCount = 0
    private var held: [CheckedContinuation<Void, Never>] = []
    private var startWaiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func run(_ id: FilmID) async {
      startedIDs.append(id)
      runningCount += 1
      for waiter in startWaiters where waiter.count <= startedIDs.count {
        waiter.continuation.resume()
      }
      startWaiters.removeAll { $0.count <= startedIDs.count }
      await withCheckedContinuation { held.append($0) }
      runningCount -= 1
    }

    func waitUntilStarted(_ count: Int) async {
      guard startedIDs.count < count else { return }
      await withCheckedContinuation { startWaiters.append((count, $0)) }
    }

    func releaseOne() { held.removeFirst().resume() }
  }

  private func ids(_ range: ClosedRange<Int>) -> [FilmID] {
    range.map { FilmID(unchecked: "tt900000\($0)") }
  }

  @Test(.timeLimit(.minutes(10))) func fourFilmsAreProcessedAtATimeInOrder() async {
    let queue = FactQueue()
    let work = HeldWork()
    await queue.add(ids(1...9)) { await work.run($0) }
    for finishedCount in 0...5 {
      await work.waitUntilStarted(4 + finishedCount)
      for _ in 0..<100 { await Task.yield() }
      #expect(await work.runningCount == 4)
      #expect(Set(await work.startedIDs) == Set(ids(1...(4 + finishedCount))))
      await work.releaseOne()
    }
    for _ in 0..<3 { await work.releaseOne() }
    await queue.finish(within: .seconds(300))
    #expect(await work.startedIDs.count == 9)
  }

  @Test(.timeLimit(.minutes(10))) func queuedFilmsAreNotAddedAgain() async {
    let queue = FactQueue()
    let work = HeldWork()
    await queue.add(ids(1...5)) { await work.run($0) }
    await queue.add(ids(1...5)) { await work.run($0) }
    await queue.add(ids(1...5)) { await work.run($0) }
    for count in 1...9 {
      await work.waitUntilStarted(min(9, count + 3))
      await work.releaseOne()
    }
    await queue.finish(within: .seconds(300))
    // The work of four films was running, not queued.
    #expect(await work.startedIDs.sorted() == (ids(1...4) + ids(1...5)).sorted())
  }

  @Test(.timeLimit(.minutes(10))) func filmWhoseWorkIsRunningIsDoneAgainAfterwards() async {
    let queue = FactQueue()
    let work = HeldWork()
    await queue.add(ids(1...1)) { await work.run($0) }
    await work.waitUntilStarted(1)
    await queue.add(ids(1...2)) { await work.run($0) }
    await work.waitUntilStarted(2)
    #expect(await work.startedIDs == ids(1...2))
    await work.releaseOne()
    await work.waitUntilStarted(3)
    for _ in 1...2 { await work.releaseOne() }
    await queue.finish(within: .seconds(300))
    #expect(await work.startedIDs == ids(1...2) + ids(1...1))
  }

  @Test(.timeLimit(.minutes(10))) func cancelledFilmMayBeAddedBeforeItEnds() async {
    let queue = FactQueue()
    let work = HeldWork()
    await queue.add(ids(1...1)) { await work.run($0) }
    await work.waitUntilStarted(1)
    await queue.cancelAll()
    await queue.add(ids(1...1)) { await work.run($0) }
    await work.releaseOne()
    await work.waitUntilStarted(2)
    await work.releaseOne()
    await queue.finish(within: .seconds(300))
    #expect(await work.startedIDs == ids(1...1) + ids(1...1))
  }

  @Test(.timeLimit(.minutes(10))) func finishedFilmMayBeAddedAgain() async {
    let queue = FactQueue()
    let work = HeldWork()
    for round in 1...2 {
      await queue.add(ids(1...1)) { await work.run($0) }
      await work.waitUntilStarted(round)
      await work.releaseOne()
      await queue.finish(within: .seconds(300))
    }
    #expect(await work.startedIDs == ids(1...1) + ids(1...1))
  }

  @Test(.timeLimit(.minutes(10))) func workIsCancelledAfterTheTimeLimit() async {
    let queue = FactQueue()
    let (startedIDs, continuation) = AsyncStream.makeStream(of: FilmID.self)
    await queue.add(ids(1...6)) { id in
      continuation.yield(id)
      try? await Task.sleep(for: .seconds(600))
    }
    await queue.finish(within: .milliseconds(200))
    continuation.finish()
    var films: [FilmID] = []
    for await id in startedIDs { films.append(id) }
    #expect(films.sorted() == ids(1...4))
  }

  @Test(.timeLimit(.minutes(10))) func finishingAnEmptyQueueDoesNotWait() async {
    let queue = FactQueue()
    let elapsed = await ContinuousClock().measure { await queue.finish(within: .seconds(600)) }
    #expect(elapsed < .seconds(60))
  }
}
