import FilmzDomain
import FilmzStore

// Operations on the entries of film items.
extension JournalTransaction {
  /// Returns a new entry for a film without inserting it.
  func newEntry(for item: FilmItem) -> CollectionEntry {
    let caption = item.title.map { Caption(title: $0, year: item.year) }
    var entry = CollectionEntry(id: item.id, caption: caption, addedAt: now)
    entry.platform = item.platform
    return entry
  }

  /// Returns the entry of a film, inserting a new one if the film is not in the collection.
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

  /// Returns a viewing of a film; its number is its position, from 1, in the order of their dates.
  ///
  /// - Throws: ``StoreError/notInCollection(title:)``, ``ViewModelError/noSuchViewing(_:count:title:)``.
  func viewing(_ number: Int, of item: FilmItem) throws -> Viewing {
    try requireEntry(of: item)
    let viewings = try entry(item.id)?.viewingsByDate ?? []
    guard viewings.indices.contains(number - 1) else {
      throw ViewModelError.noSuchViewing(number, count: viewings.count, title: item.name)
    }
    return viewings[number - 1]
  }

  /// Sets the caption of an entry that has none.
  ///
  /// Does nothing if this step has not made a change, or the film's facts are unknown.
  func completeCaption(of item: FilmItem) throws {
    guard stepID != nil, let film = item.film, let entry = try entry(item.id),
      entry.caption == nil
    else { return }
    try update(item.id) { $0.caption = Caption(title: film.title, year: film.year) }
  }
}
