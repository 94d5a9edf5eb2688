/// A word that the user typed.
package struct Word: Sendable, Hashable {
  /// The text without quotation marks and escape characters.
  package let text: String
  /// `true` if the whole word was in quotes.
  package let isQuoted: Bool

  package init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}
