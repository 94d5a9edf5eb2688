package import FilmzDomain
package import Foundation

/// What the collection has of a film before an import.
package struct ImportState: Sendable {
  package var entry: CollectionEntry?
  package var isSkipped = false
  /// `true` if an import has brought the film, and a command has removed it.
  package var isRemoved = false
  /// The dates of viewings that an import has brought and a command has removed; `nil` is an unknown date.
  package var removedViewings: [PartialDate?] = []

  package init() {}
}

/// The moment from which a value of the collection is.
package enum ValueAge: Sendable, Hashable {
  /// An import has brought the value, and the file gave no day.
  case unknown
  /// An import has brought the value, from a day of the file.
  case day(PartialDate)
  case moment(Date)
}

/// The list of the collection into which a list of a file is imported.
package enum ImportedListState: Sendable, Hashable {
  /// The list was imported before; `removed` are films that commands have removed from it.
  case known(UUID, removed: Set<FilmID>)
  /// The list was not imported before, and has the same name.
  case sameName(UUID)
  /// The list was imported before, and a command has removed it.
  case removed
  case missing

  /// The list; `nil` if it has to be created.
  package var list: UUID? {
    switch self {
    case .known(let id, _), .sameName(let id): id
    case .removed, .missing: nil
    }
  }

  package var removedFilms: Set<FilmID> {
    if case .known(_, let removed) = self { removed } else { [] }
  }
}
