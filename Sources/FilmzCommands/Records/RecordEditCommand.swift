import FilmzDomain
import FilmzViewModels

/// The `record edit` command, which changes facts of a film.
struct RecordEditCommand: ShellCommand {
  static let command = Command(
    of: RecordEditCommand.self, "record edit", "Correct facts of a film.",
    usage: usage("record edit"), details: details,
    examples: ["record edit heat year=1996", "record edit heat genres=Crime, Thriller plot=none", "record edit"])

  static let arguments: [Argument<Self>] = [.films(\.words, or: .recordField)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    try await Self.edit(words, verb: Self.command.name, in: session)
  }

  static func usage(_ name: String) -> String {
    """
    \(name) [<target>] <field>=<value> ...
    \(name) [<target>]
    """
  }

  static let details = """
    Your facts replace those of all sources. A value extends to the next FIELD=; `none` states that there \
    is none. After a film, the `=` may be a blank: `edit heat year 1996`. Without fields, you edit all of them \
    in $EDITOR.

    The fields are \(RecordArguments.fieldNames).
    """

  static func edit(_ words: [Word], verb: String, in session: Session) async throws -> Output {
    let arguments = try RecordArguments(words, verb: verb, latestYear: session.latestRecordYear)
    let item: FilmItem
    do {
      item = try await session.film(arguments.targets, for: .changing, task: verb, verb: verb)
    } catch let error as ViewModelError where arguments.facts.isEmpty && error.isUnknownTitle {
      guard let words = RecordArguments.assigningValue(in: words) else { throw error }
      return try await self.edit(words, verb: verb, in: session)
    }
    let edit =
      arguments.facts.isEmpty
      ? try await editInEditor(item, verb, in: session)
      : try await session.viewModels.records.edit(arguments.facts, of: item, in: session.context)
    return .record(edit, verb: "Edited")
  }

  /// Edits the facts in the user's editor.
  private static func editInEditor(_ item: FilmItem, _ verb: String, in session: Session) async throws -> RecordEdit {
    let edit = try session.editor(or: "`\(verb) TARGET FIELD=VALUE`")
    let (film, own) = try await session.viewModels.records.film(item)
    let form = RecordForm(film: film, ownFields: Set(own.keys), latestYear: session.latestRecordYear)
    return try await session.fill(form, with: edit, verb: verb) { facts, reverted in
      guard !facts.isEmpty || !reverted.isEmpty else { return .unchanged(item) }
      return try await session.viewModels.records.edit(facts, reverting: reverted, of: item, in: session.context)
    }
  }
}

extension Session {
  /// The maximum number of texts that are compared, two for each time that the editor is opened.
  private static let maximumTexts = 40

  /// Opens a form in the user's editor, again while it has wrong lines, and passes the facts and the reverted fields to
  /// a function; both are empty if the user cancels.
  ///
  /// - Throws: The errors of the editor and the function; ``CommandError/wrongUsage(_:verb:)`` if lines stay wrong.
  func fill<Value>(
    _ form: RecordForm, with edit: Editor, verb: String,
    save: ([RecordField: OwnFact], Set<RecordField>) async throws -> Value
  ) async throws -> Value {
    progress?.stop()
    var texts = [form.text]
    while true {
      let edited = try await edit(texts[texts.count - 1])
      let result = form.changes(in: edited.text)
      // The editor may be a program that writes the same text each time; it would be started again and again.
      let isRepeated = texts.contains { $0.withoutTrailingNewlines == edited.text }
      guard case .invalid(let markedText) = result, !isRepeated, texts.count < Self.maximumTexts else {
        return try await edited.use { _ in
          switch result {
          case .invalid: throw CommandError.wrongUsage("the text has wrong lines; nothing changed", verb: verb)
          case .cancelled: try await save([:], [])
          case .changes(let facts, let reverted): try await save(facts, reverted)
          }
        }
      }
      texts += [edited.text, markedText]
      edited.discard()
    }
  }
}

/// The `edit` command, a short form of `record edit`.
struct EditCommand: ShellCommand {
  static let command = Command(
    of: EditCommand.self, "edit", "Correct facts of a film; short for `record edit`.",
    usage: RecordEditCommand.usage("edit"), details: RecordEditCommand.details,
    examples: ["edit heat year=1996", "edit . title=Heat genres=Crime, Thriller", "edit"])

  static let arguments: [Argument<Self>] = [.films(\.words, or: .recordField)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    try await RecordEditCommand.edit(words, verb: Self.command.name, in: session)
  }
}
