import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `record edit` command, which changes facts of a film.
struct RecordEditCommand: ShellCommand {
  static let command = Command(
    RecordEditCommand.self, "record edit", "Correct facts of a film.",
    usage: usage("record edit"), details: details,
    examples: """
      record edit heat year=1996
      record edit heat genres=Crime, Thriller plot=none
      record edit
      """)

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
struct EditCommand: ShellCommand {
  static let command = Command(
    EditCommand.self, "edit", "Correct facts of a film; short for `record edit`.",
    usage: RecordEditCommand.usage("edit"), details: RecordEditCommand.details,
    examples: """
      edit heat year=1996
      edit . title=Heat genres=Crime, Thriller
      edit
      """)

  static let arguments: [Argument<Self>] = [.films(\.words, or: .recordField)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    try await RecordEditCommand.edit(words, verb: Self.command.name, in: session)
  }
}

/// The words of a command for own records: targets, then values of fields.
///
/// A value extends to the next word that begins with `FIELD=`. Source: contract, Own records.
struct RecordArguments {
  /// The words before the first value.
  private(set) var targets: [Word] = []
  private(set) var facts: [RecordField: OwnFact] = [:]
  /// The value of `id=`.
  private(set) var id: FilmID?

  /// Parses words; years are accepted up to two years after that of `now`.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - verb: The name of the command.
  ///   - acceptsID: `true` if `id=` is accepted.
  ///   - latestYear: The greatest year that is accepted.
  /// - Throws: ``DomainError/invalidFact(_:value:expected:)``, and a usage error for an unknown field, or for
  ///   one that is given twice.
  init(_ words: [Word], verb: String, acceptsID: Bool = false, latestYear: Int) throws {
    var values: [(name: String, value: String)] = []
    for word in words {
      if let (name, value) = try Self.assignment(word, verb, acceptsID, isFirst: values.isEmpty) {
        values.append((name, value))
      } else if values.isEmpty {
        targets.append(word)
      } else {
        values[values.count - 1].value += " " + word.text
      }
    }
    for (name, value) in values {
      let value = Self.withoutQuotes(value.trimmed)
      if name == Self.idName {
        guard id == nil, let id = FilmID(value) else {
          throw CommandError.wrongUsage(
            "\"\(value)\" is not an id; use one such as tt0113277 or tmdb:movie:949", verb: verb)
        }
        self.id = id
      } else if let field = RecordField(named: name) {
        guard facts[field] == nil else {
          throw CommandError.wrongUsage("\(field.rawValue) is given twice", verb: verb)
        }
        facts[field] = try field.fact(value, latestYear: latestYear)
      }
    }
  }

  private static let idName = "id"

  /// Returns the field and the beginning of its value if a word begins with `FIELD=`; otherwise `nil`.
  ///
  /// Within a value, a word with `=` belongs to the value if it is in quotes, or if fewer than three letters
  /// precede the `=`, as in `e=mc²`. Other words are unknown fields.
  private static func assignment(
    _ word: Word, _ verb: String, _ acceptsID: Bool, isFirst: Bool
  ) throws -> (name: String, value: String)? {
    guard let end = word.text.firstIndex(of: "=") else { return nil }
    let name = String(word.text[..<end])
    guard !name.isEmpty, name.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    let value = String(word.text[word.text.index(after: end)...])
    if RecordField(named: name) != nil { return (name, value) }
    if acceptsID, name.lowercased() == idName { return (idName, value) }
    guard !word.isQuoted else { return nil }
    if let near = RecordField.nearest(to: name) {
      throw CommandError.wrongUsage(
        "there is no field \(name); did you mean \(near.rawValue)?", verb: verb)
    }
    guard isFirst || name.count >= minimumFieldLength else { return nil }
    throw CommandError.wrongUsage(
      isFirst
        ? "there is no field \(name); the fields are \(fieldNames)"
        : "there is no field \(name); put \"\(word.text)\" in quotes if it belongs to the value",
      verb: verb)
  }

  /// The length from which a name before `=` within a value is taken as that of a field.
  private static let minimumFieldLength = 3

  static let fieldNames = RecordField.allCases.map(\.rawValue).joined(separator: ", ")

