extension QueryView {
  /// The films of the collection, of the film cache, and of own and imported records.
  ///
  /// Films of the catalog are not included unless their facts have been stored in the cache.
  static let films = QueryView(
    "films", "Films of the collection, the film cache, own and imported records.",
    from: { facts in
      """
      \(facts.view.subquery(detailColumns, of: knownFilms(facts), given: captionColumns))
        LEFT JOIN main.entry AS entry ON entry.id = fact.id
        LEFT JOIN main.skip AS skip ON skip.id = fact.id
      """
    }, identity + captionFacts + ownData + details)

  /// The facts that are columns of the list index.
  private static let captionColumns = ["title", "year", "type", "imdbRating", "imdbVotes", "runtimeMinutes"]

  private static let detailColumns = ["endYear", "source", "fetchedAt", "ownFacts", "facts"]

  private static let identity = [Column("id", "text", "fact.id"), Column("imdbID", "text", imdbID("fact.id"))]

  private static let captionFacts = [
    Column("title", "text", "fact.title"), Column("originalTitle", "text", fact("originalTitle")),
    Column("year", number, "fact.year"), Column("endYear", number, "fact.endYear"), Column("type", "text", "fact.type"),
    Column("imdbRating", rating, "fact.imdbRating / 10.0"), Column("imdbVotes", number, "fact.imdbVotes"),
    Column("runtimeMinutes", number, "fact.runtimeMinutes"), factList("genres"),
  ]

  private static let ownData = [
    Column("inCollection", boolean, "entry.id IS NOT NULL"), Column("watched", boolean, watched),
    Column("myRating", rating, "entry.rating / 10.0"), Column("dateWatched", date, dateWatched),
    Column("dateAdded", time, time("entry.addedAt")), Column("skipped", boolean, "skip.id IS NOT NULL"),
    Column("platform", "text", "coalesce(entry.platform, skip.platform)"),
    Column("commentCount", number, expression: commentCount),
    Column("identified", boolean, "NOT (\(CollectionStore.isNamed("fact.id")))"),
  ]

  private static let details = [
    Column("rated", "text", fact("rated")), Column("released", date, fact("released")), factList("directors"),
    factList("writers"), factList("actors"), Column("plot", "text", fact("plot")), factList("languages"),
    factList("countries"), Column("awards", "text", fact("awards")), Column("poster", "text", fact("poster")),
    factList("ratings"), Column("metascore", number, fact("metascore")), Column("audience", "text", "entry.audience"),
    Column("recommendedBy", "text", "entry.recommendedBy"), Column("notes", "text", "entry.notes"),
    Column("tags", list, "coalesce(entry.tags, '[]')"), Column("source", "text", "fact.source"),
    Column("fetchedAt", time, "strftime('%Y-%m-%dT%H:%M:%SZ', fact.fetchedAt, 'unixepoch')"),
    Column("own", list, "(SELECT json_group_array(key) FROM json_each(fact.ownFacts))"),
  ]

  /// The films of the collection.
  ///
  /// The title and the year are those of the view `films`; they are looked up only if a query uses them.
  static let entries = QueryView(
    "entries", "Films of the collection with your data.",
    from: { facts in
      "main.entry AS entry"
        + (facts.usesListIndex ? " LEFT JOIN cache.listIndex AS listed ON listed.id = entry.id" : "")
    },
    [
      Column("id", "text", "entry.id"), Column("imdbID", "text", imdbID("entry.id")), entryFact("title", "text"),
      entryFact("year", number), Column("dateAdded", time, time("entry.addedAt")), Column("watched", boolean, watched),
      Column("myRating", rating, "entry.rating / 10.0"), Column("dateWatched", date, dateWatched),
      Column("viewings", number, "(SELECT count(*) FROM main.viewing WHERE viewing.film = entry.id)"),
      Column("audience", "text", "entry.audience"), Column("recommendedBy", "text", "entry.recommendedBy"),
      Column("notes", "text", "entry.notes"), Column("tags", list, "entry.tags"),
      Column("platform", "text", "entry.platform"),
      Column("identified", boolean, "NOT (\(CollectionStore.isNamed("entry.id")))"),
    ])

  // MARK: - Expressions

  private static let watched = "EXISTS (SELECT 1 FROM main.viewing WHERE viewing.film = entry.id)"

  private static let dateWatched = "(SELECT max(viewing.date) FROM main.viewing WHERE viewing.film = entry.id)"

  /// Returns the number of comments on a film under all of its ids.
  private static func commentCount(_ facts: QueryFacts) -> String {
    let count = "(SELECT count(*) FROM main.comment WHERE comment.film = fact.id)"
    guard facts.view.hasAliases else { return count }
    return """
      \(count) + (SELECT count(*) FROM main.alias JOIN main.comment ON comment.film = alias.id
        WHERE alias.film = fact.id)
      """
  }

  private static func fact(_ name: String) -> String { "fact.facts ->> '$.\(name)'" }

  private static func factList(_ name: String) -> Column {
    Column(name, list, "coalesce(fact.facts -> '$.\(name)', '[]')")
  }

  /// Returns a column for a fact of the film of an entry.
  private static func entryFact(_ name: String, _ type: String) -> Column {
    let entry = "(SELECT entry.id AS id, entry.title AS title, entry.year AS year, entry.type AS type)"
    return Column(name, type) { facts in
      facts.usesListIndex ? "listed.\(name)" : "(SELECT fact.\(name) FROM \(facts.view.subquery([name], of: entry)))"
    }
  }

  /// Returns the SQL of the ids and ``captionColumns`` of all films.
  private static func knownFilms(_ facts: QueryFacts) -> String {
    let columns = (["id"] + captionColumns).joined(separator: ", ")
    let collection = facts.usesListIndex ? "cache.listIndex" : facts.view.collectionSubquery(captionColumns)
    return """
      (SELECT \(columns) FROM \(collection)
        UNION ALL SELECT \(columns) FROM \(facts.view.subquery(captionColumns, of: otherFilms(facts))))
      """
  }

  /// Returns the SQL of the ids of the films that are not in the collection.
  private static func otherFilms(_ facts: QueryFacts) -> String {
    let cached =
      facts.view.hasAliases
      ? """
      SELECT coalesce(alias.film, film.id) AS id FROM cache.film AS film
        LEFT JOIN main.alias AS alias ON alias.id = film.id
      """ : "SELECT id FROM cache.film"
    return """
      (SELECT id, NULL AS title, NULL AS year, NULL AS type FROM main.record
          WHERE id NOT IN (SELECT id FROM main.entry)
        UNION SELECT id, NULL, NULL, NULL FROM main.importedRecord
          WHERE id NOT IN (SELECT id FROM main.entry)
        UNION SELECT id, NULL, NULL, NULL FROM (\(cached)) AS cached
          WHERE id NOT IN (SELECT id FROM main.entry))
      """
  }
}
