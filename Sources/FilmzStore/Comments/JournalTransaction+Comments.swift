package import FilmzDomain
package import Foundation

// Comments on films.
extension JournalTransaction {
  /// Returns the comments on a film, newest first.
  package func comments(of film: FilmID) throws -> [FilmComment] {
    try CollectionStore.fetchComments(of: film, limit: nil, db)
  }

  /// Adds a comment.
  package func insert(_ comment: FilmComment) throws {
    try upsert(
      comment.id.commentSubject,
      [
        "film": .text(comment.film.rawValue),
        "name": .text(comment.name.replacingNULCharacters),
        "time": .text(comment.time.replacingNULCharacters),
        "text": .text(comment.text.replacingNULCharacters),
        "source": comment.source.map { .text($0) } ?? .null,
      ])
  }

  /// Returns the text of a comment; `nil` if the comment does not exist.
  package func text(ofComment id: UUID) throws -> String? {
    try fields(of: id.commentSubject)?["text"]?.text
  }

  /// Changes the text of a comment, which must exist; the same text is not recorded.
  package func setText(_ text: String, ofComment id: UUID) throws {
    try upsert(id.commentSubject, ["text": .text(text.replacingNULCharacters)])
  }

  /// Removes a comment; does nothing if it does not exist.
  package func deleteComment(_ id: UUID) throws { try delete(id.commentSubject) }
}

extension UUID {
  fileprivate var commentSubject: Change.Subject { .init(.comment, uuidString) }
}
