import FilmzDomain
import FilmzViewModels

/// `comment edit`, which changes the text of a comment of the user.
struct CommentEdit {
  /// The words after `comment edit`.
  let words: [Word]
  /// `true` if the text is edited in the editor even if there are words for it.
  let opensEditor: Bool
  let session: Session

  func run() async throws -> Output {
    let textWords = Array(words.dropFirst())
    guard !opensEditor || textWords.isEmpty else {
      throw CommandError.wrongUsage("-e takes no text", verb: "comment")
    }
    let comment = try await session.ownComment(words.first, verb: "comment edit")
    if !textWords.isEmpty { return try await save(text(of: textWords), comment) }
    guard let edit = session.host.edit else {
      throw CommandError.needsTerminal("an editor needs a terminal; use `comment edit N TEXT`")
    }
    session.progress?.stop()
    return try await edit(comment.comment.text).use { try await save($0, comment) }
  }

  /// Returns the text, in which quotes around one of several words are kept.
  private func text(of words: [Word]) -> String {
    guard words.count > 1 else { return words[0].text }
    return words.map { $0.isQuoted ? $0.quotedIfNeeded : $0.text }.joined(separator: " ")
  }

  private func save(_ text: String, _ comment: ListedComment) async throws -> Output {
    guard let text = text.nonBlank?.trimmed else {
      throw CommandError.wrongUsage(
        "a comment cannot be blank; `comment rm` removes one", verb: "comment")
    }
    let caption = comment.film.caption
    guard text != comment.comment.text else {
      return .unchangedComments("Comment on \(caption) unchanged")
    }
    let changed = try await session.viewModels.comments.edit(comment, text, in: session.context)
    return .changedComment(
      changed, "Comment on \(caption) changed (was \"\(comment.comment.text.onOneLine())\")",
      session)
  }
}
