import FilmzDomain
import GRDB
import Synchronization

/// The SQL of a view that merges the user's own records, the layers of facts in the film cache, and imported
/// records, one row per film.
///
/// This is the only place that joins them. A value of the own record takes precedence. Otherwise, the value is that of
/// the layer of the highest precedence that has one or, if no layer has one, that of the imported record. Lists,
/// searches, and statistics read a materialized copy of the view, the ``ListIndex``. The view is a subquery with the
/// columns that a statement needs, because SQLite compiles all columns of a `VIEW` for each statement.
///
/// In the following table, the first layer is the layer of the highest precedence that is stored for a film.
///
/// | column | meaning |
/// | --- | --- |
/// | `title`, `year`, `type`, `titleKey` | if no layer has a value, those of the entry, then those of the own record |
/// | `source` | that of the first layer, that of the imported record, `own`, or `NULL` |
/// | `usedOn` | that of the first layer; without a layer, `NULL` |
/// | `level` | that of the first layer; without a layer, 0 |
/// | `ownFacts` | the facts of the own record as JSON; `NULL` if there is none |
/// | `isImported` | 1 if there is an imported record, otherwise 0 |
/// | `importedFacts` | the facts of the imported record as JSON; `NULL` if there is none |
/// | `fetchedAt` | that of the first layer, even if it is `NULL` |
/// | `origins` | the sources of the layers of services with details, in ascending order, separated by spaces |
/// | `facts` | a film as JSON: all facts merged in ascending precedence (RFC 7396, JSON Merge Patch) |
/// | any other | the column of `cache.film` |
struct FactView: Hashable {
  /// `true` if facts may be stored under aliases of a film.
  let hasAliases: Bool
  /// `true` if there are imported records.
  let hasImportedRecords: Bool
  /// `true` if there may be own records.
  private(set) var hasOwnRecords = true
  /// The layers that may have facts of the films.
  private(set) var layers = FactLayer.allCases

  init(hasAliases: Bool, hasImportedRecords: Bool) {
    self.hasAliases = hasAliases
    self.hasImportedRecords = hasImportedRecords
  }

  /// Returns the view of all films in the collection, as a subquery named `fact`.
  func collectionSubquery(_ columns: [String]) -> String {
    "(\(select(columns, from: "main.entry", hasCaption: true))) AS fact"
  }

  /// Returns the view of the films whose canonical ids are in a JSON array, as a subquery named `fact`.
  ///
  /// The array is the only argument to bind.
  func boundIDsSubquery(_ columns: [String]) -> String {
    "(\(select(columns, from: "(SELECT value AS id FROM json_each(?))", hasCaption: false))) AS fact"
  }

  /// Returns the view of the films that an SQL expression after `FROM` provides with the columns `id`, `title`,
  /// `year` and `type`, as a subquery named `fact`.
  ///
  /// The columns `given` are selected from this expression, not from facts.
  func subquery(_ columns: [String], of films: String, given: [String] = []) -> String {
    "(\(select(columns, from: films, given: given, hasCaption: true))) AS fact"
  }

  private var layerNames: [String] { layers.map { "layer\($0.rawValue)" } }

  private func select(_ columns: [String], from films: String, given: [String] = [], hasCaption: Bool) -> String {
    let expressions = columns.map { "\(expression($0, hasCaption: hasCaption)) AS \($0)" }
    let imported = hasImportedRecords ? "LEFT JOIN main.importedRecord AS imported ON imported.id = film.id" : ""
    let own = hasOwnRecords ? "LEFT JOIN main.record AS own ON own.id = film.id" : ""
    return """
      SELECT \(((["id"] + given).map { "film.\($0)" } + expressions).joined(separator: ", "))
      FROM \(films) AS film \(own) \(layers.map(join).joined(separator: " ")) \(imported)
      """
  }

  private func expression(_ column: String, hasCaption: Bool) -> String {
    switch column {
    case "title", "year": caption(column, isGiven: hasCaption)
    case "titleKey": titleKey(hasCaption: hasCaption)
    case "type": own(column, or: coalesce(column, or: hasCaption ? ["film.type"] : []))
    case "endYear", "runtimeMinutes", "rated": own(column, or: coalesce(column))
    case "originalTitle": own(column, or: fact(column))
    case "genres": ownList(column, separator: "', '", or: coalesce(column))
    case "directors", "actors": ownList(column, separator: "char(10)", or: coalesce(column))
    case "names": names(hasCaption: hasCaption)
    case "people": people
    case "source": coalesce(column, or: hasOwnRecords ? ["iif(own.id IS NULL, NULL, 'own')"] : [])
    case "level": coalesce(column, or: ["0"])
    case "ownFacts": hasOwnRecords ? "own.facts" : "NULL"
    case "isImported": hasImportedRecords ? "imported.id IS NOT NULL" : "0"
    case "importedFacts": hasImportedRecords ? "imported.facts" : "NULL"
    case "fetchedAt": fetchedAt
    case "origins": origins
    case "facts": mergedFacts
    default: coalesce(column)
    }
  }

