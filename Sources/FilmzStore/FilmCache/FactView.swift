import FilmzDomain
import GRDB

/// The facts of films with the layers of the film cache laid over each other, as a view in SQL.
///
/// This is the one place that joins the layers: each column is that of the first layer that has a value.
/// Lists, searches and statistics read a copy of it, the ``ListIndex``. A statement names the columns it
/// needs, because SQLite compiles all columns of a view with each statement.
///
/// | column | meaning |
/// | --- | --- |
/// | `title`, `year`, `titleKey` | of a film of the collection, with the caption as the last layer |
/// | `source`, `fetchedAt`, `usedOn`, `level` | those of the first layer; `level` is 0 if there is none |
/// | `facts` | a film as JSON: RFC 7396 patches, the first layer last |
/// | any other | the column of `cache.film` |
struct FactView {
  /// Whether facts may be under another id of a film than the canonical one.
  let hasAliases: Bool

  /// The films of the collection, as `fact`.
  func ofCollection(_ columns: [String]) -> String {
    "(\(select(columns, from: "main.entry", hasCaption: true))) AS fact"
  }

  /// The films whose canonical ids a JSON array holds, which is bound once, as `fact`.
  func ofGivenFilms(_ columns: [String]) -> String {
    "(\(select(columns, from: "(SELECT value AS id FROM json_each(?))", hasCaption: false))) AS fact"
  }

  private static let layers = FactLayer.allCases.map { "layer\($0.rawValue)" }

  private func select(_ columns: [String], from films: String, hasCaption: Bool) -> String {
    let selected = columns.map { "\(Self.expression($0, hasCaption: hasCaption)) AS \($0)" }
    return """
      SELECT \((["film.id"] + selected).joined(separator: ", "))
      FROM \(films) AS film \(FactLayer.allCases.map(join).joined(separator: " "))
      """
  }

  private static func expression(_ column: String, hasCaption: Bool) -> String {
    switch column {
    case "title", "year": first(column, or: hasCaption ? "film.\(column)" : nil)
    case "titleKey": first(column, or: hasCaption ? "fold(film.title)" : nil)
    case "level": first(column, or: "0")
    case "fetchedAt":
      // That of the first layer, also if that is NULL.
      "CASE "
        + layers.map { "WHEN \($0).number IS NOT NULL THEN \($0).fetchedAt" }.joined(separator: " ")
        + " END"
    case "facts": facts
    default: first(column)
    }
  }

  private static func first(_ column: String, or last: String? = nil) -> String {
    let values = layers.map { "\($0).\(column)" } + [last].compactMap(\.self)
    return "coalesce(\(values.joined(separator: ", ")))"
  }

  /// `NULL` if there is no layer; damaged facts count as none.
  private static let facts: String = {
    let patched = layers.reversed().reduce("'{}'") { below, layer in
      "iif(json_valid(\(layer).facts), json_patch(\(below), \(layer).facts), \(below))"
    }
    return "nullif(\(patched), '{}')"
  }()

  /// A layer's row under the film's canonical id, else under the first of its other ids that has one.
  private func join(_ layer: FactLayer) -> String {
    let name = "layer\(layer.rawValue)"
    guard hasAliases else {
      return
        "LEFT JOIN cache.film AS \(name) ON \(name).id = film.id AND \(name).layer = \(layer.rawValue)"
    }
    return """
      LEFT JOIN cache.film AS \(name) ON \(name).number = coalesce(
        (SELECT number FROM cache.film AS known
          WHERE known.id = film.id AND known.layer = \(layer.rawValue)),
        (SELECT known.number FROM main.alias JOIN cache.film AS known ON known.id = alias.id
          WHERE alias.film = film.id AND known.layer = \(layer.rawValue) ORDER BY alias.id LIMIT 1))
      """
  }
}

extension FactView {
  /// The view over the files of a connection as they are now.
  init(_ db: Database) throws { self.init(hasAliases: try CollectionStore.hasAliases(db)) }
}
