import FilmzDomain

/// Decides which lines are stored in the history.
package enum HistoryFilter {
  /// The length from which on a secret is recognized inside a line.
  private static let minimumSecretLength = 4

  /// Words that users type as a command when they mean `config set omdb.apiKey`.
  private static let keyCommands = ["key", "apikey", "token"]

  /// Returns whether a line is stored.
  ///
  /// Lines that begin with a space are not, nor lines that contain one of the secrets or may contain a
  /// key: a mistyped `config set` counts too, so the line is not parsed as a command.
  package static func stores(_ line: String, secrets: [String] = []) -> Bool {
    guard let first = line.first, !first.isWhitespace else { return false }
    return !secrets.contains { $0.count >= minimumSecretLength && line.contains($0) }
      && !line.split(separator: ";").contains { mayContainKey(words(of: $0)) }
  }

  private static func mayContainKey(_ words: [String]) -> Bool {
    guard let verb = words.first else { return false }
    if keyCommands.contains(verb) { return words.count > 1 }
    guard words.count > 2, isConfig(verb, subcommand: words[1]) else { return mentionsKey(words) }
    if ["get", "unset"].contains(words[1]), words.count == 3 { return false }
    return "set".hasPrefix(words[1]) ? setsKey(Array(words[2...])) : true
  }

  /// Returns whether a verb is `config`, abbreviated or, before `set`, misspelled.
  private static func isConfig(_ verb: String, subcommand: String) -> Bool {
    (verb.count > 1 && "config".hasPrefix(verb))
      || (subcommand == "set" && SpellingDistance.nearest(to: verb, among: ["config"]) != nil)
  }

  /// Returns whether the arguments of `config set` may contain a key.
  ///
  /// The name of a setting that does not exist may be a key in the wrong place.
  private static func setsKey(_ arguments: [String]) -> Bool {
    if case .alias? = try? SettingName(named: arguments[0]) { return mentionsKey(arguments) }
    guard let key = SettingKey.allCases.first(where: { $0.rawValue.lowercased() == arguments[0] })
    else { return true }
    let value = Array(arguments[1...])
    return !value.isEmpty && (key.isSecret || mentionsKey(value))
  }

  private static func mentionsKey(_ words: [String]) -> Bool {
    SecretDetector.containsSecret(words.joined(separator: " "))
  }

  /// Splits a command into words in lower case, without quotes.
  private static func words(of command: Substring) -> [String] {
    command.lowercased().split(whereSeparator: \.isWhitespace).map { word in
      word.filter { $0 != "\"" && $0 != "'" }
    }
  }
}
