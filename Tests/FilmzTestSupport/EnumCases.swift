import Foundation

/// Reads the case names of an enum from its source, to check that a test covers all cases.
package enum EnumCases {
  /// Returns the case names in a file below `Sources`, up to the enum's first property.
  package static func names(inSource path: String) throws -> Set<String> {
    let root = Snapshot.folder.deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: root.appending(path: "Sources").appending(path: path), encoding: .utf8)
    let head = source.split(separator: "\n").prefix { !$0.contains(" var ") }
    return Set(head.compactMap { $0.prefixMatch(of: #/ +case (\w+)/#).map { String($0.1) } })
  }

  /// Returns the name of a value's case.
  package static func name(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  }
}
