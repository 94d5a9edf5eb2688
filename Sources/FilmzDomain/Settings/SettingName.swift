/// A setting that the file may hold: one that is known, or the command behind a name of the user's.
package enum SettingName: Sendable, Hashable {
  private static let aliasPrefix = "alias."

  case key(SettingKey)
  case alias(String)

  /// The setting of a name, such as `page.size` or `alias.w`.
  ///
  /// - Throws: ``DomainError/unknownSetting(_:near:)``, ``DomainError/invalidAlias``.
  package init(named name: String) throws(DomainError) {
    guard name.hasPrefix(Self.aliasPrefix) else {
      self = .key(try SettingKey(named: name))
      return
    }
    let alias = String(name.dropFirst(Self.aliasPrefix.count))
    guard Self.isAlias(alias) else { throw .invalidAlias }
    self = .alias(alias)
  }

  /// The name in the file.
  package var rawValue: String {
    switch self {
    case .key(let key): key.rawValue
    case .alias(let name): Self.aliasPrefix + name
    }
  }

  /// The environment variable that goes over the file.
  package var variable: String? {
    if case .key(let key) = self { key.variable } else { nil }
  }

  /// Whether the value is shown masked everywhere.
  package var isSecret: Bool {
    if case .key(let key) = self { key.isSecret } else { false }
  }

  /// Checks a value before it is used or stored; the verbs are names that no alias may have.
  ///
  /// - Throws: ``DomainError/invalidSetting(key:value:expected:)``, ``DomainError/aliasHidesVerb(_:)``,
  ///   ``DomainError/keyInAlias``.
  package func check(_ value: String, verbs: Set<String>) throws(DomainError) {
    switch self {
    case .key(let key): try key.check(value)
    case .alias(let name):
      guard !verbs.contains(name) else { throw .aliasHidesVerb(name) }
      guard !SecretDetector.containsSecret(value) else { throw .keyInAlias }
      guard Self.isCommand(value) else {
        throw .invalidSetting(
          key: rawValue, value: "that", expected: "a command of filmz, such as ls --unwatched")
      }
    }
  }

  /// A letter of a-z, and then letters, digits and dashes.
  private static func isAlias(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = name.utf8.first, letters.contains(first) else { return false }
    return name.utf8.allSatisfy {
      letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
    }
  }

  /// A program behind `!` is none: it stands at the beginning of a line that was typed.
  private static func isCommand(_ value: String) -> Bool {
    let first = value.first { !$0.isWhitespace && $0 != ";" }
    return first != nil && first != "!" && !value.contains(where: \.isNewline)
      && value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
