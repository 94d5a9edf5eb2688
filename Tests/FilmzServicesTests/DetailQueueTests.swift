import FilmzDomain
import FilmzServices
import Testing

struct DetailQueueTests {
  /// Work that goes on until it is let go, and counts how much of it goes on at a time.
  private actor Gate {
    private(set) var begun: [FilmID] = []
    private(set) var inside = 0
    private var leaving: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func pass(_ id: FilmID) async {
      begun.append(id)
      inside += 1
      for watcher in watchers where watcher.count <= begun.count { watcher.continuation.resume() }
      watchers.removeAll { $0.count <= begun.count }
      await withCheckedContinuation { leaving.append($0) }
      inside -= 1
    }

    func waitUntilBegun(_ count: Int) async {
      guard begun.count < count else { return }
      await withCheckedContinuation { watchers.append((count, $0)) }
    }

    func letOneGo() { leaving.removeFirst().resume() }
  }

  private func ids(_ range: ClosedRange<Int>) -> [FilmID] {
    range.map { FilmID(canonical: "tt900000\($0)") }
  }

  @Test(.timeLimit(.minutes(1))) func fourFilmsAreWorkedOnAtATimeInTheirOrder() async {
    let queue = DetailQueue()
    let gate = Gate()
    await queue.add(ids(1...9)) { await gate.pass($0) }
    for done in 0...5 {
      await gate.waitUntilBegun(4 + done)
      for _ in 0..<100 { await Task.yield() }
      #expect(await gate.inside == 4)
      #expect(Set(await gate.begun) == Set(ids(1...(4 + done))))
      await gate.letOneGo()
    }
    for _ in 0..<3 { await gate.letOneGo() }
    await queue.finish(within: .seconds(30))
    #expect(await gate.begun.count == 9)
  }

  @Test(.timeLimit(.minutes(1))) func aFilmIsNotTakenTwice() async {
    let queue = DetailQueue()
    let gate = Gate()
    await queue.add(ids(1...5)) { await gate.pass($0) }
    await queue.add(ids(1...5)) { await gate.pass($0) }
    for count in 1...5 {
      await gate.waitUntilBegun(min(5, count + 3))
      await gate.letOneGo()
    }
    await queue.finish(within: .seconds(30))
    #expect(await gate.begun.sorted() == ids(1...5))
  }

  @Test(.timeLimit(.minutes(1))) func aFilmMayComeAgainOnceItIsDone() async {
    let queue = DetailQueue()
    let gate = Gate()
    for round in 1...2 {
      await queue.add(ids(1...1)) { await gate.pass($0) }
      await gate.waitUntilBegun(round)
      await gate.letOneGo()
      await queue.finish(within: .seconds(30))
    }
    #expect(await gate.begun == ids(1...1) + ids(1...1))
  }

  @Test(.timeLimit(.minutes(1))) func whatIsNotDoneInTimeIsGivenUp() async {
    let queue = DetailQueue()
    let (begun, continuation) = AsyncStream.makeStream(of: FilmID.self)
    await queue.add(ids(1...6)) { id in
      continuation.yield(id)
      try? await Task.sleep(for: .seconds(600))
    }
    await queue.finish(within: .milliseconds(200))
    continuation.finish()
    var films: [FilmID] = []
    for await id in begun { films.append(id) }
    #expect(films.sorted() == ids(1...4))
  }

  @Test(.timeLimit(.minutes(1))) func withNothingToDoThereIsNothingToWaitFor() async {
    let queue = DetailQueue()
    let elapsed = await ContinuousClock().measure { await queue.finish(within: .seconds(600)) }
    #expect(elapsed < .seconds(10))
  }
}
