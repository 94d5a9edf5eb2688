package import FilmzDomain

/// A comment with its film.
package struct ListedComment: Sendable {
  package var comment: FilmComment
  package let film: FilmItem
  /// The comment's number in the last list of comments; `nil` if it is not in that list.
  package var number: Int?

  package init(comment: FilmComment, film: FilmItem, number: Int? = nil) {
    self.comment = comment
    self.film = film
    self.number = number
  }
}

/// How the user names a comment: by its number in the last list of comments, or by the beginning of its id.
package enum CommentReference: Sendable, Hashable {
  case number(Int)
  /// At least eight characters of the id.
  case id(String)

  private static let minimumIDLength = 8

  /// Creates the reference that a word stands for; `nil` if it is neither a number nor the beginning of an id.
  package init?(_ word: String) {
    if word.count < Self.minimumIDLength {
      guard let number = Int(word), number > 0, word.allSatisfy(\.isNumber) else { return nil }
      self = .number(number)
    } else {
      guard word.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "-") }) else { return nil }
      self = .id(word)
    }
  }
}
