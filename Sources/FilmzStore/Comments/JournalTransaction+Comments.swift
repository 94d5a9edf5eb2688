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
    try upsert(comment.id.commentSubject, comment.fields)
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

extension FilmComment {
  /// The values of the journal's fields.
  var fields: [String: FieldValue] {
    [
      "film": .text(film.rawValue), "name": .text(name.replacingNULCharacters),
      "time": .text(time.replacingNULCharacters), "text": .text(text.replacingNULCharacters),
      "source": source.map { .text($0) } ?? .null, "shared": isShared ? .integer(1) : .null,
    ]
  }

  /// `true` if no required value is empty.
  var canBeStored: Bool { ![film.rawValue, name, time, text].contains("") && source != "" }
}

extension UUID {
  fileprivate var commentSubject: Change.Subject { .init(.comment, uuidString) }
}
