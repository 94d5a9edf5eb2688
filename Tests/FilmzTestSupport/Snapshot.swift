package import Foundation

/// A text recorded in `Tests/Snapshots`, with which tests compare the current text.
///
/// If the environment contains `RECORD_SNAPSHOTS`, the text is recorded again, and the test fails once:
/// `RECORD_SNAPSHOTS=1 swift test --filter Snapshot`.
package struct Snapshot: Sendable {
  /// The file's path below `Tests/Snapshots`, with its extension.
  package let name: String

  package init(_ name: String) { self.name = name }

  /// The folder of all snapshots.
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Snapshots")

  /// Describes the difference from the recorded text; returns `nil` if there is none.
  ///
  /// Throws an error if a recording cannot be written.
  package func difference(
    from text: String,
    recording: Bool = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil
  ) throws -> String? {
    let recorded = try? String(contentsOf: url, encoding: .utf8)
    guard recorded != text else { return nil }
    if recording {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return "recorded \(name)"
    }
    guard let recorded else { return "\(name) was never recorded" }
    return "\(name) differs:\n" + Self.changedLines(recorded, text)
  }

  private var url: URL { Self.folder.appending(path: name) }

  /// Returns the removed lines, prefixed with `-`, and the added ones, prefixed with `+`.
  private static func changedLines(_ old: String, _ new: String) -> String {
    let newLines = new.split(separator: "\n", omittingEmptySubsequences: false)
    let oldLines = old.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = newLines.difference(from: oldLines).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    return changes.joined(separator: "\n")
  }
}
