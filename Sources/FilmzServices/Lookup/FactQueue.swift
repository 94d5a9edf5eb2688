package import FilmzDomain

/// A queue that performs background work for up to four films at the same time.
package actor FactQueue {
  private static let maximumConcurrency = 4

  private typealias Work = @Sendable (FilmID) async -> Void

  /// The films whose work can begin, in order.
  private var queue: ArraySlice<(id: FilmID, work: Work)> = []
  private var queuedIDs: Set<FilmID> = []
  /// The work that begins when the running work of its film ends.
  private var following: [FilmID: Work] = [:]
  private var running: [FilmID: Task<Void, Never>] = [:]
  private var cancelledCount = 0

  package init() {}

  /// Enqueues work for films, except for films whose work is already queued.
  ///
  /// New work for a film begins after its running work, which may be about to end or to be cancelled.
  package func add(_ ids: [FilmID], work: @escaping @Sendable (FilmID) async -> Void) {
    for id in ids where following[id] == nil {
      if running[id] != nil { following[id] = work } else if queuedIDs.insert(id).inserted { queue.append((id, work)) }
    }
    startQueuedWork()
  }

  /// Waits until all work is done.
  ///
  /// Cancels the remaining work after the time limit, or if the task of the caller is cancelled.
  ///
  /// - Returns: The number of films whose work was cancelled.
  @discardableResult
  package func finish(within limit: Duration) async -> Int {
    guard !running.isEmpty else { return 0 }
    cancelledCount = 0
    let timeout = Task {
      try await Task.sleep(for: limit)
      self.cancelAll()
    }
    await withTaskCancellationHandler {
      while let task = running.values.first { await task.value }
    } onCancel: {
      Task { await self.cancelAll() }
    }
    timeout.cancel()
    return cancelledCount
  }

  /// Cancels all queued and running work.
  package func cancelAll() {
    cancelledCount += queue.count + following.count + running.values.count { !$0.isCancelled }
    (queue, queuedIDs, following) = ([], [], [:])
    for task in running.values { task.cancel() }
  }

  private func startQueuedWork() {
    while running.count < Self.maximumConcurrency, let (id, work) = queue.popFirst() {
      queuedIDs.remove(id)
      start(work, for: id)
    }
  }

  private func start(_ work: @escaping Work, for id: FilmID) {
    running[id] = Task {
      await work(id)
      self.workFinished(for: id)
    }
  }

  private func workFinished(for id: FilmID) {
    running[id] = nil
    if let work = following.removeValue(forKey: id) { start(work, for: id) }
    startQueuedWork()
  }
}
