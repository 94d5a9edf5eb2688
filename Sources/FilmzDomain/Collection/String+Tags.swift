extension String {
  /// The key by which tags are compared: the folded text, or the text itself if that is empty, as of an emoji.
  package var tagKey: String {
    let key = TextFolding.key(self)
    return key.isEmpty ? self : key
  }

  /// Returns whether two tags are the same, which may differ in case, accents, and punctuation.
  package func isSameTag(as other: String) -> Bool { tagKey == other.tagKey }
}
