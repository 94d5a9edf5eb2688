import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// Reads a catalog: searches, and all that it knows of titles.
struct CatalogReader: Sendable {
  private let database: DatabaseQueue
  /// The genres of its titles.
  let genres: [String]
  private let ratingsAsOf: String?
  private let path: String

  /// A reader of a catalog whose ratings were noted at a time.
  init(_ database: DatabaseQueue, path: String, ratingsAsOf: String?) throws {
    self.database = database
    self.ratingsAsOf = ratingsAsOf
    self.path = path
    genres = try database.inDatabase {
      try String.fetchAll($0, sql: "SELECT name FROM genre ORDER BY bit")
    }
  }

  /// Asks the file; what SQLite says of a damaged one is told in our words.
  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try database.inDatabase { db in
      do {
        return try body(db)
      } catch let error as DatabaseError {
        throw CatalogError(error, path: path)
      }
    }
  }

  /// The titles that a search means, the best answer first.
  ///
  /// - Throws: ``CatalogError``.
  func titles(_ query: SearchQuery, forgiving: Bool = true) throws -> RankedTitles {
    try read { db in
      var search = try TitleSearch(db, query, genres: genres)
      return try search.titles(query, forgiving: forgiving)
    }
  }

  /// The titles one of whose names is just a text, an article aside; the best known first.
  func titles(named text: String, year: Int?) throws -> [ScoredTitle] {
    let words = TitleWords(text)
    var query = SearchQuery(text: text)
    query.filter.years = year.map { $0...$0 }
    return try read { db in
      var search = try TitleSearch(db, query, genres: genres)
      return try search.exactTitles(words).head
    }
  }

  /// IMDb's numbers of titles that begin with a folded text, an article aside; the best known first.
  func titles(beginningWith key: String, limit: Int) throws -> [UInt32] {
    try read { db in
      var facts = try FactReader(db)
      let names = try NameReader(db)
      var ids: [UInt32] = []
      for hit in try TitleFinder(db).hits(beginningWith: key) {
        if ids.count == limit { break }
        guard let id = try facts.facts(hit.rank)?.id else { continue }
        let title = try names.names(of: id).first ?? ""
        if TextFolding.begin(TextFolding.words(title), with: key) { ids.append(id) }
      }
      return ids
    }
  }

  /// Names of people who are called so, words of their names begun only; `nil` if the catalog has no people.
  func people(named text: String, limit: Int) throws -> [String]? {
    try read { try PeopleSearch($0).names(text, limit: limit) }
  }

  /// Returns names that are spelled like one that the catalog does not know.
  func people(near text: String) throws -> [String] {
    try read { try PeopleSearch($0).names(near: text) }
  }

  /// IMDb's numbers of titles by their ranks.
  func ids(_ ranks: some Sequence<UInt32>) throws -> [UInt32] {
    try read { db in
      var facts = try FactReader(db)
      return try ranks.compactMap { try facts.facts($0)?.id }
    }
  }

  /// Those of some of IMDb's numbers that the catalog has.
  func known(_ ids: [UInt32]) throws -> [UInt32] {
    try read { db in
      let statement = try db.cachedStatement(sql: "SELECT 1 FROM title WHERE id = ?")
      return try ids.filter { try Int.fetchOne(statement, arguments: [Int64($0)]) != nil }
    }
  }

  /// What the catalog knows of titles; those that it does not know are missing.
  func films(_ ids: some Sequence<UInt32>, withPeople: Bool) throws -> [UInt32: Film] {
    try read { db in
      let rows = try FilmReader(db, genres: genres, ratingsAsOf: ratingsAsOf)
      let people = withPeople ? try CreditReader(db) : nil
      var films: [UInt32: Film] = [:]
      for id in ids {
        guard var film = try rows.film(id) else { continue }
        try people?.fill(&film, id)
        films[id] = film
      }
      return films
    }
  }
}

extension FilmID {
  /// IMDb's number, or `nil` if the id is not IMDb's.
  var imdbNumber: UInt32? { imdbID.flatMap { UInt32($0.dropFirst(2)) } }
}
