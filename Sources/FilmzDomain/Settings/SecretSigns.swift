/// Signs by which a text shows that it may hold a key.
package enum SecretSigns {
  /// What stands beside a key in our settings, in lines of other shells and in OMDb's mail.
  private static let signs = [
    "apikey", "api_key", "api-key", "api_token", "tmdb.token", "omdb.key", "bearer ",
  ]

  /// Whether a text may hold a key.
  package static func stand(in text: String) -> Bool {
    let text = text.lowercased()
    return signs.contains { text.contains($0) }
  }
}
