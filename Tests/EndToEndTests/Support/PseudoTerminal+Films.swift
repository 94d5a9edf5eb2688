import FilmzTestSupport

/// A panel of films as it is on the screen.
struct ShownPanel: Sendable {
  /// The query or the question with its prompt, such as `search> heat`.
  let query: String
  let status: String
  /// The rows of the films, with `>` before the selected one, and `*` before marked ones.
  let films: [String]

  var selected: String { films.first { $0.hasPrefix(">") } ?? "" }
}

extension PseudoTerminal {
  /// The panel on the screen; `nil` if there is none.
  var filmPanel: ShownPanel? {
    let rows = screen.visibleRows
    let prompt = /^((search|find|ls|film|which film)>|List:)( .*)?$/
    guard let start = rows.lastIndex(where: { $0.wholeMatch(of: prompt) != nil }), start + 1 < rows.count else {
      return nil
    }
    return ShownPanel(query: rows[start], status: rows[start + 1], films: Array(rows[(start + 2)...]))
  }

  /// Sends keys, waits until the panel meets a condition, and returns the panel.
  @discardableResult
  func press(_ keys: String, until condition: (ShownPanel) -> Bool) async throws -> ShownPanel {
    try await send(keys)
    try await wait(for: "panel after \(keys.debugDescription)") { filmPanel.map(condition) ?? false }
    guard let panel = filmPanel else { throw TestSupportError.notSeen(expected: "panel", seen: screen.visibleText) }
    return panel
  }

  /// Leaves the panel with Esc, and waits for the prompt.
  @discardableResult func leavePanel() async throws -> String {
    try await send("\u{1B}")
    return try await expectPrompt()
  }
}

extension ShownPanel {
  /// Returns whether the first film has a title, for a query.
  func shows(_ title: String, for query: String) -> Bool {
    self.query.hasSuffix("> " + query) && films.first?.contains(title) == true
  }
}
