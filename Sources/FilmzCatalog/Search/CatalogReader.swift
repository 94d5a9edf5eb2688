import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// Searches a catalog, and reads its titles.
struct CatalogReader: Sendable {
  private let database: DatabaseQueue
  /// The genres of the titles, ordered by their bits.
  let genres: [String]
  private let ratingsAsOf: String?
  private let path: String

  /// Creates a reader; `ratingsAsOf` is the date of the ratings as messages show it.
  init(_ database: DatabaseQueue, path: String, ratingsAsOf: String?) throws {
    self.database = database
    self.ratingsAsOf = ratingsAsOf
    self.path = path
    genres = try database.inDatabase {
      try String.fetchAll($0, sql: "SELECT name FROM genre ORDER BY bit")
    }
  }

  /// Reads from the database, and converts SQLite errors into ``CatalogError``.
  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.inDatabase { db in
      do {
        return try body(db)
      } catch let error as DatabaseError {
        throw CatalogError(error, path: path)
      }
    }
  }

  /// Returns the titles that match a search, in its order or the best match first.
  ///
  /// A fuzzy search also corrects typing errors if there is no good literal match.
  ///
  /// - Throws: ``CatalogError``.
  func titles(_ query: SearchQuery, fuzzy: Bool = true) throws -> RankedTitles {
    try read { db in
      var search = try TitleSearch(db, query, genres: genres)
      return try search.titles(query, fuzzy: fuzzy)
    }
  }

  /// Returns the titles with a name that equals a text, apart from an article, by popularity.
  func titles(named text: String, year: Int?) throws -> [ScoredTitle] {
    let words = TitleWords(text)
    var query = SearchQuery(text: text)
    query.filter.years = year.map { $0...$0 }
    return try read { db in
      var search = try TitleSearch(db, query, genres: genres)
      return try search.exactTitles(words).head
    }
  }

  /// Returns IMDb's numbers of titles that begin with a folded text apart from an article, the most
  /// popular first.
  func titles(beginningWith key: String, limit: Int) throws -> [UInt32] {
    try read { db in
      var facts = try FactReader(db)
      let names = try NameReader(db)
      var ids: [UInt32] = []
      for hit in try TitleFinder(db).hits(beginningWith: key) {
        if ids.count == limit { break }
        guard let id = try facts.facts(hit.rank)?.id else { continue }
        let title = try names.names(of: id).first ?? ""
        if TextFolding.isPrefix(key, of: TextFolding.words(title)) { ids.append(id) }
      }
      return ids
    }
  }

  /// Returns names of people that match a text, whose last word may be incomplete; `nil` if the
  /// catalog has no people.
  func people(named text: String, limit: Int) throws -> [String]? {
    try read { try PeopleSearch($0).names(text, limit: limit) }
  }

  /// Returns names of people that are spelled similarly to an unknown name.
  func people(near text: String) throws -> [String] {
    try read { try PeopleSearch($0).names(near: text) }
  }

  /// Returns IMDb's numbers of titles by their ranks.
  func ids(_ ranks: some Sequence<UInt32>) throws -> [UInt32] {
    try read { db in
      var facts = try FactReader(db)
      return try ranks.compactMap { try facts.facts($0)?.id }
    }
  }

  /// Returns those of the given numbers whose titles are in the catalog.
  func existingIDs(in ids: [UInt32]) throws -> [UInt32] {
    try read { db in
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM title WHERE id = ?")
      return try ids.filter { try Int.fetchOne(statement, arguments: [Int64($0)]) != nil }
    }
  }

  /// Returns titles as films; titles that are not in the catalog are missing in the result.
  func films(_ ids: some Sequence<UInt32>, withPeople: Bool) throws -> [UInt32: Film] {
    try read { db in
      let filmReader = try FilmReader(db, genres: genres, ratingsAsOf: ratingsAsOf)
      let creditReader = withPeople ? try CreditReader(db) : nil
      var films: [UInt32: Film] = [:]
      for id in ids {
        guard var film = try filmReader.film(id) else { continue }
        try creditReader?.addPeople(to: &film, id)
        films[id] = film
      }
      return films
    }
  }
}

extension FilmID {
  /// IMDb's number of the film, or `nil` if the id is not an IMDb id.
  var imdbNumber: UInt32? { imdbID.flatMap { UInt32($0.dropFirst(2)) } }
}
