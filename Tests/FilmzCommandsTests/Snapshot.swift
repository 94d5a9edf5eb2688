import FilmzTerminal
import Foundation
import Testing

@testable import FilmzCommands

/// What a command shows at several widths, kept in a text file below `Tests/Snapshots`.
///
/// `FILMZ_RECORD=1 swift test --filter SnapshotTests` writes the files anew, to be read before they are
/// kept.
enum Snapshot {
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
    let text = pages.joined(separator: "\n")
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Snapshots/\(name).txt")
    if ProcessInfo.processInfo.environment["FILMZ_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let kept = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    #expect(text == kept, sourceLocation: sourceLocation)
  }
}
