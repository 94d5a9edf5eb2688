import FilmzDomain
import FilmzTerminal

/// Shows a panel below the line of the cursor, which must be in the first column, until the user chooses rows or leaves.
///
/// Afterwards, nothing of the panel is on the screen, and the cursor is where it was.
struct PanelScreen: Sendable {
  /// The smallest terminal on which a panel is shown.
  static let minimumSize = (columns: 40, rows: 8)

  let source: PanelSource
  let input: KeyInput
  let console: Console
  let color: ColorChoice
  /// The query at the beginning.
  var query = ""
  /// Writes an error of an unknown type to the log.
  var log: @Sendable (String) -> String? = { _ in nil }

  /// Returns whether panels can be shown: standard error is a terminal that can erase text, and is large enough.
  static func isAvailable(on console: Console) -> Bool {
    guard console.canErase, let rows = console.rows(), let columns = console.renderTarget(.never).width else {
      return false
    }
    return rows >= minimumSize.rows && columns >= minimumSize.columns
  }

  /// Shows the panel until it ends.
  ///
  /// Call it in the task of the command, so that Ctrl-C ends it even if no key is read.
  func run() async -> PanelEnding {
    guard await input.beginPanel() else { return .terminated }
    await input.end()
    return .left
  }
}
