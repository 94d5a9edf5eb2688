/// The text of the settings file: flat `key = "value"` lines with dotted keys, a subset of TOML.
///
/// Invalid lines have no effect, and are preserved when other lines are changed.
package struct SettingsText: Sendable {
  /// The number of an invalid line, from 1, and the reason why the line is invalid.
  package struct Problem: Sendable, Hashable {
    package let line: Int
    package let reason: String
    package var remedy: Remedy?
  }

  package private(set) var values: [SettingKey: String] = [:]
  /// The settings whose last line has an invalid value.
  package private(set) var invalidKeys: Set<SettingKey> = []
  /// The commands that the user's aliases stand for, by alias.
  package private(set) var aliases: [String: String] = [:]
  package private(set) var problems: [Problem] = []
  private var lines: [Line]
  /// The byte order mark at the beginning of the file; empty if there is none.
  private let byteOrderMark: String
  private let lineBreak: String
  /// The names that no alias may have.
  private let reservedNames: Set<String>

  private struct Line {
    let text: String
    /// The name of the setting, even if its value is invalid; `nil` if the line does not name a setting.
    let key: SettingName?
  }

  package init(_ text: String, reservedNames: Set<String> = []) {
    self.reservedNames = reservedNames
    let body = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    byteOrderMark = text.hasPrefix("\u{FEFF}") ? "\u{FEFF}" : ""
    lineBreak = text.contains("\r\n") ? "\r\n" : "\n"
    var texts = body.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    if texts.last?.isEmpty == true { texts.removeLast() }
    lines = []
    for (index, text) in texts.enumerated() { lines.append(Line(text: text, key: read(text, number: index + 1))) }
  }

  /// The whole text, with a line break at the end.
  package var text: String { byteOrderMark + lines.map { $0.text + lineBreak }.joined() }

  /// Writes a value to the last line with the key, or appends a line if there is none.
  ///
  /// The last line with a key is the effective one. If the value is `nil`, all lines with the key are
  /// removed.
  package mutating func set(_ key: SettingName, to value: String?) {
    store(value, for: key)
    guard let value else { return lines.removeAll { $0.key == key } }
    let text = "\(key.rawValue) = \(Self.quoted(value))"
    if let last = lines.lastIndex(where: { $0.key == key }) {
      lines[last] = Line(text: text + Self.comment(in: lines[last].text), key: key)
    } else {
      lines.append(Line(text: text, key: key))
    }
  }

  /// Returns the comment at the end of a valid line, preceded by a space; empty if there is none.
  private static func comment(in line: String) -> String {
    guard let equals = line.firstIndex(of: "=") else { return "" }
    let value = line[line.index(after: equals)...].trimmed
    let remainder = value.hasPrefix("\"") ? quotedPart(of: value)?.remainder : value[...]
    return remainder?.firstIndex(of: "#").map { " " + value[$0...] } ?? ""
  }

  private mutating func store(_ value: String?, for key: SettingName) {
    switch key {
    case .key(let key):
      values[key] = value
      invalidKeys.remove(key)
    case .alias(let name): aliases[name] = value
    }
  }

  /// Reads a line, and stores its value or its problem.
  ///
  /// - Returns: The name of the setting; `nil` if the line does not name one.
  private mutating func read(_ text: String, number: Int) -> SettingName? {
    let line = text.trimmed
    guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
    guard let equals = line.firstIndex(of: "="), let value = Self.unquoted(line[line.index(after: equals)...].trimmed)
    else {
      problems.append(Problem(line: number, reason: "is not of the form key = \"value\""))
      return nil
    }
    do throws(DomainError) {
      let key = try SettingName(named: line[..<equals].trimmed)
      try key.check(value, reservedNames: reservedNames)
      store(value, for: key)
      return key
    } catch {
      problems.append(Problem(line: number, reason: "cannot be used: \(error.message)", remedy: error.remedy))
      let name = try? SettingName(named: line[..<equals].trimmed)
      if case .key(let key) = name { invalidKeys.insert(key) }
      return name
    }
  }

  package static func quoted(_ value: String) -> String {
    "\"" + value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  /// Returns the quoted string, number, or word that is the value of a line.
  ///
  /// The text is the part of the line after `=`. Quotes and a comment at the end are removed. Returns `nil`
  /// if the value is none of these.
  package static func unquoted(_ text: String) -> String? {
    guard text.hasPrefix("\"") else {
      let value = text.prefix { $0 != "#" }.trimmed
      return value.isEmpty || value.contains(where: { $0 == "\"" || $0 == " " }) ? nil : value
    }
    guard let (value, remainder) = quotedPart(of: text) else { return nil }
    let tail = remainder.trimmed
    return tail.isEmpty || tail.hasPrefix("#") ? value : nil
  }

  /// Returns the unescaped quoted string at the beginning of a string, and the part after it.
  ///
  /// Returns `nil` if there is no closing quote.
  private static func quotedPart(of text: String) -> (value: String, remainder: Substring)? {
    var value = ""
    var remainder = text.dropFirst()
    while let character = remainder.popFirst() {
      switch character {
      case "\"": return (value, remainder)
      case "\\":
        guard let escaped = remainder.popFirst() else { return nil }
        value.append(escaped)
      default: value.append(character)
      }
    }
    return nil
  }
}
