package import Foundation

/// A text that was recorded in `Tests/Snapshots`, to be compared with what there is now.
///
/// With `RECORD_SNAPSHOTS` in the environment it is recorded anew, and the test fails for once:
/// `RECORD_SNAPSHOTS=1 swift test --filter Snapshot`.
package struct Snapshot: Sendable {
  /// The file, below `Tests/Snapshots`, with its ending.
  package let name: String

  package init(_ name: String) { self.name = name }

  /// The folder of all of them.
  package static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Snapshots")

  /// What differs from the text that was recorded, in words; nothing where nothing does.
  ///
  /// Throws where a recording cannot be written.
  package func difference(
    from text: String,
    recording: Bool = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil
  ) throws -> String? {
    let recorded = try? String(contentsOf: place, encoding: .utf8)
    guard recorded != text else { return nil }
    if recording {
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: place)
      return "recorded \(name)"
    }
    guard let recorded else { return "\(name) was never recorded" }
    return "\(name) differs:\n" + Self.lines(recorded, text)
  }

  private var place: URL { Self.folder.appending(path: name) }

  /// The lines that are gone, with `-`, and those that are new, with `+`.
  private static func lines(_ old: String, _ new: String) -> String {
    let new = new.split(separator: "\n", omittingEmptySubsequences: false)
    let old = old.split(separator: "\n", omittingEmptySubsequences: false)
    let changes = new.difference(from: old).map { change in
      switch change {
      case .remove(_, let line, _): "- \(line)"
      case .insert(_, let line, _): "+ \(line)"
      }
    }
    return changes.joined(separator: "\n")
  }
}
