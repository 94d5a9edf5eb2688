package import FilmzDomain
import Foundation
import GRDB
import Glibc

extension CollectionStore {
  /// Returns at most `limit` films of the collection whose folded titles begin with a prefix.
  ///
  /// The films are in the order of the prefixes, and those with the same prefix in the order of their folded
  /// titles. If several prefixes match a film, it is returned for each of them.
  package func films(beginningWith prefixes: [String], limit: Int) async throws -> [TitledFilm] {
    try await withListIndex { db in
      var films: [TitledFilm] = []
      for prefix in prefixes where films.count < limit {
        films += try Self.fetch(beginningWith: prefix, limit: limit - films.count, db)
      }
      return films
    }
  }

  private static func fetch(beginningWith prefix: String, limit: Int, _ db: Database) throws
    -> [TitledFilm]
  {
    let sql = """
      SELECT fact.id, fact.title, fact.year
      FROM (SELECT id, titleKey FROM listIndex
        WHERE titleKey >= ? AND titleKey < ? || char(0x10FFFF) ORDER BY titleKey LIMIT ?) AS matched
        JOIN \(try FactView(db).collectionSubquery(["title", "year"])) ON fact.id = matched.id
      ORDER BY matched.titleKey
      """
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [prefix, prefix, limit])
    return try rows.map(TitledFilm.init(row:))
  }

  /// Returns the id of the newest change, or an empty string if the journal is empty.
  package func newestChangeID() async throws -> String {
    try await read { db in
      let sql = "SELECT id FROM main.change ORDER BY number DESC LIMIT 1"
      return try String.fetchOne(db.cachedStatement(sql: sql)) ?? ""
    }
  }

  /// Returns the first 500 distinct tags of films and viewings, ordered by code points.
  package func tags() async throws -> [String] {
    try await readShown { [hasFilter = kidsFilter != nil] db in
      let sql = """
        SELECT DISTINCT value FROM main.entry, json_each(entry.tags)
          WHERE tags <> '[]' AND \(Self.shownFilms("entry.id", hasFilter: hasFilter))
        UNION SELECT value FROM main.viewing, json_each(viewing.tags)
          WHERE tags <> '[]' AND \(Self.shownFilms("viewing.film", hasFilter: hasFilter))
        ORDER BY value LIMIT 500
        """
      return try String.fetchAll(db.cachedStatement(sql: sql))
    }
  }

  /// Returns the first 500 distinct recommenders of the collection's films, ordered by code points.
  package func recommenders() async throws -> [String] {
    try await readShown { [hasFilter = kidsFilter != nil] db in
      let sql = """
        SELECT DISTINCT recommendedBy FROM main.entry
        WHERE recommendedBy IS NOT NULL AND \(Self.shownFilms("entry.id", hasFilter: hasFilter))
        ORDER BY recommendedBy LIMIT 500
        """
      return try String.fetchAll(db.cachedStatement(sql: sql))
    }
  }
}

extension TitledFilm {
  fileprivate init(row: Row) throws {
    self.init(
      id: FilmID(unchecked: try row.value("id")), title: try row.value("title"),
      year: try row.value("year"))
  }
}

/// A film of the collection, or a skipped film, with the values by which a film of TMDB may be recognized as
/// the same one.
package struct IdentityCandidate: Sendable, Hashable {
  package let id: FilmID
  /// The folded title.
  package let titleKey: String
  package let year: Int
  package let type: MediaType
  package let mark: Mark

  package init(id: FilmID, titleKey: String, year: Int, type: MediaType, mark: Mark) {
    (self.id, self.titleKey, self.year, self.type, self.mark) = (id, titleKey, year, type, mark)
  }
}

