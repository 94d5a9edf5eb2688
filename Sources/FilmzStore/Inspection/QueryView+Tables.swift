import FilmzDomain

// The views of the other tables of the collection.
extension QueryView {
  static let viewings = QueryView(
    "viewings", "Viewings of films.", from: "main.viewing AS viewing",
    [
      Column("id"), Column("film"),
      Column(
        "number", number,
        """
        (SELECT count(*) FROM main.viewing AS other WHERE other.film = viewing.film
            AND (other.position, other.id) <= (viewing.position, viewing.id))
        """), Column("date", date), Column("rating", rating, "viewing.rating / 10.0"), Column("note"),
      Column("tags", list),
    ])

  static let lists = QueryView(
    "lists", "Lists of films.", from: "main.list AS list",
    [
      Column("id"), Column("name"), Column("description"),
      Column("films", number, "(SELECT count(*) FROM main.listItem WHERE listItem.list = list.id)"),
      Column(
        "seen", number,
        """
        (SELECT count(*) FROM main.listItem WHERE listItem.list = list.id
            AND EXISTS (SELECT 1 FROM main.viewing WHERE viewing.film = listItem.film))
        """), Column("createdAt", time, time("createdAt")), Column("changedAt", time, time("changedAt")),
    ])

  static let listFilms = QueryView(
    "list_films", "Films in lists, with their places.", from: "main.listItem AS item",
    [
      Column("list"), Column("name", "text", "(SELECT list.name FROM main.list WHERE list.id = item.list)"),
      Column("film"),
      Column(
        "place", number,
        "row_number() OVER (PARTITION BY item.list ORDER BY item.position, item.film)"),
    ])

  static let comments = QueryView(
    "comments", "Comments on films.", from: "main.comment AS comment",
    [
      Column("id"), Column("film", "text", expression: canonicalFilm), Column("name"),
      Column("time", time, "nullif(time, '\(FilmComment.unknownTime)')"), Column("text"),
      Column("mine", boolean, "source IS NULL"), Column("source"),
    ])

  /// Returns the SQL expression of the canonical id of a comment's film; the comment may be stored with another id.
  private static func canonicalFilm(_ facts: QueryFacts) -> String {
    guard facts.view.hasAliases else { return "comment.film" }
    return "coalesce((SELECT alias.film FROM main.alias WHERE alias.id = comment.film), comment.film)"
  }

  static let skips = QueryView(
    "skips", "Films that you are not interested in.", from: "main.skip AS skip",
    [
      Column("id"), Column("imdbID", "text", imdbID("id")), Column("title"), Column("year", number),
      Column("dateSkipped", time, time("skippedAt")), Column("platform"),
    ])

  static let records = QueryView(
    "records", "Facts that you entered; NULL for the others.", from: "main.record AS record",
    [Column("id"), Column("imdbID", "text", imdbID("id"))]
      + RecordField.allCases.map { field in Column(field.rawValue, recordType(field.form), "\(field.rawValue) ->> '$'")
      } + [Column("own", list, "(SELECT json_group_array(key) FROM json_each(facts))")])

  private static func recordType(_ form: RecordField.Form) -> String {
    switch form {
    case .text, .address, .type: "text"
    case .year, .minutes: number
    case .date: date
    case .list: list
    }
  }

  static let steps = QueryView(
    "steps", "Steps of the journal, one for each command that changed data.", from: "main.step AS step",
    [
      Column("step", number, "step.number"), Column("time", time, time("madeAt")), Column("command"),
      Column("undone", boolean, "undoneAt IS NOT NULL"), Column("id"), Column("installation"),
    ])

  static let changes = QueryView(
    "changes", "Changes in the journal.", from: "main.change AS change",
    [
      Column("number", number),
      Column("step", number, "(SELECT step.number FROM main.step WHERE step.id = change.step)"),
      Column("time", time, "strftime('%Y-%m-%dT%H:%M:%SZ', (clock >> 16) / 1000, 'unixepoch')"),
      Column("kind"), Column("subjectKind"), Column("subject"), Column("film"),
      Column("fields", "JSON object"), Column("id"), Column("installation"),
    ])
}
