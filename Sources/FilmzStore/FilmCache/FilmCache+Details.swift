package import FilmzDomain
import GRDB

extension FilmCache {
  /// Returns the ids of the films of which some source or imported record tells details that match a filter: a
  /// certification, a country, and a language.
  ///
  /// Other conditions are ignored, and the film's facts may differ, because other facts take precedence.
  package func ids(withDetailsOf filter: FilmFilter) async throws -> [FilmID] {
    let texts = CollectionStore.jsonArray(of:)
    var conditions: [(sql: String, values: String)] = []
    if !filter.certifications.isEmpty {
      let keys = filter.certifications.compactMap(KidsFilter.certificationKey)
      conditions.append(
        ("certificationkey(rated) IN (SELECT value FROM json_each(?))", texts(keys)))
    }
    for (field, values) in [("countries", filter.countries), ("languages", filter.languages)]
    where !values.isEmpty {
      conditions.append((Self.hasValue(of: field), texts(values.map(TextFolding.key))))
    }
    guard !conditions.isEmpty else { return [] }
    let arguments = StatementArguments(conditions.map(\.values))
    return try await read { [conditions] db in
      let films = try CollectionStore.hasImportedRecords(db) ? Self.allFilms : "cache.film"
      let select = """
        SELECT coalesce(alias.film, film.id) FROM \(films) LEFT JOIN main.alias ON alias.id = film.id
        """
      let sql = conditions.map { "\(select) WHERE \($0.sql)" }.joined(separator: " INTERSECT ")
      return try String.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
        .map(FilmID.init(unchecked:))
    }
  }

  /// The films of the cache and those of imported records.
  private static let allFilms = """
    (SELECT id, rated, facts FROM cache.film
      UNION ALL SELECT id, facts ->> '$.rated', facts FROM main.importedRecord) AS film
    """

  /// Returns the condition that a list of the facts has one of the values in a JSON array.
  private static func hasValue(of field: String) -> String {
    """
    EXISTS (SELECT 1 FROM json_each(iif(json_valid(film.facts), film.facts, '{}'), '$.\(field)') AS fact
      WHERE fold(fact.value) IN (SELECT value FROM json_each(?)))
    """
  }
}
