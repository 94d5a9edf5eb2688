package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Returns the built-in collections, genres, streaming services, and decades that have films, and all saved
  /// collections, in no particular order.
  ///
  /// Genres are in lowercase, unless they are genres of IMDb; only those with at least
  /// ``SmartCollection/minimumGenreCount`` films are returned. A saved collection that names an unknown list
  /// has no films. `now` is the end of the period of ``FilmFilter/recentDays``.
  package func smartCollections(at now: Date) async throws -> [SmartCollection] {
    try await withListIndex { db in
      try Self.builtInCollections(at: now, db) + Self.families(db) + Self.countedSavedCollections(at: now, db)
    }
  }

  private static func builtInCollections(at now: Date, _ db: Database) throws -> [SmartCollection] {
    var films = try countsOfBuiltInCollections(db)
    films[.recent] = try ListIndexQuery(CollectionQuery(BuiltInCollection.recent.filter, now: now), db).count(db)
    let hasBothTypes = films[.movies] != nil && films[.series] != nil
    if !hasBothTypes { (films[.movies], films[.series]) = (nil, nil) }
    return films.filter { $0.value > 0 }.map { collection, count in
      SmartCollection(name: collection.name, title: collection.title, filmCount: count)
    }
  }

  private static func families(_ db: Database) throws -> [SmartCollection] {
    let genres = try countsOfGenres(db).filter { $0.count >= SmartCollection.minimumGenreCount }
      .map { ValueCount(value: Genre.spelling(of: $0.value), count: $0.count) }
    let families: [(CollectionFamily, [ValueCount])] = [
      (.genre, genres), (.platform, try countsOfPlatforms(db)), (.decade, try countsOfDecades(db)),
    ]
    return families.flatMap { family, values in
      values.map { SmartCollection(name: family.name(of: $0.value), title: $0.value, filmCount: $0.count) }
    }
  }

  private static func countedSavedCollections(at now: Date, _ db: Database) throws -> [SmartCollection] {
    let saved = try fetchSavedCollections(db)
    let films = try countsOfFilms(matching: saved.map(\.filter), at: now, db)
    return zip(saved, films).map { collection, count in
      SmartCollection(name: collection.name, title: collection.filter.text, filmCount: count, isSaved: true)
    }
  }

  /// Returns the saved collections, sorted by name.
  package func savedCollections() async throws -> [SavedCollection] {
    try await read(inTransaction: false) { try Self.fetchSavedCollections($0) }
  }

  /// Returns the saved collections; those whose filter cannot be parsed, because a newer version or another
  /// program wrote it, are left out.
  static func fetchSavedCollections(_ db: Database) throws -> [SavedCollection] {
    try db.rows("SELECT name, filter FROM main.savedCollection ORDER BY id").compactMap { row in
      guard let filter = try? FilmFilter(text: try row.value("filter")) else { return nil }
      return (CollectionName(savedName: try row.value("name")), filter)
    }
  }

  /// Returns the streaming services of the collection's films, as they are stored.
  package func platforms() async throws -> [String] {
    try await readShown { db, isShown in
      let sql = """
        SELECT DISTINCT platform FROM main.entry
        WHERE platform IS NOT NULL AND \(isShown("entry.id"))
        ORDER BY platform
        """
      return try String.fetchAll(db, sql: sql)
    }
  }
}

// Saved collections.
extension JournalTransaction {
  /// Saves a collection, and returns the filter that it had before; `nil` if there was none of this name.
  package func save(_ collection: SavedCollection) throws -> String? {
    let subject = collection.name.subject
    let old = try fields(of: subject)?["filter"]?.text
    try upsert(
      subject,
      [
        "name": .text(collection.name.savedName),
        "filter": .text(collection.filter.text.replacingNULCharacters),
      ])
    return old
  }

  /// Removes a saved collection, and returns its filter; `nil` if there is none of this name.
  package func deleteSavedCollection(_ name: CollectionName) throws -> String? {
    let filter = try fields(of: name.subject)?["filter"]?.text
    if filter != nil { try delete(name.subject) }
    return filter
  }
}

extension CollectionName { fileprivate var subject: Change.Subject { .init(.savedCollection, key) } }
