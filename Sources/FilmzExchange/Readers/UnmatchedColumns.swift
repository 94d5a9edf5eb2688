import FilmzDomain

/// The columns of a file of unmatched rows.
enum UnmatchedColumns {
  /// Returns whether these are the columns, in lower case, of a file of unmatched rows.
  static func identify(_ names: Set<String>) -> Bool {
    names.isSuperset(of: ["imdbid", "reason", "candidate1", "viewing", "viewingdate"])
  }

  /// The columns by their names in lower case.
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })

  static let all = questionColumns + filmColumns + rowColumns + viewingColumns + otherColumns

  private static let questionColumns: [UnmatchedColumn] = [
    .enteredID("imdbID", \.enteredID), .text("reason", \.reason),
    .text("candidate1", \.candidates[0]), .text("candidate2", \.candidates[1]),
    .text("candidate3", \.candidates[2]),
  ]

  private static let filmColumns: [UnmatchedColumn] = [
    .text("title", \.row.film.title), .text("originalTitle", \.row.film.originalTitle),
    .integer("year", \.row.film.year), .type("type", \.row.film.type),
    .ids("ids", \.row.film.ids), .text("address", \.row.address),
  ]

  private static let rowColumns: [UnmatchedColumn] = [
    .flag("seen", \.row.isSeen), .flag("wanted", \.row.isWanted), .rating("rating", \.row.rating),
    .date("date", \.row.date), .date("dateAdded", \.row.addedOn), .text("note", \.row.note),
    .tags("tags", \.row.tags),
    .audience("audience", \.row.audience), .text("recommendedBy", \.row.recommendedBy),
    .tags("lists", \.row.lists),
  ]

  private static let viewingColumns: [UnmatchedColumn] = [
    .flag("viewing", \.hasViewing), .date("viewingDate", \.viewing.date),
    .rating("viewingRating", \.viewing.rating), .text("viewingNote", \.viewing.note),
    .tags("viewingTags", \.viewing.tags), .flag("summary", \.row.isSummary),
  ]

  private static let otherColumns: [UnmatchedColumn] = [
    .text("list", \.list), .text("listDescription", \.listDescription),
    .integer("position", \.row.position), .flag("episode", \.hasEpisode),
    .text("episodeTitle", \.episode.title),
    .text("episodeOriginalTitle", \.episode.originalTitle),
    .integer("episodeYear", \.episode.year), .type("episodeType", \.episode.type),
    .ids("episodeIDs", \.episode.ids), .text("file", \.file), .integer("line", \.line),
  ]
}
