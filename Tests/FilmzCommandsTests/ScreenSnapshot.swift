import FilmzTerminal
import FilmzTestSupport
import Testing

/// What a command shows at several widths, kept in a text file.
enum ScreenSnapshot {
  static let widths = [40, 60, 80, 120, 200]

  /// Compares what is drawn at each width with the file; every line has to fit, but for an address
  /// that is kept whole.
  static func compare(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation, _ draw: (Canvas) -> String
  ) throws {
    let pages = widths.map { width in
      let text = draw(Canvas(width: width))
      for line in text.split(separator: "\n") where !line.contains("https://") {
        #expect(line.displayWidth <= width, "\(line)", sourceLocation: sourceLocation)
      }
      return "== \(width)\n" + (text.hasSuffix("\n") ? text : text + "\n")
    }
    let difference = try Snapshot("Screens/\(name).txt").difference(
      from: pages.joined(separator: "\n"))
    #expect(difference == nil, sourceLocation: sourceLocation)
  }
}
