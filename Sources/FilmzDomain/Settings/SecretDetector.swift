/// Signs by which a text shows that it may hold a secret: a key, a token, or a password.
package enum SecretDetector {
  /// What stands before a secret in our settings, in lines of other shells and in OMDb's mail.
  private static let signs = [
    "apikey", "api_key", "api-key", "api_token", "tmdb.token", "omdb.key", "bearer ", "token=",
    "password=", "passwd=", "secret=", "?key=", "&key=", "signature=",
  ]

  /// Whether a text may hold a secret; such a line is not remembered, and not shown by `ps`.
  package static func containsSecret(_ text: String) -> Bool {
    let text = text.lowercased()
    return signs.contains { text.contains($0) } || namesUser(text)
  }

  /// Whether an address in a text names a user, as `https://user:password@host` does.
  private static func namesUser(_ text: String) -> Bool {
    text.split(separator: "://", omittingEmptySubsequences: false).dropFirst().contains {
      $0.prefix { !"/?#\"'".contains($0) && !$0.isWhitespace }.contains("@")
    }
  }
}
