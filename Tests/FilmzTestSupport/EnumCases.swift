import Foundation

/// The cases of an enum, by name, read from its source: so that a table of samples misses none.
package enum EnumCases {
  /// The names in the file, a path below `Sources`, up to the enum's first property.
  package static func names(inSource path: String) throws -> Set<String> {
    let root = Snapshot.folder.deletingLastPathComponent().deletingLastPathComponent()
    let source = try String(
      contentsOf: root.appending(path: "Sources").appending(path: path), encoding: .utf8)
    let head = source.split(separator: "\n").prefix { !$0.contains(" var ") }
    return Set(head.compactMap { $0.prefixMatch(of: #/ +case (\w+)/#).map { String($0.1) } })
  }

  /// The name of a value's case.
  package static func name(of value: Any) -> String {
    Mirror(reflecting: value).children.first?.label ?? String(describing: value)
  }
}
