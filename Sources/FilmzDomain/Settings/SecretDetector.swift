/// Detects strings that may contain a key, token, or password.
package enum SecretDetector {
  /// The strings that precede a secret in filmz settings, in lines of other shells, and in OMDb's mail.
  private static let markers = [
    "apikey", "api_key", "api-key", "api_token", "tmdb.token", "omdb.key", "bearer ", "token=",
    "password=", "passwd=", "secret=", "?key=", "&key=", "signature=",
  ]

  /// Returns whether a string may contain a secret.
  ///
  /// Lines with a secret are not saved in the history and are hidden from `ps`.
  package static func containsSecret(_ text: String) -> Bool {
    let text = text.lowercased()
    return markers.contains { text.contains($0) } || containsUserInURL(text)
  }

  /// Returns whether a URL in the string has a user, such as `https://user:password@host`.
  private static func containsUserInURL(_ text: String) -> Bool {
    text.split(separator: "://", omittingEmptySubsequences: false).dropFirst().contains {
      $0.prefix { !"/?#\"'".contains($0) && !$0.isWhitespace }.contains("@")
    }
  }
}
