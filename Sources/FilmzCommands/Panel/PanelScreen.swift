import FilmzDomain
import FilmzTerminal
import FilmzViewModels

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
  /// Called after each action.
  var didAct: @Sendable () async -> Void = {}

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
    guard await input.begin() else { return .terminated }
    let (events, continuation) = AsyncStream.makeStream(of: PanelEvent.self)
    var loop = PanelLoop(screen: self, events: continuation)
    let ending = await loop.run(events)
    await loop.close()
    await input.end()
    return ending
  }
}

extension Session {
  /// Shows a panel that begins with a query; `nil` if there are no keys to be read.
  func run(_ source: PanelSource, query: String = "") async -> PanelEnding? {
    guard let keys = host.keys else { return nil }
    progress?.stop()
    trace.setListener(nil)
    let screen = PanelScreen(
      source: source, input: keys, console: host.console, color: options.color, query: query, log: host.log,
      didAct: { [backgroundSync] in await backgroundSync.syncSoon() })
    return await screen.run()
  }
}
