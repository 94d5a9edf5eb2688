/// The text of the settings file: flat `key = "value"` lines with dotted keys, a subset of TOML.
///
/// A line that cannot be read costs only itself, and stays in the text when another one is changed.
package struct SettingsText: Sendable {
  /// A line that cannot be used, counted from 1, and why.
  package struct Problem: Sendable, Hashable {
    package let line: Int
    package let reason: String
    package var remedy: Remedy?
  }

  package private(set) var values: [SettingKey: String] = [:]
  /// The commands that names of the user's stand for.
  package private(set) var aliases: [String: String] = [:]
  package private(set) var problems: [Problem] = []
  private var lines: [Line]
  /// A byte order mark, where there was one.
  private let start: String
  private let lineBreak: String
  /// Names that no alias may have.
  private let verbs: Set<String>

  private struct Line {
    let text: String
    let key: SettingName?
  }

  package init(_ text: String, verbs: Set<String> = []) {
    self.verbs = verbs
    let body = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    start = text.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
    lineBreak = text.contains("\r\n") ? "\r\n" : "\n"
    var texts = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    if texts.last?.isEmpty == true { texts.removeLast() }
    lines = []
    for (index, text) in texts.enumerated() {
      lines.append(Line(text: text, key: read(text, number: index + 1)))
    }
  }

  /// The whole text, with a line break at its end.
  package var text: String { start + lines.map { $0.text + lineBreak }.joined() }

  /// Puts a value in the last line of its key, which is the one that counts, or in a new one at the
  /// end; without a value, takes all lines of the key away.
  package mutating func set(_ key: SettingName, to value: String?) {
    keep(value, as: key)
    guard let value else { return lines.removeAll { $0.key == key } }
    let text = "\(key.rawValue) = \(Self.quoted(value))"
    if let last = lines.lastIndex(where: { $0.key == key }) {
      lines[last] = Line(text: text + Self.comment(behind: lines[last].text), key: key)
    } else {
      lines.append(Line(text: text, key: key))
    }
  }

  /// The comment at the end of a line that can be read, with a blank before it.
  private static func comment(behind line: String) -> String {
    guard let equals = line.firstIndex(of: "=") else { return "" }
    let value = line[line.index(after: equals)...].trimmed
    let rest = value.hasPrefix("\"") ? quotedPart(of: value)?.rest : value[...]
    return rest?.firstIndex(of: "#").map { " " + value[$0...] } ?? ""
  }

  private mutating func keep(_ value: String?, as key: SettingName) {
    switch key {
    case .key(let key): values[key] = value
    case .alias(let name): aliases[name] = value
    }
  }

  private mutating func read(_ text: String, number: Int) -> SettingName? {
    let line = text.trimmed
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard let equals = line.firstIndex(of: "="),
      let value = Self.unquoted(line[line.index(after: equals)...].trimmed)
    else {
      problems.append(Problem(line: number, reason: "is not of the form key = \"value\""))
      return nil
    }
    do throws(DomainError) {
      let key = try SettingName(named: line[..<equals].trimmed)
      try key.check(value, verbs: verbs)
      keep(value, as: key)
      return key
    } catch {
      problems.append(
        Problem(line: number, reason: "cannot be used: \(error.message)", remedy: error.remedy))
      return try? SettingName(named: line[..<equals].trimmed)
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
    guard let (value, rest) = quotedPart(of: text) else { return nil }
    let tail = rest.trimmed
    return tail.isEmpty || tail.hasPrefix("#") ? value : nil
  }

  /// What stands between the quotes at a text's beginning, without escapes, and what follows them.
  private static func quotedPart(of text: String) -> (value: String, rest: Substring)? {
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      switch character {
      case "\"": return (value, rest)
      case "\\":
        guard let escaped = rest.popFirst() else { return nil }
        value.append(escaped)
      default: value.append(character)
      }
    }
    return nil
  }
}
