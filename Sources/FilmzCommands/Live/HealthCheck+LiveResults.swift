import FilmzTerminal
package import FilmzViewModels

extension HealthCheck {
  /// Returns whether a shell can show live results on a console or, if not, the reason.
  package static func liveResults(on console: Console) -> HealthCheck {
    let (name, size) = ("live results", PanelScreen.minimumSize)
    guard console.isStandardErrorTerminal, console.renderTarget(.never).isTerminal else {
      return .ok(name, "none without a terminal")
    }
    guard console.canErase else { return .ok(name, "none, because TERM says that the terminal cannot erase text") }
    guard PanelScreen.isAvailable(on: console) else {
      return .ok(name, "none, because they need \(size.columns) columns and \(size.rows) rows")
    }
    return .ok(name, "in a shell: `search` alone, `find` alone, Ctrl-T; see `help live`")
  }
}
