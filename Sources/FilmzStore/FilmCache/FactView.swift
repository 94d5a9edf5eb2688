import FilmzDomain
import GRDB

/// The SQL of a view that merges the layers of facts in the film cache, one row per film.
///
/// This is the only place that joins the layers. Of the layers with a value for a column, the one of the
/// highest precedence provides the value. Lists, searches, and statistics read a materialized copy of the
/// view, the ``ListIndex``. The view is a subquery with the columns that a statement needs, because SQLite
/// compiles all columns of a `VIEW` for each statement that uses it.
///
/// In the following table, the first layer is the layer of the highest precedence that is stored for a film.
///
/// | column | meaning |
/// | --- | --- |
/// | `title`, `year`, `titleKey` | for films of the collection, the caption is used if no layer has a value |
/// | `source`, `usedOn`, `level` | those of the first layer; `level` is 0 if there is no layer |
/// | `fetchedAt` | that of the first layer, even if it is `NULL` |
/// | `origins` | the sources of the layers of services with details, in ascending order, separated by spaces |
/// | `facts` | a film as JSON: the layers merged in ascending precedence (RFC 7396, JSON Merge Patch) |
/// | any other | the column of `cache.film` |
struct FactView {
  /// `true` if facts may be stored under aliases of a film.
  let hasAliases: Bool

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

  private static let layers = FactLayer.allCases.map { "layer\($0.rawValue)" }

  private func select(_ columns: [String], from films: String, hasCaption: Bool) -> String {
    let expressions = columns.map { "\(Self.expression($0, hasCaption: hasCaption)) AS \($0)" }
    return """
      SELECT \((["film.id"] + expressions).joined(separator: ", "))
      FROM \(films) AS film \(FactLayer.allCases.map(join).joined(separator: " "))
      """
  }

  private static func expression(_ column: String, hasCaption: Bool) -> String {
    switch column {
    case "title", "year": coalesce(column, or: hasCaption ? "film.\(column)" : nil)
    case "titleKey": coalesce(column, or: hasCaption ? "fold(film.title)" : nil)
    case "level": coalesce(column, or: "0")
    case "fetchedAt":
      // `coalesce` would skip a first layer with facts of a local source, which have no fetch time.
      "CASE "
        + layers.map { "WHEN \($0).number IS NOT NULL THEN \($0).fetchedAt" }.joined(separator: " ")
        + " END"
    case "origins":
      "ltrim("
        + [FactLayer.omdb, .service].map { "coalesce(' ' || layer\($0.rawValue).source, '')" }
        .joined(separator: " || ") + ")"
    case "facts": mergedFacts
    default: coalesce(column)
    }
  }

  private static func coalesce(_ column: String, or fallback: String? = nil) -> String {
    let values = layers.map { "\($0).\(column)" } + [fallback].compactMap(\.self)
    return "coalesce(\(values.joined(separator: ", ")))"
  }

  /// The expression that merges the facts of all layers; `NULL` if there are none.
  ///
  /// Facts that are not valid JSON are skipped.
  private static let mergedFacts: String = {
    let merged = layers.reversed().reduce("'{}'") { lowerLayers, layer in
      "iif(json_valid(\(layer).facts), json_patch(\(lowerLayers), \(layer).facts), \(lowerLayers))"
    }
    return "nullif(\(merged), '{}')"
  }()

  /// Returns the join with a layer's row under the film's canonical id.
  ///
  /// If there is no such row, the row under one of the film's aliases is used: of the aliases with a row, the
  /// first one in alphabetical order.
  private func join(_ layer: FactLayer) -> String {
    let name = "layer\(layer.rawValue)"
    guard hasAliases else {
      return
        "LEFT JOIN cache.film AS \(name) ON \(name).id = film.id AND \(name).layer = \(layer.rawValue)"
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
  init(_ db: Database) throws { self.init(hasAliases: try CollectionStore.hasAliases(db)) }
}
