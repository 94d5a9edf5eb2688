package import FilmzDomain
import FilmzViewModels

/// The `record edit` command, which changes facts of a film.
package struct RecordEditCommand: ShellCommand {
  package static let command = Command(
    RecordEditCommand.self, "record edit", "Correct facts of a film.",
    usage: usage("record edit"), details: details,
    examples: """
      record edit heat year=1996
      record edit heat genres=Crime, Thriller plot=none
      record edit
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, or: .recordField)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
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
    is none. Without fields, you edit all of them in $EDITOR.

    The fields are \(RecordArguments.fieldNames).
    """

  static func edit(_ words: [Word], verb: String, in session: Session) async throws -> Output {
    let arguments = try RecordArguments(
      words, verb: verb, latestYear: session.latestRecordYear)
    let item = try await session.film(
      arguments.targets, for: .changing, task: verb, verb: verb)
    let edit =
      arguments.facts.isEmpty
      ? try await editInEditor(item, verb, in: session)
      : try await session.viewModels.records.edit(arguments.facts, of: item, in: session.context)
    return .record(edit, verb: "Edited")
  }

  private static func editInEditor(
    _ item: FilmItem, _ verb: String, in session: Session
  ) async throws -> RecordEdit {
    guard let edit = session.host.edit else {
      throw CommandError.needsTerminal(
        "an editor needs a terminal; use `\(verb) TARGET FIELD=VALUE`")
    }
    session.progress?.stop()
    let (film, own) = try await session.viewModels.records.film(item)
    let form = RecordForm(
      film: film, own: Set(own.keys), latestYear: session.latestRecordYear)
    var texts = [form.text]
    while true {
      let edited = try await edit(texts[texts.count - 1])
      let result = form.changes(in: edited.text)
      // An editor that writes the same text each time, or is a program, would open again and again.
      let isRepeated = texts.contains { $0.withoutTrailingNewlines == edited.text }
      guard case .invalid(let marked) = result, !isRepeated, texts.count < maximumTexts else {
        return try await edited.use { text in
          try await save(result, text, of: item, verb, in: session)
        }
      }
      texts += [edited.text, marked]
      edited.discard()
    }
  }

  /// The maximum number of texts that are compared; the editor opens half as many times for wrong lines.
  private static let maximumTexts = 40

  private static func save(
    _ result: RecordForm.Result, _ text: String, of item: FilmItem, _ verb: String,
    in session: Session
  ) async throws -> RecordEdit {
    switch result {
    case .invalid:
      throw CommandError.wrongUsage("the text has wrong lines; nothing changed", verb: verb)
    case .cancelled: return .unchanged(item)
    case .changes(let facts, let reverted):
      return try await session.viewModels.records.edit(
        facts, reverting: reverted, of: item, in: session.context)
    }
  }
}

/// The `edit` command, a short form of `record edit`.
package struct EditCommand: ShellCommand {
  package static let command = Command(
    EditCommand.self, "edit", "Correct facts of a film; short for `record edit`.",
    usage: RecordEditCommand.usage("edit"), details: RecordEditCommand.details,
    examples: """
      edit heat year=1996
      edit . title=Heat genres=Crime, Thriller
      edit
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, or: .recordField)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    try await RecordEditCommand.edit(words, verb: Self.command.name, in: session)
  }
}
