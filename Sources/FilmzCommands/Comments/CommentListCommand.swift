import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The `comments` command, which lists the comments on a film or on all films.
struct CommentListCommand: ShellCommand {
  /// The number of comments that `--all` lists by default if lists have pages (``Session/pagesLists``).
  ///
  /// Otherwise, all comments are listed by default.
  private static let defaultLimit = 20

  static let command = Command(
    of: CommentListCommand.self, "comments", "List the comments on a film, newest first.",
    details: """
      `comment edit` and `comment rm` take the numbers of your own comments, or the beginnings of their ids. \
      With --follow, the new comments that other running filmz programs and, on a server, other people write \
      are printed until Ctrl-C, in the format table or jsonl.
      """,
    examples: ["comments", "comments heat --limit 5", "comments --all", "comments tt0113277 --follow"])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option("--limit", \.limit, as: "n", "How many comments to show."),
    .flag("--all", \.all, "List the comments on all films."),
    .flag("--full", \.full, "Show long comments with all their lines."),
    .flag("--follow", \.follow, "Print new comments of others until Ctrl-C."),
  ]

  var words: [Word] = []
  var limit: Int?
  var all = false
  var full = false
  var follow = false

  func run(in session: Session) async throws -> Output {
    guard !all || words.isEmpty else { throw Self.wrongUsage("--all lists the comments on all films; name no film") }
    let film = all ? nil : try await session.film(words, for: .showing, task: "comments", verb: "comments")
    guard !follow else {
      guard limit == nil else { throw Self.wrongUsage("--follow prints only new comments, without --limit") }
      return try await CommentFollower(film: film, isFull: full, session: session).run()
    }
    return try await list(on: film, in: session)
  }

  private func list(on film: FilmItem?, in session: Session) async throws -> Output {
    let maximumCount = limit ?? (film == nil && session.pagesLists ? Self.defaultLimit : nil)
    let (comments, isCut, hiddenCount) = try await session.viewModels.comments.list(on: film, limit: maximumCount)
    return Output(
      .comments(comments, now: session.now(), namesFilms: film == nil, isFull: full),
      notice: notice(comments.count, on: film, isCut: isCut, isEmpty: comments.count + hiddenCount == 0)
        + (hiddenCount == 0 ? "" : " · \(hiddenText(hiddenCount))"))
  }

  private func notice(_ count: Int, on film: FilmItem?, isCut: Bool, isEmpty: Bool) -> String {
    guard !isEmpty else {
      return film.map { "\($0.captionWithTypedTitle) has no comments yet; `comment` adds one" }
        ?? "There are no comments yet; `comment` adds one to a film"
    }
    let subject = film.map { " on \($0.captionWithTypedTitle)" } ?? " on all films"
    guard isCut else { return count.counted("comment") + subject }
    return "The newest \(count.counted("comment"))\(subject); `--limit N` lists more"
  }
}

extension Rows {
  /// Returns rows of comments.
  ///
  /// `now` is the time for which their ages are computed; `namesFilms` is `true` if tables name the films.
  static func comments(_ comments: [ListedComment], now: Date, namesFilms: Bool = false) -> Rows {
    Rows(comments, fields(now: now, namesFilms: namesFilms), noun: "comment")
  }

  /// Returns the members of a comment's JSON object.
  static func members(of comment: ListedComment) -> [JSONValue.Member] {
    fields(now: .distantPast, namesFilms: false).members(of: comment)
  }

  private static func fields(now: Date, namesFilms: Bool) -> [Field<ListedComment>] {
    [
      Field("number", Column("#", alignment: .trailing, hidesWhenEmpty: true), .dim) { .optional($0.number) },
      Field("id") { .text($0.comment.id.uuidString) }, Field("film") { .text($0.film.id.rawValue) },
      Field(Column("Film", isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)) {
        Cell(namesFilms ? $0.film.caption : "")
      }, Field("name", Column("Who")) { .text($0.comment.name) },
      Field(
        "time", Column("When"), value: { .optional($0.comment.knownTime) },
        cell: { Cell($0.comment.age(at: now), .dim) }),
      Field("text", Column("Text", isFlexible: true, minimumWidth: 20)) { .text($0.comment.text) },
      Field("mine") { .bool($0.comment.isMine) },
    ]
  }
}

extension Output.Content {
  /// The number of lines to which long comments are cut.
  private static let maximumLines = 20

  /// Returns comments as texts under headings.
  ///
  /// `now` is the time for which their ages are computed; `namesFilms` is `true` if the headings name the films,
  /// `isFull` if long comments are not cut.
  static func comments(_ comments: [ListedComment], now: Date, namesFilms: Bool, isFull: Bool) -> Self {
    let fold = (maximumLines: maximumLines, hint: "--full shows them")
    let blocks = comments.map { comment in
      TextBlock(
        label: comment.number.map(String.init) ?? "",
        heading: [
          Cell(namesFilms ? comment.film.caption : "", .bold), Cell(comment.comment.name, .cyan),
          Cell(comment.comment.age(at: now), .dim),
          Cell(comment.comment.isMine ? "id \(comment.comment.shortID)" : "", .dim),
        ], text: comment.comment.text, fold: isFull ? nil : fold)
    }
    return .texts(.comments(comments, now: now, namesFilms: namesFilms), blocks)
  }
}

/// Prints the new comments of other running filmz programs, and of other people on the server of sync, until the user
/// presses Ctrl-C.
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
      throw CommandError.wrongUsage("--follow goes with the formats table and jsonl", verb: "comments")
    }
    // In the shell, the background sync runs already; in a script or a single command, it has to be started.
    let sync = session.backgroundSync
    let startsSync = session.mode != .shell && session.viewModels.sync.isOnServer
    if startsSync { await sync.start(isOffline: session.context.isOffline) }
    defer {
      if startsSync { Task { await sync.stop() } }
    }
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
    let content = Output.Content.comments(comments, now: session.now(), namesFilms: film == nil, isFull: isFull)
    let text = Renderer.text(
      of: content, as: session.options.format, on: session.host.console.renderTarget(session.options.color))
    try session.host.console.write(text)
  }
}
