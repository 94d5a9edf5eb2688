import FilmzDomain

/// Which lines are remembered.
package enum HistoryRule {
  /// Lines that begin with a blank are not, nor those that may hold a key, or one of the secrets.
  package static func keeps(_ line: String, secrets: [String] = []) -> Bool {
    guard let first = line.first, !first.isWhitespace else { return false }
    return !secrets.contains { $0.count >= leastSecret && line.contains($0) }
      && !line.split(separator: ";").contains { mayHoldKey(words(of: $0)) }
  }

  /// Characters of a secret that means itself wherever it stands.
  private static let leastSecret = 4

  /// What people type for `config set omdb.apiKey`.
  private static let slips = ["key", "apikey", "token"]

  private static func mayHoldKey(_ words: [String]) -> Bool {
    guard let verb = words.first else { return false }
    if slips.contains(verb) { return words.count > 1 }
    guard words.count > 2, isConfig(verb, words[1]) else { return speaksOfKey(words) }
    if ["get", "unset"].contains(words[1]), words.count == 3 { return false }
    return "set".hasPrefix(words[1]) ? setsKey(Array(words[2...])) : true
  }

  /// Whether a verb means `config`, perhaps with a slip before `set`.
  private static func isConfig(_ verb: String, _ member: String) -> Bool {
    (verb.count > 1 && "config".hasPrefix(verb))
      || (member == "set" && SpellingDistance.nearest(to: verb, among: ["config"]) != nil)
  }

  /// Whether a setting and its value may be a key, or a wrong way to write one.
  private static func setsKey(_ words: [String]) -> Bool {
    if case .alias? = try? SettingName(named: words[0]) { return speaksOfKey(words) }
    guard let key = SettingKey.allCases.first(where: { $0.rawValue.lowercased() == words[0] })
    else {
      return true
    }
    let value = Array(words[1...])
    return !value.isEmpty && (key.isSecret || speaksOfKey(value))
  }

  private static func speaksOfKey(_ words: [String]) -> Bool {
    SecretDetector.containsSecret(words.joined(separator: " "))
  }

  /// The words in small letters, without quotes.
  private static func words(of command: Substring) -> [String] {
    command.lowercased().split(whereSeparator: \.isWhitespace).map { word in
      word.filter { $0 != "\"" && $0 != "'" }
    }
  }
}
