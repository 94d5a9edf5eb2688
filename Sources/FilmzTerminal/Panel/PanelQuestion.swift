/// A question that a panel asks in the line of the query, such as the name of a list.
package struct PanelQuestion: Sendable, Equatable {
  /// The text before the answer, such as `List: `.
  let prompt: String
  /// The names with which Tab completes the answer.
  let names: [String]
  /// A sentence for the status line until the answer is changed; if it is empty, the status line has the completions.
  private(set) var note: String
  private(set) var input: LineInput

  /// Creates a question whose answer begins with a text; the note is sanitized.
  package init(_ prompt: String, among names: [String], note: String = "", answer: String = "") {
    (self.prompt, self.names) = (prompt, names)
    (self.note, input) = (note.sanitizedForTerminal, LineInput(answer))
  }

  /// The text of the status line.
  var status: String { note.isEmpty ? completions.joined(separator: ", ").sanitizedForTerminal : note }

  /// The names that begin with the answer; case is ignored.
  private var completions: [String] {
    let prefix = input.text.lowercased()
    return names.filter { $0.lowercased().hasPrefix(prefix) }
  }

  /// Handles a key, and returns what the owner of the panel has to do.
  mutating func handle(_ key: KeyPress) -> PanelEffect {
    switch key {
    case .escape, .control("g"), .control("c"): return .answer(nil)
    case .endOfInput where input.isEmpty: return .answer(nil)
    case .closed: return .leave
    case .enter: return .answer(input.text)
    case .tab: return complete()
    default:
      guard input.handle(key) else { return .none }
      note = ""
      return .redraw
    }
  }

  /// Replaces the answer with the longest common beginning of its completions.
  private mutating func complete() -> PanelEffect {
    guard let first = completions.first else { return .none }
    let beginning = completions.dropFirst().reduce(first) { beginning, name in
      String(zip(beginning, name).prefix { $0.lowercased() == $1.lowercased() }.map(\.0))
    }
    guard beginning != input.text else { return .none }
    (input, note) = (LineInput(beginning), "")
    return .redraw
  }
}
