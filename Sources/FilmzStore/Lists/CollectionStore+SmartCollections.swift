package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Returns the smart collections that have films and all saved ones, in no particular order.
  ///
  /// Genres are in lowercase, unless they are genres of IMDb; only those with at least
  /// ``SmartCollection/minimumGenreCount`` films are returned. A saved collection that names an unknown list
  /// has no films. `now` is the end of the period of ``FilmFilter/recentDays``.
  package func smartCollections(at now: Date) async throws -> [SmartCollection] {
    try await withListIndex { db in
      let counts = FilmCounts(db: db)
      return try Self.builtInCollections(counts, at: now) + Self.families(counts)
        + Self.countedSavedCollections(counts, at: now)
    }
  }

  private static func builtInCollections(
    _ counts: FilmCounts, at now: Date
  ) throws -> [SmartCollection] {
    var films = try counts.builtIn()
    films[.recent] = try ListFilter(
      CollectionQuery(BuiltInCollection.recent.filter, now: now), counts.db
    ).count(counts.db)
    if films[.movies] == nil || films[.series] == nil {
      (films[.movies], films[.series]) = (nil, nil)
    }
    return films.filter { $0.value > 0 }.map {
      SmartCollection(name: $0.key.name, title: $0.key.title, filmCount: $0.value)
    }
  }

  private static func families(_ counts: FilmCounts) throws -> [SmartCollection] {
    let genres = try counts.genres().filter { $0.count >= SmartCollection.minimumGenreCount }
      .map { ValueCount(value: Genre.spelling(of: $0.value), count: $0.count) }
    let families: [(CollectionFamily, [ValueCount])] = [
      (.genre, genres), (.platform, try counts.platforms()), (.decade, try counts.decades()),
    ]
    return families.flatMap { family, values in
      values.map {
        SmartCollection(name: family.name(of: $0.value), title: $0.value, filmCount: $0.count)
      }
    }
  }

  private static func countedSavedCollections(
    _ counts: FilmCounts, at now: Date
  ) throws -> [SmartCollection] {
    let saved = try fetchSavedCollections(counts.db)
    let films = try counts.films(matching: saved.map(\.filter), at: now)
    return zip(saved, films).map { collection, count in
      SmartCollection(
        name: collection.name, title: collection.filter.text, filmCount: count, isSaved: true)
    }
  }

  /// Returns the saved collections, sorted by name.
  package func savedCollections() async throws -> [SavedCollection] {
    try await read(inTransaction: false) { try Self.fetchSavedCollections($0) }
  }

  /// Returns the saved collections; those whose filter cannot be parsed, because a newer version or another
  /// program wrote it, are left out.
  static func fetchSavedCollections(_ db: Database) throws -> [SavedCollection] {
    let sql = "SELECT name, filter FROM main.savedCollection ORDER BY id"
    return try Row.fetchAll(db.cachedStatement(sql: sql)).compactMap { row in
      guard let filter = try? FilmFilter(text: try row.value("filter")) else { return nil }
      return SavedCollection(
        name: CollectionName(savedName: try row.value("name")), filter: filter)
    }
  }

  /// Returns the streaming services among whose films those of the collection were marked, each as it is
  /// stored.
  package func platforms() async throws -> [String] {
    try await readShown { [hasFilter = kidsFilter != nil] db in
      let sql = """
        SELECT DISTINCT platform FROM main.entry
        WHERE platform IS NOT NULL AND \(Self.shownFilms("entry.id", hasFilter: hasFilter))
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

extension CollectionName {
  fileprivate var subject: Change.Subject { .init(.savedCollection, key) }
}
