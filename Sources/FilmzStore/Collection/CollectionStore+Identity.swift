package import FilmzDomain
import Foundation
import GRDB

/// Which film an id stands for.
extension CollectionStore {
  /// The canonical ids of films that are asked for by another id.
  package func canonicalIDs(of ids: [FilmID]) async throws -> [FilmID: FilmID] {
    try await read(isOneState: false) { try Self.fetchCanonicalIDs(of: ids, $0) }
  }

  /// The other ids of a film, in the order of their texts.
  package func aliases(of film: FilmID) async throws -> [FilmID] {
    try await read(isOneState: false) { db in
      guard try Self.hasAliases(db) else { return [] }
      let sql = "SELECT id FROM main.alias WHERE film = ? ORDER BY id"
      return try String.fetchAll(db.cachedStatement(sql: sql), arguments: [film.rawValue])
        .map(FilmID.init(canonical:))
    }
  }

  static func fetchCanonicalIDs(of ids: [FilmID], _ db: Database) throws -> [FilmID: FilmID] {
    guard !ids.isEmpty, try hasAliases(db) else { return [:] }
    let sql = """
      SELECT alias.id, film FROM json_each(?) AS given JOIN main.alias ON alias.id = given.value
      """
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [text(of: ids.map(\.rawValue))])
    let pairs = try rows.map {
      (FilmID(canonical: try $0.value("id")), FilmID(canonical: try $0.value("film")))
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Whether any film has several ids.
  static func hasAliases(_ db: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.alias)"
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
  }

  /// Whether the journal ever said that a film has several ids.
  static func hasAliasChanges(_ db: Database) throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change INDEXED BY changeOfAlias WHERE subjectKind = 'alias')
      """
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) ?? false
  }
}

extension JournalTransaction {
  /// Makes two ids one film; what is the user's under either of them is united.
  ///
  /// The source is the one that told of it, or `nil` if the user did; what the user said of an id no
  /// source changes. Returns the film's canonical id from now on.
  @discardableResult
  package func identify(_ first: FilmID, _ second: FilmID, foundBy source: String? = nil) throws
    -> FilmID
  {
    let (alias, film) = first.isWorse(than: second) ? (first, second) : (second, first)
    let subject = Change.Subject(.alias, alias.rawValue)
    let known = try fields(of: subject)
    let isFixed = source != nil && known.map { $0["foundBy"] == .null } ?? false
    let isSaid =
      try known?["film"] == .text(canonicalID(of: film).rawValue)
      && (source != nil || known?["foundBy"] == .null)
    guard alias != film, !isFixed, !isSaid else { return try canonicalID(of: film) }
    if source == nil { try keepFilms(of: [alias, film]) }
    let new: [String: FieldValue] = [
      "film": .text(film.rawValue), "foundBy": source.map(FieldValue.text) ?? .null,
    ]
    try record(known == nil ? .insert : .update, subject, from: known ?? [:], to: new)
    return try canonicalID(of: film)
  }

  /// What the user says of the ids of a film is a change of the film, which keeps it.
  private func keepFilms(of ids: [FilmID]) throws {
    for id in try Set(ids.map(canonicalID(of:))).sorted() {
      let subject = Change.Subject(.entry, id.rawValue)
      guard try fields(of: subject) != nil else { continue }
      let living = try hasAliases(id) ? livingIDs(subject, of: id) : [id.rawValue]
      for id in living.sorted() { try note(Change(kind: .update, subject: .init(.entry, id))) }
    }
  }

  private func canonicalID(of id: FilmID) throws -> FilmID {
    try CollectionStore.fetchCanonicalIDs(of: [id], db)[id] ?? id
  }
}
