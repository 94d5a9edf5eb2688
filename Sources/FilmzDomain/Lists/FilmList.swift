package import Foundation

/// A list of films of the collection, in an order that the user chose.
package struct FilmList: Sendable, Hashable, Identifiable {
  package let id: UUID
  /// The name by which commands address the list, see ``ListNames``.
  package let name: String
  package let description: String?
  package let createdAt: Date
  /// The time of the last change of the list or of its films.
  package let changedAt: Date
  package let filmCount: Int
  /// The number of films that the user has seen.
  package let seenCount: Int
  /// `true` if the list is published by this home, or by the one that it is a copy of.
  package let isPublished: Bool

  package init(
    id: UUID, name: String, description: String?, createdAt: Date, changedAt: Date, filmCount: Int,
    seenCount: Int, isPublished: Bool = false
  ) {
    self.id = id
    self.name = name
    self.description = description
    self.createdAt = createdAt
    self.changedAt = changedAt
    self.filmCount = filmCount
    self.seenCount = seenCount
    self.isPublished = isPublished
  }

  /// Returns a typed name without surrounding white space.
  ///
  /// - Throws: ``DomainError/invalidListName`` unless it is a name, see ``Swift/String/isName``.
  package static func validName(_ text: String) throws(DomainError) -> String {
    let name = text.trimmed
    guard name.isName else { throw .invalidListName }
    return name
  }
}
