import GRDB

// The numbers of films in the lists of the user.
extension ListIndex {
  /// Replaces the counts of the lists whose places or films have changed.
  ///
  /// These are the lists that have or had a film in `temp.changedFilm`, and the lists of places with changes whose row
  /// numbers are above `number`.
  func replaceLists(since number: Int64) throws {
    // SQLite reads a cross join in the given order; it does not know that few films have changed.
    try db.execute(
      sql: """
        WITH new AS (\(Self.newChanges))
        DELETE FROM cache.listIndexLists WHERE id NOT IN (SELECT id FROM main.list) OR id IN (
          SELECT substr(subject, 1, instr(subject, ' ') - 1) FROM new WHERE subjectKind = 'listItem'
          UNION SELECT list FROM temp.changedFilm CROSS JOIN main.listItem ON film = changedFilm.id
          UNION SELECT substr(change.subject, 1, instr(change.subject, ' ') - 1)
            FROM temp.changedFilm CROSS JOIN main.change ON change.film = changedFilm.id
            WHERE change.subjectKind = 'listItem')
        """, arguments: [number])
    try insertLists("cache")
  }

  /// Inserts the counts of the lists whose counts are missing.
  func insertLists(_ schema: String) throws {
    try db.execute(
      sql: """
        INSERT INTO \(schema).listIndexLists
        SELECT list.id, count(item.film), coalesce(sum(
          EXISTS (SELECT 1 FROM main.viewing WHERE viewing.film = item.film)), 0)
        FROM main.list LEFT JOIN main.listItem AS item ON item.list = list.id
        WHERE list.id NOT IN (SELECT id FROM \(schema).listIndexLists) GROUP BY list.id
        """)
  }
}
