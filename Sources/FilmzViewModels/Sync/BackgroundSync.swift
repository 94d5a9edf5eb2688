package import FilmzDomain
import FilmzStore
import FilmzSync
import Foundation

/// Syncs in the background while a shell runs: at its start, after changes, when the folder has news, and at its end.
///
/// Does nothing unless sync is set up and the setting `sync.auto` is on.
package actor BackgroundSync {
  /// What makes a sync necessary.
  private enum Event: Sendable {
    case start
    /// A command may have changed the collection; the following commands probably do too.
    case command
    case folder
    case interval
  }

  private static let delayAfterCommand = Duration.seconds(1)

  private let sync: SyncViewModel
  private let settings: @Sendable () async -> Settings
  private let log: @Sendable (String) -> Void
  private let now: @Sendable () -> Date
  private let events: AsyncStream<Event>
  private let trigger: AsyncStream<Event>.Continuation
  private var loop: Task<Void, Never>?
  private var timer: Task<Void, Never>?
  private var watch: FolderWatch?
  /// What has come since it was told last.
  private var pendingReport = SyncReport()
  /// The problems that have not been told yet.
  private var pendingProblems: [String] = []
  /// The problems of the last sync, which have been told.
  private var toldProblems: [String] = []

  init(
    sync: SyncViewModel, settings: @escaping @Sendable () async -> Settings,
    log: @escaping @Sendable (String) -> Void, now: @escaping @Sendable () -> Date
  ) {
    self.sync = sync
    self.settings = settings
    self.log = log
    self.now = now
    (events, trigger) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Starts to sync.
  package func start() {
    guard loop == nil else { return }
    loop = Task { [events] in
      for await event in events {
        if case .command = event { try? await Task.sleep(for: Self.delayAfterCommand) }
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

  /// Syncs soon, because a command, or a key in a session, may have changed the collection.
  package func commandHasRun() { if loop != nil { trigger.yield(.command) } }

  /// Returns what has come, and new problems, since the last call.
  package func takeNews() -> [String] {
    defer {
      pendingReport = SyncReport()
      pendingProblems = []
    }
    let received = pendingReport.received > 0 ? [pendingReport.receivedText] : []
    return (received + pendingProblems).map { "Sync: \($0)" }
  }

  /// Ends the background syncs, and waits for the one that has begun.
  package func stop() async { await end()?.value }

  /// Ends the background syncs; the result is the one that has begun.
  private func end() -> Task<Void, Never>? {
    defer { loop = nil }
    loop?.cancel()
    timer?.cancel()
    watch = nil
    return loop
  }

  /// Ends the background syncs, and sends what is unsent within a time.
  package func finish(within limit: Duration) async {
    guard let loop = end() else { return }
    let (ends, end) = AsyncStream<Void>.makeStream()
    Task {
      // A sync that has begun is cancelled, but still holds the lock.
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
    guard await settings().isSyncAutomatic, let folder = sync.folder else {
      watch = nil
      return
    }
    if await Self.identity(of: folder) != watch?.folder {
      watch = await Self.newWatch(folder, trigger)
    }
    do {
      let context = CommandContext(line: "sync", now: now(), isOffline: true)
      let report = try await sync.synchronize(isAutomatic: true, in: context)
      pendingReport.addReceived(report)
      tell(report.problems)
    } catch SyncError.busy {
      // The other process tells what it has done; its changes are read from the collection.
    } catch let error as any UserFacingError {
      tell([error.message])
    } catch is CancellationError {
    } catch {
      log("sync: \(error)")
    }
  }

  // Not on the actor: a network that does not respond must not keep the prompt waiting.
  private nonisolated static func identity(of folder: String) async -> FolderIdentity? {
    FolderIdentity(folder)
  }

  private nonisolated static func newWatch(
    _ folder: String, _ trigger: AsyncStream<Event>.Continuation
  ) async -> sending FolderWatch? {
    FolderWatch(folder) { trigger.yield(.folder) }
  }

  /// Adds the problems that the last sync did not have to those to tell, and to the log.
  private func tell(_ problems: [String]) {
    let new = problems.filter { !toldProblems.contains($0) }
    toldProblems = problems
    pendingProblems += new
    for problem in new { log("sync: \(problem)") }
  }
}

extension Settings {
  /// `true` if shells sync by themselves.
  package var isSyncAutomatic: Bool { self[.syncAuto].value != "off" }

  /// The number of seconds after which a shell looks into the folder.
  package var syncInterval: Int { self[.syncInterval].value.flatMap { Int($0) } ?? 30 }
}