extension CollectionStore {
  /// Returns the films of the collection with some folded titles that have a year and a type, but no known
  /// id of TMDB, including those that the kids filter hides, because they must not be added again.
  package func identityCandidates(titleKeys: some Collection<String>) async throws
    -> [IdentityCandidate]
  {
    guard !titleKeys.isEmpty else { return [] }
    let keys = Self.jsonArray(of: titleKeys.sorted())
    return try await withListIndex(ofAllFilms: true) { db in
      let sql = """
        SELECT listIndex.id, titleKey, year, listIndex.type, isWatched
        FROM json_each(?) AS argument CROSS JOIN listIndex ON titleKey = argument.value
        WHERE year IS NOT NULL AND listIndex.type IS NOT NULL
          AND \(Self.hasNoTMDBID("listIndex.id"))
        """
      let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [keys])
      return try rows.compactMap { row in
        guard let type = MediaType(rawValue: try row.value("type", String.self)) else { return nil }
        return IdentityCandidate(
          id: FilmID(unchecked: try row.value("id")), titleKey: try row.value("titleKey"),
          year: try row.value("year"), type: type,
          mark: try row.value("isWatched", Bool.self) ? .seen : .wanted)
      }
    }
  }

  /// Returns the skipped films with some folded titles that have a year, but no known id of TMDB.
  package func skippedFilms(titleKeys: Set<String>) async throws -> [SkippedFilm] {
    try await read(inTransaction: false) { db in
      let sql = """
        SELECT * FROM \(Self.effectiveSkips) AND year IS NOT NULL
          AND \(Self.hasNoTMDBID("skip.id"))
        """
      return try Row.fetchAll(db.cachedStatement(sql: sql)).map(SkippedFilm.init(row:)).filter {
        titleKeys.contains(TextFolding.key($0.caption?.title ?? ""))
      }
    }
  }
  /// The condition that TMDB's id of a film is not known: neither is its canonical id, which an SQL expression
  /// gives, one of TMDB, nor is an alias of it that the collection has or a source has reported.
  private static func hasNoTMDBID(_ id: String) -> String {
    """
    \(id) NOT GLOB 'tmdb:*'
      AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.film = \(id) AND alias.id GLOB 'tmdb:*')
      AND NOT EXISTS (
        SELECT 1 FROM cache.alias AS known
        WHERE known.film IN (SELECT \(id) UNION ALL SELECT alias.id FROM main.alias WHERE alias.film = \(id))
          AND known.id GLOB 'tmdb:*'
          AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = known.id))
    """
  }
}

/// The order of titles, by the rules of the user's language if its locale is installed.
///
/// Then the sort keys are those of glibc (`strxfrm`, ISO 14651 with the locale's rules). Otherwise, the sort
/// key is the folded title. Sort keys are compared byte by byte.
package struct TitleCollation: Sendable {
  /// The order of folded titles, which ignores case, accents, and punctuation.
  package static let folded = TitleCollation(name: "folded 1", locale: nil)

  /// The name of the collation.
  ///
  /// If the stored sort keys are those of a collation with another name, they are computed again.
  let name: String
  private let locale: SystemLocale?

  /// Creates the collation for the locale in the environment variables.
  package init(environment: [String: String]) {
    let name = ["LC_ALL", "LC_COLLATE", "LANG"].compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let name, let locale = SystemLocale(name) else {
      self = .folded
      return
    }
    self.init(name: "\(locale.name) \(Self.systemVersion)", locale: locale)
  }

  private init(name: String, locale: SystemLocale?) {
    self.name = name
    self.locale = locale
  }

  /// The version of glibc, because each version may have different rules.
  private static var systemVersion: String {
    var bytes = [CChar](repeating: 0, count: 64)
    let length = confstr(Int32(_CS_GNU_LIBC_VERSION), &bytes, bytes.count)
    let text = bytes.prefix(max(0, min(length, bytes.count) - 1)).map(UInt8.init(bitPattern:))
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the sort key of a title; a missing or empty title is sorted last.
  func key(_ title: String?) -> Data {
    guard let title, !title.isEmpty else { return Data([0xFF]) }
    return locale?.key(title) ?? Data(TextFolding.key(title).utf8)
  }
}

/// An installed locale with collation rules.
private struct SystemLocale: Sendable {
  let name: String
  // `nonisolated(unsafe)` is only needed because this is a pointer. The locale is never changed or freed, and
  // the `_l` functions may be called from any thread (POSIX).
  private nonisolated(unsafe) let handle: locale_t

  /// Creates the locale with a name such as `sv_SE.UTF-8`; another encoding in the name is replaced by UTF-8.
  ///
  /// Returns `nil` for `C` and `POSIX`, and if the locale is not installed.
  init?(_ name: String) {
    let language = name.prefix { $0 != "." && $0 != "@" }
    guard language != "C", language != "POSIX" else { return nil }
    let modifier = name.firstIndex(of: "@").map { name[$0...] } ?? ""
    self.name = language + ".UTF-8" + modifier
    guard let handle = newlocale(LC_COLLATE_MASK, self.name, nil) else { return nil }
    self.handle = handle
  }

  /// Returns the sort key of a title.
  func key(_ title: String) -> Data {
    var key = [CChar](repeating: 0, count: title.utf8.count * 8 + 16)
    var length = strxfrm_l(&key, title, key.count, handle)
    if length >= key.count {
      key = [CChar](repeating: 0, count: length + 1)
      length = strxfrm_l(&key, title, key.count, handle)
    }
    return Data(key.prefix(length).map(UInt8.init(bitPattern:)))
  }
}
