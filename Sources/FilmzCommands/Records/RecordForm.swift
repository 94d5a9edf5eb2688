import FilmzDomain
import FilmzTerminal

/// The text of a film's facts in an editor: one field on each line, and comments.
struct RecordForm {
  let film: Film
  /// The fields with own facts.
  let ownFields: Set<RecordField>
  /// The greatest year that is accepted.
  let latestYear: Int
  /// The fields that a new film needs; empty if the form is for a known film.
  var requiredFields: [RecordField] = []

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
    let newHelp = """
      # A new film
      # Write values after the colons; \(requiredFields.map(\.rawValue).joinedWithAnd) are needed. Lists are separated
      # by commas. Delete everything to cancel.

      """
    let help = """
      # \(film.caption.sanitizedForTerminal) · \(film.id)
      # Change values to make them yours. An empty value takes yours back; `none`
      # states that there is none. Lists are separated by commas. Delete everything
      # to cancel.

      """
    let lines = RecordField.allCases.flatMap { field in
      (ownFields.contains(field) ? [Self.ownMark] : []) + [Self.line(field, value(of: field))]
    }
    return (requiredFields.isEmpty ? help : newHelp) + lines.joined(separator: "\n") + "\n"
  }

  private static let ownMark = "# yours:"
  private static let errorMark = "# wrong: "

  private static func line(_ field: RecordField, _ value: String) -> String { "\(field.rawValue): \(value)".trimmed }

  /// The value of a field in the text, on one line; empty if there is none, but `none` if an own record states that
  /// there is none.
  private func value(of field: RecordField) -> String {
    let fact = film.fact(field)
    guard fact != .null || ownFields.contains(field) else { return "" }
    return fact.description.onOneLine(maximumLength: .max).sanitizedForTerminal
  }

  /// Returns the changes in an edited text; a field without a line is unchanged.
  func changes(in edited: String) -> Result {
    var facts: [RecordField: OwnFact] = [:]
    var reverted: Set<RecordField> = []
    var readFields: Set<RecordField> = []
    var markedLines: [String] = []
    var hasError = false
    for line in edited.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      if line.hasPrefix(Self.errorMark) { continue }
      do {
        try read(String(line).trimmed, &facts, &reverted, &readFields)
      } catch {
        hasError = true
        markedLines.append(Self.errorMark + error.reason)
      }
      markedLines.append(String(line))
    }
    let missingFields = requiredFields.filter { facts[$0] ?? .null == .null }
    if !missingFields.isEmpty, !hasError, !facts.isEmpty {
      hasError = true
      markedLines.insert(Self.errorMark + "\(missingFields.map(\.rawValue).joinedWithAnd) must not be empty", at: 0)
    }
    if hasError { return .invalid(markedLines.joined(separator: "\n") + "\n") }
    return readFields.isEmpty || !missingFields.isEmpty ? .cancelled : .changes(facts, reverted: reverted)
  }

  /// Reads a line: adds its field to `readFields` and, if its value was changed, the own fact to `facts`, or the field
  /// to `reverted` if the own fact was deleted.
  private func read(
    _ line: String, _ facts: inout [RecordField: OwnFact], _ reverted: inout Set<RecordField>,
    _ readFields: inout Set<RecordField>
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
    guard readFields.insert(field).inserted else { throw LineError(reason: "\(field.rawValue) is there twice") }
    guard value != self.value(of: field) else { return }
    guard !value.isEmpty else {
      guard !film.fieldsOnlyOwn.contains(field), ownFields.contains(field) || field.canBeNone else {
        throw LineError(reason: "the \(field.rawValue) must not be empty")
      }
      guard ownFields.contains(field) else {
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

  private struct LineError: Error { let reason: String }
}
