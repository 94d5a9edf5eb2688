import FilmzDomain
import FilmzViewModels
import Foundation

/// The `comment` command, which adds a comment to a film, or changes or removes one of the user's comments.
struct CommentCommand: ShellCommand {
  static let command = Command(
    of: CommentCommand.self, "comment", "Comment on a film, or change or remove a comment.",
    usage: """
      comment [<target>] <text>
      comment [<target>] -e
      comment edit <number> [<text>]
      comment rm <number>
      """,
    details: """
      The comment is the last word if it is in quotes, or everything after a number, an id or `.`. Other words are a \
      comment on the selected film, unless they begin with a title. With -e, write the comment in $EDITOR; \
      `comment edit` without a text opens the present text in it. A number is that of the last `comments`; the first \
      eight characters of an id can be used instead. Comments have the name of the setting profile.name. `comment rm` \
      asks for confirmation unless --yes is given. To begin a comment with edit or rm, put it in quotes.

      While the setting comments.shared is on, the members of the server of `sync` can read new comments, except \
      those with --private.
      """,
    examples: [
      #"comment "even better the second time""#, #"comment heat "a long, precise film""#,
      #"comment edit 1 "a very long, precise film""#, "comment rm 1",
    ])

  static let arguments: [Argument<Self>] = [
    .films(\.words, or: .subcommands(["edit", "rm"])),
    .flag("--private", \.isPrivate, "Keep the comment from the members of the server."),
    .flag("--edit", short: "-e", \.edit, "Write the comment in $EDITOR; the arguments name only the film."),
  ]

  var words: [Word] = []
  var edit = false
  var isPrivate = false

  func run(in session: Session) async throws -> Output {
    let subcommand = words.first.flatMap { $0.isQuoted ? nil : $0.text }
    let otherWords = Array(words.dropFirst())
    switch subcommand {
    case "edit": return try await change(otherWords, in: session)
    case "rm": return try await remove(otherWords, in: session)
    default: return edit ? try await write(in: session) : try await add(in: session)
    }
  }

  private func add(in session: Session) async throws -> Output {
    let (films, text) = try await TrailingValueParser(session: session, verb: "comment")
      .filmsAndText(words, requirement: "a text", isName: false)
    guard films.count == 1, let film = films.first else {
      throw Self.wrongUsage("comment takes one film, not \(films.count)")
    }
    guard let text else { throw Self.missingText(words) }
    return try await add(text, to: film, in: session)
  }

  private func write(in session: Session) async throws -> Output {
    let edit = try session.editor(or: "`comment TARGET TEXT`")
    let film = try await session.film(words, for: .changing, task: "comment -e", verb: "comment")
    session.progress?.stop()
    return try await edit("").use { text in
      guard let text = text.nonBlank else {
        return .unchangedComments("No comment on \(film.captionInSentence) was added")
      }
      return try await add(text, to: film, in: session)
    }
  }

  private func add(_ text: String, to film: FilmItem, in session: Session) async throws -> Output {
    let comment = try await session.viewModels.comments.add(
      text.trimmed, to: film, isPrivate: isPrivate, in: session.context)
    let isShared =
      comment.comment.isShared && session.viewModels.sync.isOnServer
      && comment.comment.text.utf8.count <= FilmComment.maximumSharedSize
    return .changedComment(
      comment,
      "Comment on \(film.captionInSentence) added as \(comment.comment.name)"
        + (isShared ? "; the next sync shares it with the members of the server" : ""), session)
  }

  private static func missingText(_ words: [Word]) -> CommandError {
    guard words.last?.text == "none" else { return .wrongUsage("a comment cannot be blank", verb: "comment") }
    return .wrongUsage("`comment rm N` removes a comment; put the text in quotes to write \"none\"", verb: "comment")
  }

  private func remove(_ words: [Word], in session: Session) async throws -> Output {
    guard words.count <= 1 else { throw Self.wrongUsage("comment rm takes one comment") }
    let comment = try await session.ownComment(words.first, verb: "comment rm")
    let text = comment.comment.text.onOneLine()
    guard
      try await session.confirm("Remove your comment on \(comment.film.caption), \"\(text)\"?", action: "comment rm")
    else { return .unchangedComments("Nothing was removed.") }
    try await session.viewModels.comments.remove(comment, in: session.context)
    return .changedComment(comment, "Comment on \(comment.film.caption) removed (\"\(text)\")", session)
  }
}

extension Session {
  /// Returns the comment of the user that a word names.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` if the word is missing, or is neither a number nor the
  ///   beginning of an id.
  func ownComment(_ word: Word?, verb: String) async throws -> ListedComment {
    guard let word else {
      throw CommandError.wrongUsage("\(verb) needs the number of a comment, as in `\(verb) 1`", verb: "comment")
    }
    guard let reference = CommentReference(word.text) else {
      throw CommandError.wrongUsage(
        "\"\(word.text)\" is not the number of a comment, nor the first eight characters of its id", verb: "comment")
    }
    return try await viewModels.comments.ownComment(reference)
  }
}

extension Output {
  /// Returns the output for a comment that was added, changed or removed.
  static func changedComment(_ comment: ListedComment, _ notice: String, _ session: Session) -> Output {
    Output(.changes(.comments([comment], now: session.now())), notice: notice)
  }

  /// Returns the output if no comment was changed.
  static func unchangedComments(_ notice: String) -> Output {
    Output(.changes(.comments([], now: .distantPast)), notice: notice)
  }
}

// `comment edit`
extension CommentCommand {
  /// Changes the text of a comment; `words` are those after `comment edit`.
  private func change(_ words: [Word], in session: Session) async throws -> Output {
    let textWords = Array(words.dropFirst())
    guard !edit || textWords.isEmpty else { throw Self.wrongUsage("-e takes no text") }
    let comment = try await session.ownComment(words.first, verb: "comment edit")
    if !textWords.isEmpty { return try await save(text(of: textWords), comment, in: session) }
    let edit = try session.editor(or: "`comment edit N TEXT`")
    session.progress?.stop()
    return try await edit(comment.comment.text).use { try await save($0, comment, in: session) }
  }

  /// Returns the text, in which quotes around one of several words are kept.
  private func text(of words: [Word]) -> String {
    guard words.count > 1 else { return words[0].text }
    return words.map { $0.isQuoted ? $0.quotedIfNeeded : $0.text }.joined(separator: " ")
  }

  private func save(_ text: String, _ comment: ListedComment, in session: Session) async throws -> Output {
    guard let text = text.nonBlank?.trimmed else {
      throw Self.wrongUsage("a comment cannot be blank; `comment rm` removes one")
    }
    let caption = comment.film.caption
    guard text != comment.comment.text else { return .unchangedComments("Comment on \(caption) unchanged") }
    let changed = try await session.viewModels.comments.edit(comment, text, in: session.context)
    return .changedComment(
      changed, "Comment on \(caption) changed (was \"\(comment.comment.text.onOneLine())\")", session)
  }
}