  /// Returns a text without one pair of quotation marks around it; between `"`, a backslash before `"` or `\`
  /// is removed as in a quoted word.
  private static func withoutQuotes(_ text: String) -> String {
    guard text.count > 1, let first = text.first, "\"'".contains(first), text.last == first else {
      return text
    }
    let content = String(text.dropFirst().dropLast())
    return first == "\"" ? content.replacing(#/\\(["\\])/#) { String($0.output.1) } : content
  }
}

extension Session {
  /// The greatest year that own records accept.
  ///
  /// Source: contract, Own records.
  var latestRecordYear: Int {
    let thisYear = Int(PartialDate(day: context.now).text.prefix(4)) ?? 2100
    return thisYear + 2
  }
}

/// The text of a film's facts in an editor: one field on each line, and comments.
struct RecordForm {
  let film: Film
  /// The fields with own facts.
  let own: Set<RecordField>
  let latestYear: Int

  /// The result of parsing an edited text.
  enum Result: Equatable {
    /// The facts to set, and the fields whose own facts are to be removed.
    case changes([RecordField: OwnFact], reverted: Set<RecordField>)
    /// The text is empty.
    case cancelled
    /// Some lines are wrong; the value is the text with the reason above each of them.
    case invalid(String)
  }

  /// The text that the editor opens.
  var text: String {
    let help = """
      # \(film.caption.sanitizedForTerminal) · \(film.id)
      # Change values to make them yours. An empty value takes yours back; `none`
      # states that there is none. Lists are separated by commas. Delete everything
      # to cancel.

      """
    let lines = RecordField.allCases.flatMap { field in
      (own.contains(field) ? [Self.ownMark] : []) + [Self.line(field, value(of: field))]
    }
    return help + lines.joined(separator: "\n") + "\n"
  }

  private static let ownMark = "# yours:"
  private static let errorMark = "# wrong: "

  private static func line(_ field: RecordField, _ value: String) -> String {
    "\(field.rawValue): \(value)".trimmed
  }

  /// The value of a field in the text, on one line; empty if there is none and the user has not said so.
  private func value(of field: RecordField) -> String {
    let fact = film.fact(field)
    guard fact != .none || own.contains(field) else { return "" }
    return fact.description.onOneLine(maximumLength: .max).sanitizedForTerminal
  }

  /// Returns the changes in an edited text; a field without a line is unchanged.
  func changes(in edited: String) -> Result {
    var facts: [RecordField: OwnFact] = [:]
    var reverted: Set<RecordField> = []
    var seen: Set<RecordField> = []
    var marked: [String] = []
    var hasError = false
    for line in edited.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.hasPrefix(Self.errorMark) { continue }
      do {
        try read(String(line).trimmed, &facts, &reverted, &seen)
      } catch {
        hasError = true
        marked.append(Self.errorMark + error.reason)
      }
      marked.append(String(line))
    }
    if hasError { return .invalid(marked.joined(separator: "\n") + "\n") }
    return seen.isEmpty ? .cancelled : .changes(facts, reverted: reverted)
  }

  /// Reads a line.
  private func read(
    _ line: String, _ facts: inout [RecordField: OwnFact], _ reverted: inout Set<RecordField>,
    _ seen: inout Set<RecordField>
  ) throws(LineError) {
    guard !line.isEmpty, !line.hasPrefix("#") else { return }
    guard let colon = line.firstIndex(of: ":") else {
      throw LineError(reason: "a line is FIELD: VALUE, or begins with #")
    }
    let name = line[..<colon].trimmed
    let value = line[line.index(after: colon)...].trimmed
    guard let field = RecordField(named: name) else {
      let near = RecordField.nearest(to: name).map { "; did you mean \($0.rawValue)?" } ?? ""
      throw LineError(reason: "there is no field \"\(name)\"" + near)
    }
    guard seen.insert(field).inserted else {
      throw LineError(reason: "\(field.rawValue) is there twice")
    }
    guard value != self.value(of: field) else { return }
    guard !value.isEmpty else {
      guard !film.fieldsOnlyOwn.contains(field), own.contains(field) || field.canBeNone else {
        throw LineError(reason: "the \(field.rawValue) must not be empty")
      }
      guard own.contains(field) else {
        throw LineError(reason: "to hide the \(field.rawValue) of the sources, write none")
      }
      reverted.insert(field)
      return
    }
    do {
      facts[field] = try field.fact(value, latestYear: latestYear)
    } catch {
      throw LineError(reason: error.message)
    }
  }

  private struct LineError: Error {
    let reason: String
  }
}
