import FilmzDomain
import FilmzStore

// What changes of the collection do with the films that a user named.
extension JournalTransaction {
  /// Returns an entry of a film that is to be added; it is not inserted.
  func newEntry(for item: FilmItem) -> CollectionEntry {
    let caption = item.title.map { Caption(title: $0, year: item.year) }
    return CollectionEntry(id: item.id, caption: caption, addedAt: now)
  }

  /// Returns the entry of a film; adds the film if it has none.
  func ensureEntry(of item: FilmItem) throws -> CollectionEntry {
    if let entry = try entry(item.id) { return entry }
    let entry = newEntry(for: item)
    try insert(entry)
    return entry
  }

  /// Checks that a film is in the collection.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``.
  func requireEntry(of item: FilmItem) throws {
    guard try entry(item.id) != nil else { throw StoreError.notInCollection(title: item.name) }
  }

  /// Gives a film that was added as a bare id its caption, if this step changed it and its title is known.
  func completeCaption(of item: FilmItem) throws {
    guard stepID != nil, let film = item.film, let entry = try entry(item.id),
      entry.caption == nil
    else { return }
    try update(item.id) { $0.caption = Caption(title: film.title, year: film.year) }
  }
}
