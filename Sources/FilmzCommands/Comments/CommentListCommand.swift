package import FilmzDomain
import FilmzViewModels

/// The `comments` command, which lists the comments on a film or on all films.
package struct CommentListCommand: ShellCommand {
  /// The number of comments that `--all` lists by default if lists have pages (``Session/pagesLists``).
  ///
  /// Otherwise, all comments are listed by default.
  private static let defaultLimit = 20

  package static let command = Command(
    CommentListCommand.self, "comments", "List the comments on a film, newest first.",
    details: """
      `comment edit` and `comment rm` take the numbers of your own comments, or the beginnings of their ids. \
      With --follow, comments that other programs write are printed until Ctrl-C, in the format table or jsonl.
      """,
    examples: """
      comments
      comments heat --limit 5
      comments --all
      comments tt0113277 --follow
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option("--limit", \.limit, as: "n", "How many comments to show."),
    .flag("--all", \.all, "List the comments on all films."),
    .flag("--full", \.full, "Show long comments with all their lines."),
    .flag("--follow", \.follow, "Print new comments of other programs until Ctrl-C."),
  ]

  package var words: [Word] = []
  var limit: PositiveInt?
  var all = false
  var full = false
  var follow = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !all || words.isEmpty else {
      throw CommandError.wrongUsage("--all lists all films; name no film", verb: "comments")
    }
    let film =
      all
      ? nil
      : try await session.film(words, for: .showing, task: "comments", verb: "comments")
    guard !follow else {
      guard limit == nil else {
        throw CommandError.wrongUsage(
          "--follow prints only new comments, without --limit", verb: "comments")
      }
      return try await CommentFollower(film: film, isFull: full, session: session).run()
    }
    return try await list(on: film, in: session)
  }

  private func list(on film: FilmItem?, in session: Session) async throws -> Output {
    let maximumCount =
      limit?.value ?? (film == nil && session.pagesLists ? Self.defaultLimit : nil)
    let (comments, isCut, hidden) = try await session.viewModels.comments.list(
      on: film, limit: maximumCount)
    return Output(
      .comments(comments, now: session.now(), namesFilms: film == nil, isFull: full),
      [
        .notice(
          notice(comments.count, on: film, isCut: isCut, isEmpty: comments.count + hidden == 0)
            + (hidden == 0 ? "" : " · \(hidden) hidden by the kids filter"))
      ])
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
