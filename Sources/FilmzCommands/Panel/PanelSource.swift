import FilmzTerminal

/// The source of the rows of a panel, with the preview and the actions of rows.
struct PanelSource: Sendable {
  /// The text before the query, such as `search> `.
  var prompt: String
  /// Finds the rows of a query, at least `count` if there are as many.
  ///
  /// The task is cancelled when the query is outdated. The status line shows an error.
  var rows: @Sendable (_ query: String, _ count: Int) async throws -> PanelRows
  /// Finds rows that take longer, such as those of services; called 500 ms after the last key that changed the query.
  ///
  /// The result is `nil` if no source can be asked.
  var laterRows: (@Sendable (_ query: String) async throws -> PanelRows?)?
  /// The name of the source of `laterRows` in the status line, such as `OMDb` in `OMDb: 10 · Alt-O`.
  var laterName = ""
  /// Returns the preview of a row: at most `height` lines, sanitized, and not wider than the target.
  var preview: (@Sendable (_ id: String, _ target: RenderTarget, _ height: Int) async -> [String])?
  /// The actions by key, which is `.alt` with a lowercase letter or a digit; Ctrl-O and the letter do the same.
  ///
  /// Alt-B, Alt-D, Alt-F, Alt-O and Alt-? have a meaning already.
  var actions: [KeyPress: PanelAction] = [:]
  /// The lines that Alt-? shows.
  var help: [String] = []
}

/// An action that a key of a panel performs on rows.
struct PanelAction: Sendable {
  /// `true` if the action does nothing without a row.
  var needsRow = true
  /// Performs the action on the marked rows or, without any, on the row that was selected when the key was pressed.
  ///
  /// Afterwards, the rows are requested again. The task is not cancelled.
  var perform: @Sendable (_ ids: [String]) async throws -> PanelActionResult
}

/// The result of an action of a panel.
enum PanelActionResult: Sendable {
  /// The action was performed; the text is for the status line, and may be empty.
  case done(String)
  /// A question is to be asked, and the function called with its answer; without an answer, nothing is done.
  case ask(PanelQuestion, @Sendable (_ answer: String) async throws -> PanelActionResult)
}

/// The way in which a panel ended.
enum PanelEnding: Sendable, Equatable {
  /// Enter: the marked rows in the order in which they were marked, or else the selected row.
  case chosen([String], query: String)
  /// Esc, Ctrl-G, Ctrl-D on an empty query, or the end of the input.
  case left
  /// Ctrl-C, or the cancellation of the task.
  case interrupted
  /// A signal ends the program, or single keys could not be read.
  case terminated
}
