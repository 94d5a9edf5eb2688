/// Detects strings that may contain a key, token, or password.
package enum SecretDetector {
  /// The lowercase strings that precede a secret in settings, in command lines for other shells, and in the
  /// address that OMDb sends by e-mail.
  private static let markers = [
    "apikey", "api_key", "api-key", "api_token", "tmdb.token", "omdb.key", "bearer ", "token=",
    "password=", "passwd=", "secret=", "?key=", "&key=", "signature=",
  ]

  /// Returns whether a string may contain a secret.
  ///
  /// Lines that may contain a secret are not saved in the history, and arguments that may contain one are
  /// hidden from `ps`.
  package static func containsSecret(_ text: String) -> Bool {
    let text = text.lowercased()
    return markers.contains { text.contains($0) } || containsUserInURL(text)
      || containsWebToken(text) || containsSyncKey(text)
  }

  /// Returns whether the string, in lowercase, may contain a key of sync, or most of one: groups of five, or
  /// of four, letters and digits, possibly without the hyphens between them.
  private static func containsSyncKey(_ text: String) -> Bool {
    var (groups, size, hasDigit) = (0, 0, false)
    for word in text.split(whereSeparator: { $0 == "-" || $0.isWhitespace || "\"'=".contains($0) }) {
      let isKey = word.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
      if isKey, word.utf8.count >= 40 { return true }
      if word.utf8.count != size { (groups, size, hasDigit) = (0, word.utf8.count, false) }
      let isGroup = isKey && (4...5).contains(size)
      groups = isGroup ? groups + 1 : 0
      hasDigit = isGroup && (hasDigit || word.utf8.contains { $0 <= 57 })
      // Eight words of a title can have four letters each.
      if groups >= 8, hasDigit { return true }
    }
    return false
  }

  /// Returns whether a word of the string, in lowercase, may be a JSON Web Token, such as TMDB's tokens.
  ///
  /// Source: RFC 7519; the base64url encoding of `{"` is `eyJ`.
  private static func containsWebToken(_ text: String) -> Bool {
    text.split { $0.isWhitespace || "\"'=".contains($0) }.contains { $0.hasPrefix("eyj") && $0.utf8.count >= 32 }
  }

  /// Returns whether a URL in the string has a user name, such as `https://user:password@host`.
  ///
  /// A password of a database may contain `/` or `#`, although it should not.
  private static func containsUserInURL(_ text: String) -> Bool {
    let database = text.split(separator: "postgres", omittingEmptySubsequences: false).dropFirst()
    if database.contains(where: { $0.firstMatch(of: /^(ql)?:\/\/[^\s]*@/) != nil }) { return true }
    return text.split(separator: "://", omittingEmptySubsequences: false).dropFirst().contains {
      $0.prefix { !"/?#\"'".contains($0) && !$0.isWhitespace }.contains("@")
    }
  }
}
