/// A word of a command line.
package struct Word: Sendable, Hashable {
  /// The text, without the quotation marks and escape characters of a quoted word.
  package let text: String
  /// `true` if the whole word was in quotes; such a word is not an option, a filter, or an operator.
  package let isQuoted: Bool

  package init(_ text: String, isQuoted: Bool = false) {
    self.text = text
    self.isQuoted = isQuoted
  }
}
