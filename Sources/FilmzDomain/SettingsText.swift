/// The text of the settings file: flat `key = "value"` lines with dotted keys, a subset of TOML.
///
/// A line that cannot be read costs only itself, and stays in the text when another one is changed.
package struct SettingsText: Sendable {
  /// A line that cannot be used, counted from 1, and why.
  package struct Problem: Sendable, Hashable {
    package let line: Int
    package let reason: String
  }

  package private(set) var values: [SettingKey: String] = [:]
  package private(set) var problems: [Problem] = []
  private var lines: [Line]

  private struct Line {
    let text: String
    let key: SettingKey?
  }

  package init(_ text: String) {
    var texts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if texts.last?.isEmpty == true { texts.removeLast() }
    lines = []
    for (index, text) in texts.enumerated() {
      let text = text.hasSuffix("\r") ? String(text.dropLast()) : text
      lines.append(Line(text: text, key: read(text, number: index + 1)))
    }
  }

  /// The whole text, with a line break at its end.
  package var text: String { lines.map { $0.text + "\n" }.joined() }

  /// Puts a value in the line of its key, or in a new one at the end, or takes its lines away.
  package mutating func set(_ key: SettingKey, to value: String?) {
    values[key] = value
    let last = lines.lastIndex { $0.key == key }
    let line = value.map { Line(text: "\(key.rawValue) = \(Self.quoted($0))", key: key) }
    var kept: [Line] = []
    for (index, old) in lines.enumerated() {
      if old.key != key {
        kept.append(old)
      } else if index == last, let line {
        kept.append(line)
      }
    }
    if last == nil, let line { kept.append(line) }
    lines = kept
  }

  private mutating func read(_ text: String, number: Int) -> SettingKey? {
    let line = text.trimmed
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard let equals = line.firstIndex(of: "="),
      let value = Self.unquoted(line[line.index(after: equals)...].trimmed)
    else {
      problems.append(Problem(line: number, reason: "is not of the form key = \"value\""))
      return nil
    }
    do throws(DomainError) {
      let key = try SettingKey(named: line[..<equals].trimmed)
      try key.check(value)
      values[key] = value
      return key
    } catch {
      problems.append(Problem(line: number, reason: "cannot be used: \(error.message)"))
      return SettingKey(rawValue: line[..<equals].trimmed)
    }
  }

  private static func quoted(_ value: String) -> String {
    "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// A quoted value, or a bare number or word, with a comment behind it or not.
  private static func unquoted(_ text: String) -> String? {
    guard text.hasPrefix("\"") else {
      let value = text.prefix { $0 != "#" }.trimmed
      return value.isEmpty || value.contains(where: { $0 == "\"" || $0 == " " }) ? nil : value
    }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"":
        let tail = rest.trimmed
        return tail.isEmpty || tail.hasPrefix("#") ? value : nil
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        value.append(escaped)
      default: value.append(character)
      }
    }
    return nil
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
