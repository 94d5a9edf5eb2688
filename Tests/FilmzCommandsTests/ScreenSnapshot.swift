import FilmzTerminal
import FilmzTestSupport

/// What a command shows at several widths, kept in a text file.
enum ScreenSnapshot {
  private static let widths = [40, 60, 80, 120, 200]

  /// What is wrong with what is drawn: lines that are too wide, but for an address that is kept whole,
  /// and what differs from the file.
  static func problems(_ name: String, _ draw: (RenderTarget) -> String) throws -> [String] {
    var problems: [String] = []
    let pages = widths.map { width in
      let text = draw(RenderTarget(width: width))
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
