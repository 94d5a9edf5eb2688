import Foundation

/// Reads the case names of an enum from its source, to check that a test covers all cases.
package enum EnumCases {
  /// Returns the case names of an enum in the sources of a target, up to the enum's first property; none if the
  /// target has no such enum.
  package static func names(of name: String, in target: String) throws -> Set<String> {
    let folder = Snapshot.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources").appending(path: target)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") }
    let names = try files.flatMap { file in
      let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      let lines = source.split(separator: "\n").drop { !$0.contains(" enum \(name):") }
        .prefix { !$0.contains(" var ") }
      return lines.compactMap { $0.prefixMatch(of: #/ +case (\w+)/#).map { String($0.1) } }
    }
    return Set(names)
  }

  /// Returns the name of a value's case.
  package static func name(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  }
}
