/// The name of a setting in the settings file: a predefined key, or an alias that the user defined.
package enum SettingName: Sendable, Hashable {
  private static let aliasPrefix = "alias."

  case key(SettingKey)
  case alias(String)

  /// Creates the setting with a name, such as `page.size` or `alias.w`.
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

  /// The name in the settings file.
  package var rawValue: String {
    switch self {
    case .key(let key): key.rawValue
    case .alias(let name): Self.aliasPrefix + name
    }
  }

  /// The environment variable that overrides the settings file; `nil` if there is none.
  package var variable: String? {
    if case .key(let key) = self { key.variable } else { nil }
  }

  /// `true` if the value is always masked when it is shown.
  package var isSecret: Bool {
    if case .key(let key) = self { key.isSecret } else { false }
  }

  /// Checks the setting and its value before they are used or stored.
  ///
  /// An alias must not have a reserved name; the reserved names are those of commands.
  ///
  /// - Throws: ``DomainError/invalidSetting(key:value:expected:)``, ``DomainError/aliasHidesCommand(_:)``,
  ///   ``DomainError/keyInAlias``.
  package func check(_ value: String, reservedNames: Set<String>) throws(DomainError) {
    switch self {
    case .key(let key): try key.check(value)
    case .alias(let name):
      guard !reservedNames.contains(name) else { throw .aliasHidesCommand(name) }
      guard !SecretDetector.containsSecret(value) else { throw .keyInAlias }
      guard Self.isCommand(value) else {
        throw .invalidSetting(
          key: rawValue, value: "that", expected: "a filmz command, such as ls --unwatched")
      }
    }
  }

  /// Returns whether a name consists of a letter a–z followed by letters, digits, and hyphens.
  private static func isAlias(_ name: String) -> Bool {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = name.utf8.first, letters.contains(first) else { return false }
    return name.utf8.allSatisfy {
      letters.contains($0) || digits.contains($0) || $0 == UInt8(ascii: "-")
    }
  }

  /// Returns whether a value can be the command line of an alias.
  ///
  /// It must contain a character other than whitespace and semicolons, and no line breaks or control
  /// characters.
  ///
  /// A line that begins with `!`, which runs another program, cannot be an alias; the user must type it.
  private static func isCommand(_ value: String) -> Bool {
    let firstCharacter = value.first { !$0.isWhitespace && $0 != ";" }
    return firstCharacter != nil && firstCharacter != "!" && !value.contains(where: \.isNewline)
      && value.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }
}
