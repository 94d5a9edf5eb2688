package import FilmzDomain
import FilmzStore
import FilmzSync
import Foundation

/// Syncs in the background while a shell runs: at its start, after changes, when the folder or server has news, and at
/// its end.
///
/// Does nothing unless sync is set up and the setting `sync.auto` is on, nor with a server while offline.
package actor BackgroundSync {
  /// An event that makes a sync necessary.
  private enum Event: Sendable {
    case start
    /// A command may have changed the collection; the following commands probably do too.
    case command
    /// The folder has changed, or the server has sent a notification.
    case news
    case interval
  }

  /// The time that a sync waits for further commands; it is longer for a folder, which gets a file for each sync.
  private static let delayBeforeFolder = Duration.seconds(1)
  private static let delayBeforeServer = Duration.milliseconds(200)

  private let sync: SyncViewModel
  private let publications: PublicationViewModel
  private let settings: @Sendable () async -> Settings
  private let log: @Sendable (String) -> Void
  private let now: @Sendable () -> Date
  private let events: AsyncStream<Event>
  private let trigger: AsyncStream<Event>.Continuation
  private var isOffline = false
  private var loop: Task<Void, Never>?
  private var timer: Task<Void, Never>?
  private var watch: FolderWatch?
  private var listener: (url: String, task: Task<Void, Never>)?
  /// The received changes that have not been reported to the user.
  private var pendingReport = SyncReport()
  /// The problems that have not been reported to the user.
  private var pendingProblems: [String] = []
  /// The problems of the lists that were published again last.
  private var publicationProblems: [String] = []
  /// The problems of the last sync.
  private var toldProblems: [String] = []

  init(
    sync: SyncViewModel, publications: PublicationViewModel,
    settings: @escaping @Sendable () async -> Settings,
    log: @escaping @Sendable (String) -> Void, now: @escaping @Sendable () -> Date
  ) {
    (self.sync, self.publications, self.settings, self.log) = (sync, publications, settings, log)
    self.now = now
    (events, trigger) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Starts to sync; `isOffline` as in ``setOffline(_:)``.
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
    timer = Task { [settings, trigger] in
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(await settings().syncInterval))
        trigger.yield(.interval)
      }
    }
    trigger.yield(.start)
  }

  private var delay: Duration {
    listener == nil ? Self.delayBeforeFolder : Self.delayBeforeServer
  }

  /// Allows or forbids the use of the network; a server is not contacted without it.
  package func setOffline(_ isOffline: Bool) {
    self.isOffline = isOffline
    if isOffline, listener != nil { stopWatching() }
  }

  /// Starts a sync soon, because a command, or a key in a session, may have changed the collection.
  package func syncSoon() { if loop != nil { trigger.yield(.command) } }

  /// Returns messages about the changes received and the new problems since the last call.
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

  /// Ends the background syncs, and returns the task of the current one.
  private func end() -> Task<Void, Never>? {
    defer { loop = nil }
    loop?.cancel()
    timer?.cancel()
    stopWatching()
    return loop
  }

  /// Ends the background syncs after sending the unsent changes, for at most a time.
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
    guard await settings().isSyncAutomatic, let place = sync.namedPlace,
      !(isOffline && sync.isOnServer)
    else { return stopWatching() }
    // After the end, the last sync runs, which does not watch for news.
    if loop != nil { await watch(place) }
    do {
      let context = CommandContext(line: "sync", now: now(), isOffline: isOffline)
      let report = try await sync.synchronize(isAutomatic: true, in: context)
      pendingReport.addReceived(report)
      if report.sent > 0 || report.received > 0 {
        publicationProblems = try await publications.update(in: context).problems
      }
      tell(report.problems + publicationProblems)
    } catch SyncError.busy {
      // The other process reports its sync; the changes are read from the collection.
    } catch let error as any UserFacingError {
      tell([error.message])
    } catch is CancellationError {
    } catch {
      log("sync: \(error)")
    }
  }

  // MARK: - News

  private func stopWatching() {
    watch = nil
    listener?.task.cancel()
    listener = nil
  }

  /// Starts to watch a place for news, unless it is being watched.
  private func watch(_ place: SyncPlace) async {
    switch place {
    case .folder(let folder):
      listener?.task.cancel()
      listener = nil
      if await Self.identity(of: folder) != watch?.identity {
        watch = await Self.newWatch(folder, trigger)
      }
    case .server(let url):
      watch = nil
      guard listener?.url != url else { return }
      listener?.task.cancel()
      listener = (url, Task { [trigger] in await Self.listen(to: url, trigger) })
    }
  }

  // Not on the actor: a network that does not respond must not keep the prompt waiting.
  private nonisolated static func identity(of folder: String) async -> FolderIdentity? {
    FolderIdentity(folder)
  }

  private nonisolated static func newWatch(
    _ folder: String, _ trigger: AsyncStream<Event>.Continuation
  ) async -> sending FolderWatch? {
    FolderWatch(folder) { trigger.yield(.news) }
  }

  /// Waits for notifications of a server until the task is cancelled; after a failure, connects again after a pause
  /// that grows up to a minute.
  private nonisolated static func listen(
    to url: String, _ trigger: AsyncStream<Event>.Continuation
  ) async {
    guard let address = try? PostgresAddress(url) else { return }
    let connection = PostgresConnection(address)
    var pause = 1
    while !Task.isCancelled {
      do {
        try await connection.listen()
        pause = 1
        // There is no notification for changes that were written before.
        trigger.yield(.news)
        var notificationPause = NotificationPause()
        while true {
          let start = ContinuousClock.now
          if try await connection.waitForNotification(.seconds(60)) {
            trigger.yield(.news)
            try await Task.sleep(for: notificationPause.next(after: ContinuousClock.now - start))
          } else {
            // Without traffic, a dropped connection would not be noticed; a new connection does not listen yet.
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

  /// Adds the problems that the previous sync did not have to the pending ones and to the log.
  private func tell(_ problems: [String]) {
    let new = problems.filter { !toldProblems.contains($0) }
    toldProblems = problems
    // A problem that has ended before it was reported is not reported.
    pendingProblems = pendingProblems.filter(problems.contains) + new
    for problem in new { log("sync: \(problem)") }
  }
}

extension Settings {
  /// `true` if shells sync by themselves.
  package var isSyncAutomatic: Bool { self[.syncAuto].value != "off" }

  /// The number of seconds between two checks of the folder by a shell.
  package var syncInterval: Int { self[.syncInterval].value.flatMap { Int($0) } ?? 30 }
}

/// The time after a sync in which further notifications of a server are collected before the next sync.
///
/// It limits the number of syncs, because members of a server can send any number of notifications. It doubles, up to
/// a second, as long as notifications follow each other closely.
struct NotificationPause {
  private static let shortest = Duration.milliseconds(200)
  private static let longest = Duration.seconds(1)

  private var pause = shortest

  /// Returns the time after a notification that was waited for.
  mutating func next(after waiting: Duration) -> Duration {
    pause = waiting < Self.shortest ? min(pause * 2, Self.longest) : Self.shortest
    return pause
  }
}