  private func coalesce(_ column: String, or fallbacks: [String] = []) -> String {
    Self.coalesce(layerNames.map { "\($0).\(column)" } + [imported(column)].compactMap(\.self) + fallbacks)
  }

  /// Returns the expression of the first value that is not `NULL`; SQL's function takes at least two values.
  private static func coalesce(_ values: [String]) -> String {
    values.count > 1 ? "coalesce(\(values.joined(separator: ", ")))" : values.first ?? "NULL"
  }

  /// `coalesce` would skip a first layer with facts of a local source, which have no fetch time.
  private var fetchedAt: String {
    let cases = layerNames.map { "WHEN \($0).number IS NOT NULL THEN \($0).fetchedAt" }
    return cases.isEmpty ? "NULL" : "CASE \(cases.joined(separator: " ")) END"
  }

  private var origins: String {
    let services: [FactLayer] = [.omdb, .service]
    let sources = services.filter(layers.contains).map { "coalesce(' ' || layer\($0.rawValue).source, '')" }
    return sources.isEmpty ? "''" : "ltrim(\(sources.joined(separator: " || ")))"
  }

  // MARK: - Own records

  /// Returns the expression of the title or the year.
  private func caption(_ column: String, isGiven: Bool) -> String {
    own(column, or: coalesce(column, or: storedCaptions(column, isGiven: isGiven)))
  }

  /// Returns the titles or years that are known without a source: that of the entry, and that of the own record.
  private func storedCaptions(_ column: String, isGiven: Bool) -> [String] {
    (isGiven ? ["film.\(column)"] : [])
      + (hasOwnRecords ? [column == "title" ? "own.sourceTitle" : "own.sourceYear"] : [])
  }

  private func titleKey(hasCaption: Bool) -> String {
    let captions = storedCaptions("title", isGiven: hasCaption).map { "fold(\($0))" }
    let other = coalesce("titleKey", or: captions)
    return hasOwnRecords ? "iif(own.title IS NULL, \(other), fold(own.title ->> '$'))" : other
  }

  /// Returns the value of a field of the own record or, if the record does not have the field, `other`.
  private func own(_ field: String, or other: String) -> String {
    hasOwnRecords ? "iif(own.\(field) IS NULL, \(other), own.\(field) ->> '$')" : other
  }

  /// Returns the values of a list of the own record or, if the record does not have the field, `other`.
  private func ownList(_ field: String, separator: String, or other: String) -> String {
    guard hasOwnRecords else { return other }
    return """
      iif(own.\(field) IS NULL, \(other),
        (SELECT group_concat(value, \(separator)) FROM json_each(own.\(field)) WHERE value IS NOT NULL))
      """
  }

  /// The folded title and original title.
  private func names(hasCaption: Bool) -> String {
    let title = caption("title", isGiven: hasCaption)
    let originalTitle = own("originalTitle", or: fact("originalTitle"))
    return """
      iif(\(isNotOwn("title", "originalTitle")) AND \(isNotImported), \(coalesce("names")),
        fold(\(title)) || coalesce(char(10) || fold(\(originalTitle)), ''))
      """
  }

  /// The folded names of directors, writers, and actors.
  private var people: String {
    let names = ["directors", "writers", "actors"].map { field in
      let facts = hasOwnRecords ? "iif(own.\(field) IS NULL, \(fact(field)), own.\(field))" : fact(field)
      return """
        coalesce((SELECT group_concat(fold(value), char(10)) || char(10) FROM json_each(\(facts))
          WHERE value IS NOT NULL), '')
        """
    }
    return """
      iif(\(isNotOwn("directors", "writers", "actors")) AND \(isNotImported),
        \(coalesce("people")), rtrim(\(names.joined(separator: " || ")), char(10)))
      """
  }

  /// Returns the condition that the own record has none of the given fields.
  private func isNotOwn(_ fields: String...) -> String {
    hasOwnRecords ? fields.map { "own.\($0) IS NULL" }.joined(separator: " AND ") : "1"
  }

  /// Returns a fact that has no column, as a value or, if it is a list, as JSON.
  private func fact(_ name: String) -> String {
    let tables = layerNames + (hasImportedRecords ? ["imported"] : [])
    return Self.coalesce(tables.map { "iif(json_valid(\($0).facts), \($0).facts ->> '$.\(name)', NULL)" })
  }

