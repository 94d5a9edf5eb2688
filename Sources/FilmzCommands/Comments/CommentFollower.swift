import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// Prints the comments that other programs, or other people on the server of sync, write, until the user presses Ctrl-C.
struct CommentFollower {
  /// The time between two checks for new comments.
  private static let interval = Duration.milliseconds(500)

  /// The film; `nil` for the comments on all films.
  let film: FilmItem?
  /// `true` to print long comments with all their lines.
  let isFull: Bool
  let session: Session

  func run() async throws -> Output {
    guard [.table, .jsonl].contains(session.options.format) else {
      throw CommandError.wrongUsage(
        "--follow goes with the formats table and jsonl", verb: "comments")
    }
    // A shell does so anyway; a single command has to receive comments by itself.
    let sync = session.viewModels.backgroundSync
    let startsSync = session.mode != .shell && session.viewModels.sync.isOnServer
    if startsSync { await sync.start(isOffline: session.context.isOffline) }
    defer { if startsSync { Task { await sync.stop() } } }
    let feed = try await session.viewModels.comments.feed(on: film)
    session.progress?.stop()
    if session.printer.showsNotices {
      let films = film?.captionWithTypedTitle ?? "all films"
      session.printer.printNotice("Waiting for new comments on \(films); Ctrl-C ends it")
      if session.viewModels.sync.isOnServer, await !session.settings.all().isSyncAutomatic {
        session.printer.printNotice("sync.auto is off: comments of others come only with `sync`")
      }
    }
    do {
      while true {
        try await Task.sleep(for: Self.interval)
        let comments = try await feed.next()
        if !comments.isEmpty { try print(comments) }
      }
    } catch is CancellationError {
      return Output(.nothing, ending: .interrupted)
    }
  }

  private func print(_ comments: [ListedComment]) throws {
    let content = Output.Content.comments(
      comments, now: session.now(), namesFilms: film == nil, isFull: isFull)
    let text = Renderer.text(
      of: content, as: session.options.format,
      on: session.host.console.renderTarget(session.options.color))
    try session.host.console.write(text)
  }
}
