package import FilmzDomain
import FilmzFiles
import FilmzStore
import FilmzSync

/// Syncs in the background while a shell runs: at the start, at intervals, after commands, when the folder or server has
/// changes, and at the end.
///
/// Does nothing if sync is not set up, if the setting `sync.auto` is off, or with a server while offline.
package actor BackgroundSync: ViewModel {
  let viewModels: ViewModels

  /// An event after which a sync runs.
  private enum Event: Sendable {
    case start
    /// A command may have changed the collection, and further commands probably follow.
    case command
    /// The folder has changed, or the server has sent a notification.
    case news
    /// The interval of the settings has passed.
    case interval
  }

  /// The time for which a sync with a folder waits for further commands, because each sync adds a file to the folder.
  private static let delayBeforeFolder = Duration.seconds(1)
  /// The time for which a sync with a server waits for further commands.
  private static let delayBeforeServer = Duration.milliseconds(200)

  private var log: LogFile { LogFile(url: viewModels.paths.log) }
  /// The newest event that has not been handled.
  private let events: AsyncStream<Event>
  private let trigger: AsyncStream<Event>.Continuation
  private var isOffline = false
  /// The task that syncs after each event; `nil` before the start and after the end.
  private var loop: Task<Void, Never>?
  private var timer: Task<Void, Never>?
  /// The sync that runs now; `nil` if none does.
  private var currentSync: Task<Void, any Error>?
  /// The watch for changes of the folder; `nil` for a server.
  private var watch: FolderWatch?
  /// The task that waits for notifications of the server; `nil` for a folder.
  private var listener: (url: String, task: Task<Void, Never>)?
  /// The received changes that have not been reported to the user.
  private var pendingReport = SyncReport()
  /// The problems that have not been reported to the user.
  private var pendingProblems: [String] = []
  /// The problems of the last publication of changed lists.
  private var publicationProblems: [String] = []
  /// The problems of the last sync.
  private var lastProblems: [String] = []

  package init(viewModels: ViewModels) {
    self.viewModels = viewModels
    (events, trigger) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Starts the background syncs; `isOffline` is `true` if the network must not be used.
  package func start(isOffline: Bool) {
    guard loop == nil else { return }
    self.isOffline = isOffline
    loop = Task { [events] in
      for await event in events {
        if case .command = event { try? await Task.sleep(for: delay) }
        guard !Task.isCancelled else { return }
        await run()
      }
    }
    timer = Task { [viewModels, trigger] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(await viewModels.settings().syncInterval))
        trigger.yield(.interval)
      }
    }
    trigger.yield(.start)
  }

  private var delay: Duration { listener == nil ? Self.delayBeforeFolder : Self.delayBeforeServer }

  /// Sets whether the program is offline; a server is not contacted then.
  ///
  /// Ends the current sync with a server before it returns, so that no later change is sent.
  package func setOffline(_ isOffline: Bool) async {
    self.isOffline = isOffline
    guard isOffline else { return }
    stopListening()
    guard viewModels.sync.isOnServer, let currentSync else { return }
    currentSync.cancel()
    _ = await currentSync.result
  }

  /// Requests a sync after a short delay, because a command or a key may have changed the collection.
  package func syncSoon() { if loop != nil { trigger.yield(.command) } }

  /// Returns messages about the changes that were received and the problems that occurred since the last call.
  package func takeNews() -> [String] {
    defer {
      pendingReport = SyncReport()
      pendingProblems = []
    }
    let received = [pendingReport.news].compactMap(\.self)
    return (received + pendingProblems).map { "Sync: \($0)" }
  }

  /// Ends the background syncs, and waits for the current one.
  package func stop() async { await end()?.value }

  /// Ends the background syncs, and returns the task that runs the current one.
  private func end() -> Task<Void, Never>? {
    defer { loop = nil }
    loop?.cancel()
    timer?.cancel()
    stopWatching()
    return loop
  }

  /// Ends the background syncs with a last sync, which sends unsent changes; returns after `limit` at the latest.
  package func finish(within limit: Duration) async {
    guard let loop = end() else { return }
    let (ends, end) = AsyncStream<Void>.makeStream()
    Task {
      // The current sync is cancelled, but still holds the lock.
      await loop.value
      await run()
      end.finish()
    }
    Task {
      try? await Task.sleep(for: limit)
      end.finish()
    }
    for await _ in ends {}
  }

  private func run() async {
    guard await settings().isSyncAutomatic, let place = viewModels.sync.placeWithPassword,
      !(isOffline && viewModels.sync.isOnServer)
    else { return stopWatching() }
    // The last sync, after the end, does not start to watch for news.
    if loop != nil { await watch(place) }
    let sync = Task { try await synchronize() }
    currentSync = sync
    defer { currentSync = nil }
    do {
      try await withTaskCancellationHandler {
        try await sync.value
      } onCancel: {
        sync.cancel()
      }
    } catch SyncError.busy {
      // Another process syncs, and reports it; this one reads the changes from the collection.
    } catch let error as any UserFacingError {
      addProblems([error.message])
    } catch {
      guard !(error is CancellationError) else { return }
      log.append("sync: \(error)")
    }
  }

  /// Syncs once, and publishes the lists that have changed.
  private func synchronize() async throws {
    let context = CommandContext(line: "sync", now: now(), isOffline: isOffline)
    let report = try await viewModels.sync.synchronize(isAutomatic: true, in: context)
    pendingReport.addReceived(report)
    if report.sent > 0 || report.received > 0 {
      publicationProblems = try await viewModels.publications.update(in: context).problems
    }
    addProblems(report.problems + publicationProblems)
  }

  // MARK: - News

  private func stopWatching() {
    watch = nil
    stopListening()
  }

  private func stopListening() {
    listener?.task.cancel()
    listener = nil
  }

  /// Starts to watch a place for changes, unless it is being watched.
  private func watch(_ place: SyncPlace) async {
    switch place {
    case .folder(let folder):
      stopListening()
      if await Self.identity(of: folder) != watch?.identity { watch = await Self.newWatch(folder, trigger) }
    case .server(let url):
      watch = nil
      guard listener?.url != url else { return }
      stopListening()
      listener = (url, Task { [trigger] in await Self.listen(to: url, trigger) })
    }
  }

  // Not on the actor: a network folder that does not respond must not delay the prompt, which calls the actor.
  private nonisolated static func identity(of folder: String) async -> FileIdentity? { FileIdentity(path: folder) }

  private nonisolated static func newWatch(
    _ folder: String, _ trigger: AsyncStream<Event>.Continuation
  ) async -> sending FolderWatch? { FolderWatch(folder) { trigger.yield(.news) } }

  /// Waits for notifications of a server until the task is cancelled.
  ///
  /// After a failure, connects again after a pause, which is doubled with each failure up to a minute.
  private nonisolated static func listen(to url: String, _ trigger: AsyncStream<Event>.Continuation) async {
    guard let address = try? PostgresAddress(url) else { return }
    let connection = PostgresConnection(address)
    var pause = 1
    while !Task.isCancelled {
      do {
        try await connection.listen()
        pause = 1
        // There are no notifications of changes that were written before.
        trigger.yield(.news)
        var notificationPause = NotificationPause()
        while true {
          let start = ContinuousClock.now
          if try await connection.waitForNotification(.seconds(60)) {
            trigger.yield(.news)
            try await Task.sleep(for: notificationPause.next(after: ContinuousClock.now - start))
          } else {
            // Sends a request, because a lost connection is not noticed otherwise; a new connection has to listen again.
            try await connection.listen()
          }
        }
      } catch {
        // The next sync reports that the server cannot be reached.
        trigger.yield(.news)
        try? await Task.sleep(for: .seconds(pause))
        pause = min(60, pause * 2)
      }
    }
    await connection.close()
  }

  /// Adds the problems of a sync that the previous sync did not have to the pending ones and to the log.
  private func addProblems(_ problems: [String]) {
    let new = problems.filter { !lastProblems.contains($0) }
    lastProblems = problems
    // Drops problems that have ended before they were reported.
    pendingProblems = pendingProblems.filter(problems.contains) + new
    for problem in new { log.append("sync: \(problem)") }
  }
}

extension Settings {
  /// `true` if shells sync in the background.
  package var isSyncAutomatic: Bool { self[.syncAuto].value != "off" }

  /// The number of seconds between two checks of the folder by a shell.
  package var syncInterval: Int { self[.syncInterval].value.flatMap { Int($0) } ?? 30 }
}

/// The pause after a notification of a server before the next one is waited for.
///
/// The pause limits the number of syncs, because members of a server can send any number of notifications. It is doubled,
/// up to a second, as long as notifications follow each other closely.
struct NotificationPause {
  private static let shortest = Duration.milliseconds(200)
  private static let longest = Duration.seconds(1)

  private var pause = shortest

  /// Returns the pause after a notification that arrived after `waiting`.
  mutating func next(after waiting: Duration) -> Duration {
    pause = waiting < Self.shortest ? min(pause * 2, Self.longest) : Self.shortest
    return pause
  }
}