  // MARK: - Imported records

  private var isNotImported: String { hasImportedRecords ? "imported.id IS NULL" : "1" }

  /// Returns the value of a column of an imported record; `nil` if there are none, or they do not have it.
  private func imported(_ column: String) -> String? {
    guard hasImportedRecords else { return nil }
    return switch column {
    case "title", "year", "endYear", "type", "imdbRating", "imdbVotes", "runtimeMinutes", "rated":
      "imported.facts ->> '$.\(column)'"
    case "titleKey": "fold(imported.facts ->> '$.title')"
    case "genres": Self.importedList(column, separator: "', '")
    case "directors", "actors": Self.importedList(column, separator: "char(10)")
    case "source": "imported.source"
    default: nil
    }
  }

  private static func importedList(_ field: String, separator: String) -> String {
    "(SELECT group_concat(value, \(separator)) FROM json_each(imported.facts, '$.\(field)'))"
  }

  // MARK: - Facts

  /// The SQL expression that merges all facts; its value is `NULL` if there are none.
  ///
  /// Facts that are not valid JSON are skipped.
  private var mergedFacts: String {
    let imported = hasImportedRecords ? "iif(json_valid(imported.facts), imported.facts, '{}')" : "'{}'"
    let merged = layerNames.reversed().reduce(imported) { lowerLayers, layer in
      "iif(json_valid(\(layer).facts), json_patch(\(lowerLayers), \(layer).facts), \(lowerLayers))"
    }
    guard hasOwnRecords else { return "nullif(\(merged), '{}')" }
    return """
      iif(own.id IS NULL, nullif(\(merged), '{}'), json_patch(json_patch(json_object('id', own.id, 'title',
        coalesce(own.sourceTitle, own.id), 'year', own.sourceYear, 'origin', 'own', 'isComplete', json('false')),
        \(merged)), own.facts))
      """
  }

  /// Returns the join with a layer's row under the film's canonical id.
  ///
  /// If there is no such row, the row under one of the film's aliases is used: of the aliases with a row, the
  /// first one in alphabetical order.
  private func join(_ layer: FactLayer) -> String {
    let name = "layer\(layer.rawValue)"
    guard hasAliases else {
      return "LEFT JOIN cache.film AS \(name) ON \(name).id = film.id AND \(name).layer = \(layer.rawValue)"
    }
    return """
      LEFT JOIN cache.film AS \(name) ON \(name).number = coalesce(
        (SELECT number FROM cache.film AS candidate
          WHERE candidate.id = film.id AND candidate.layer = \(layer.rawValue)),
        (SELECT candidate.number FROM main.alias JOIN cache.film AS candidate ON candidate.id = alias.id
          WHERE alias.film = film.id AND candidate.layer = \(layer.rawValue) ORDER BY alias.id LIMIT 1))
      """
  }
}

extension FactView {
  /// Creates the view for the current state of a connection's files.
  init(_ db: Database) throws {
    self.init(hasAliases: try db.hasAliases, hasImportedRecords: try db.hasImportedRecords)
  }

  /// Creates the view of the films with the given ids, without the tables that have no facts of them.
  init(_ db: Database, of ids: [FilmID]) throws {
    try self.init(db, ofIDs: "SELECT value FROM json_each(?)", [CollectionStore.jsonArray(of: ids)])
  }

  /// Creates the view of the films whose ids a statement selects, without the tables that have no facts of them.
  ///
  /// SQLite takes several times as long to compile a statement with all tables as to run it for a few films.
  init(_ db: Database, ofIDs selection: String, _ arguments: StatementArguments = []) throws {
    try self.init(db)
    hasOwnRecords = try db.hasOwnRecords
    guard !hasAliases else { return }
    let sql = "SELECT DISTINCT layer FROM cache.film WHERE id IN (\(selection))"
    let stored = try Int.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    layers.removeAll { !stored.contains($0.rawValue) }
  }
}

extension FactView {
  /// The values of ``selectSummaries`` that have been computed, by view.
  private static let summaries = Mutex<[FactView: String]>([:])

  /// The statement that selects the facts in lists of the collection's films, without the condition on `id` at its end.
  var selectSummaries: String {
    Self.summaries.withLock { summaries in
      if let statement = summaries[self] { return statement }
      let facts = collectionSubquery([
        "title", "year", "endYear", "type", "imdbRating", "imdbVotes", "runtimeMinutes", "genres",
        "source",
      ])
      let statement = "SELECT * FROM \(facts) WHERE source IS NOT NULL AND id "
      summaries[self] = statement
      return statement
    }
  }
}
