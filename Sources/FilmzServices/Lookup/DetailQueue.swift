package import FilmzDomain

/// Work on films that goes on behind the prompt, at most four at a time.
package actor DetailQueue {
  private static let width = 4

  private var waiting: ArraySlice<(id: FilmID, work: @Sendable (FilmID) async -> Void)> = []
  private var waitingIDs: Set<FilmID> = []
  private var running: [FilmID: Task<Void, Never>] = [:]
  private var givenUp = 0

  package init() {}

  /// Adds films to be worked on; a film that is being worked on is not taken twice.
  package func add(_ ids: [FilmID], work: @escaping @Sendable (FilmID) async -> Void) {
    for id in ids where running[id] == nil && waitingIDs.insert(id).inserted {
      waiting.append((id, work))
    }
    startWaiting()
  }

  /// Waits until everything is done, or for some time; what is not done by then is given up, and so
  /// where the caller is cancelled.
  ///
  /// - Returns: How many films were given up.
  @discardableResult
  package func finish(within limit: Duration) async -> Int {
    guard !running.isEmpty else { return 0 }
    givenUp = 0
    let alarm = Task {
      try await Task.sleep(for: limit)
      self.cancelAll()
    }
    await withTaskCancellationHandler {
      while let task = running.values.first { await task.value }
    } onCancel: {
      Task { await self.cancelAll() }
    }
    alarm.cancel()
    return givenUp
  }

  /// Gives up what waits and what is under way.
  package func cancelAll() {
    givenUp += waiting.count + running.count
    waiting = []
    waitingIDs = []
    for task in running.values { task.cancel() }
  }

  private func startWaiting() {
    while running.count < Self.width, let (id, work) = waiting.popFirst() {
      waitingIDs.remove(id)
      running[id] = Task {
        await work(id)
        self.done(id)
      }
    }
  }

  private func done(_ id: FilmID) {
    running[id] = nil
    startWaiting()
  }
}
