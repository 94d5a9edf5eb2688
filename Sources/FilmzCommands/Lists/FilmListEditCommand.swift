import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `list edit` command, with which the user edits a list in a text editor.
struct FilmListEditCommand: ShellCommand {
  static let command = Command(
    of: FilmListEditCommand.self, "list edit", "Edit a list in $EDITOR.",
    details: """
      The text has one film on each line. Move or delete lines, or add lines with an id or a title. The list \
      becomes what the editor saved; `undo` takes that back.
      """, examples: ["list edit Noir", #"list edit "To lend""#])

  static let arguments: [Argument<Self>] = [.listName(\.name)]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let (list, items) = try await session.viewModels.lists.orderedFilms(ofListNamed: name.text)
    let edit = try session.editor(or: "`list add`, `list remove` and `list move`")
    session.progress?.stop()
    let edited = try await edit(EditedList.text(of: list, items))
    return try await edited.use { text in
      let lines = EditedList.lines(of: text)
      guard !lines.isEmpty else {
        return Self.unchanged(list, ", because the text has no films; `list delete` deletes it")
      }
      let newItems = try await Self.films(lines, items, in: session)
      let edit = ListEdit(from: items.map(\.id), to: newItems.map(\.id))
      guard !edit.isEmpty else { return Self.unchanged(list) }
      session.printer.printNotice("List \(list.quotedName): \(edit.summary)")
      return Self.output(
        try await session.viewModels.lists.apply(edit, to: list, items: items + newItems, in: session.context))
    }
  }

  /// Returns the films of the lines; `items` are those that the list has already.
  ///
  /// - Throws: ``ViewModelError/invalidListLine(number:text:reason:)``.
  private static func films(
    _ lines: [EditedList.Line], _ items: [FilmItem], in session: Session
  ) async throws -> [FilmItem] {
    let oldItems = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    var films: [FilmItem] = []
    for line in lines {
      if let item = line.id.flatMap({ oldItems[$0] }) {
        films.append(item)
        continue
      }
      do {
        let word = Word(line.id?.rawValue ?? line.text, isQuoted: true)
        films += try await session.films([word], in: .network, for: .changing)
      } catch let error as any UserFacingError {
        throw ViewModelError.invalidListLine(
          number: line.number, text: line.text.onOneLine(maximumLength: 60), reason: error.text.withoutFullStop)
      }
    }
    return films
  }

  private static func unchanged(_ list: FilmList, _ reason: String = "") -> Output {
    Output.unchanged("The list \(list.quotedName) is unchanged\(reason)")
  }

  private static func output(_ change: ListChange) -> Output {
    let additions = change.outcome.items.filter { change.outcome.added.contains($0.id) }
    return Output(
      .changes(.films(change.outcome.items)),
      additions.map {
        .notice("Added \($0.captionInSentence) to \(change.quotedName)\(change.additionText($0))")
      } + [.notice("Saved the list \(change.quotedName)")])
  }
}

extension ListEdit {
  /// The numbers of changed films, such as `2 films moved, 1 added and 1 removed`.
  fileprivate var summary: String {
    let counts: [(count: Int, verb: String)] = [
      (moved.count, "moved"), (added.count, "added"), (removed.count, "removed"),
    ].filter { $0.count > 0 }
    let parts = counts.enumerated().map { index, change in
      "\(index == 0 ? change.count.counted("film") : String(change.count)) \(change.verb)"
    }
    return parts.joinedWithAnd
  }
}

/// The text of a list in an editor: one film on each line, and comments.
enum EditedList {
  /// A line that is neither empty nor a comment.
  struct Line: Sendable, Equatable {
    /// The number of the line in the text, from 1.
    let number: Int
    let text: String

    /// The id at the beginning of the line; `nil` if the line is a title.
    var id: FilmID? { text.split(whereSeparator: \.isWhitespace).first.flatMap { FilmID(String($0)) } }
  }

  /// Returns the text of a list, with its films in their order.
  static func text(of list: FilmList, _ items: [FilmItem]) -> String {
    let help = """
      # The list "\(list.name.sanitizedForTerminal)": one film on each line, in its order.
      # Move or delete lines, or add lines with an id or a title. Of a film that is there
      # twice, the first line counts. Lines that begin with # are comments.
      """
    let lines = items.map { item in
      item.title == nil
        ? item.id.rawValue : item.id.rawValue + "  " + item.caption.onOneLine(maximumLength: .max).sanitizedForTerminal
    }
    return ([help] + lines).joined(separator: "\n") + "\n"
  }

  /// Returns the lines of an edited text.
  static func lines(of text: String) -> [Line] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { Line(number: $0 + 1, text: $1.trimmed) }
      .filter { !$0.text.isEmpty && !$0.text.hasPrefix("#") }
  }
}
