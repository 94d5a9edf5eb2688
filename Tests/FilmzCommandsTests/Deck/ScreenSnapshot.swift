import FilmzTerminal
import FilmzTestSupport

/// A snapshot of the text that is rendered at several widths.
enum ScreenSnapshot {
  private static let widths = [40, 60, 80, 120, 200]

  /// Returns the lines that are too wide, and the differences from the snapshot.
  ///
  /// Lines with an address may be too wide, because addresses are not broken.
  static func problems(_ name: String, _ render: (RenderTarget) -> String) throws -> [String] {
    var problems: [String] = []
    let pages = widths.map { width in
      let text = render(RenderTarget(width: width))
      for line in text.split(separator: "\n") where !line.contains("https://") {
        if line.displayWidth > width { problems.append("wider than \(width): \(line)") }
      }
      return "== \(width)\n" + (text.hasSuffix("\n") ? text : text + "\n")
    }
    let difference = try Snapshot("Screens/\(name).txt").difference(
      from: pages.joined(separator: "\n"))
    return problems + (difference.map { [$0] } ?? [])
  }
}
