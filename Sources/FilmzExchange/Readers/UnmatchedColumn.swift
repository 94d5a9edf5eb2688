import FilmzDomain

/// A column of a file of unmatched rows: its name, and how its values are written and read.
struct UnmatchedColumn: Sendable {
  typealias Path<Value> = any WritableKeyPath<UnmatchedRecord, Value> & Sendable

  let name: String
  /// Returns the text of a record; `nil` if it has no value.
  let text: @Sendable (UnmatchedRecord) -> String?
  /// Sets the value of a record to a text, which is not empty, with the order of the column's dates; returns `false` if
  /// the text is not valid.
  let set: @Sendable (inout UnmatchedRecord, String, DateOrder?) -> Bool
  /// `true` if the text must be a date.
  let isDate: Bool

  private init<Value>(
    _ name: String, _ path: Path<Value>, isDate: Bool = false,
    text: @escaping @Sendable (Value) -> String?, value: @escaping @Sendable (String, DateOrder?) -> Value?
  ) {
    self.name = name
    self.isDate = isDate
    self.text = { text($0[keyPath: path]) }
    set = { record, text, order in
      guard let value = value(text, order) else { return false }
      record[keyPath: path] = value
      return true
    }
  }

  static func text(_ name: String, _ path: Path<String?>) -> Self {
    Self(name, path, text: { $0 }, value: { text, _ in .some(text) })
  }

  static func integer(_ name: String, _ path: Path<Int?>) -> Self {
    Self(
      name, path, text: { $0.map(String.init) },
      value: { text, _ in (Int(text.trimmed) ?? text.trimmed.wholeNumber).map(Optional.some) })
  }

  static func flag(_ name: String, _ path: Path<Bool>) -> Self {
    Self(name, path, text: { $0 ? "true" : nil }, value: { text, _ in text.trimmed.flag })
  }

  static func date(_ name: String, _ path: Path<PartialDate?>) -> Self {
    Self(
      name, path, isDate: true, text: { $0?.text },
      value: { text, order in
        ImportedDate(text.trimmed).flatMap { $0.isAmbiguous && order == nil ? nil : .some($0.date(order)) }
      })
  }

  static func rating(_ name: String, _ path: Path<Rating?>) -> Self {
    Self(name, path, text: { $0?.text }, value: { text, _ in (try? Rating(parsing: text.trimmed)).map(Optional.some) })
  }

  static func type(_ name: String, _ path: Path<MediaType?>) -> Self {
    Self(name, path, text: { $0?.rawValue }, value: { text, _ in MediaType(named: text.trimmed).map(Optional.some) })
  }

  static func audience(_ name: String, _ path: Path<Audience?>) -> Self {
    Self(name, path, text: { $0?.rawValue }, value: { text, _ in Audience(named: text.trimmed).map(Optional.some) })
  }

  /// An id that is not written, but that the user enters.
  static func enteredID(_ name: String, _ path: Path<FilmID?>) -> Self {
    Self(name, path, text: { _ in nil }, value: { text, _ in FilmID(orIMDbNumber: text.trimmed).map(Optional.some) })
  }

  /// Ids separated by spaces.
  static func ids(_ name: String, _ path: Path<[FilmID]>) -> Self {
    Self(
      name, path, text: { $0.map(\.rawValue).joined(separator: " ") },
      value: { text, _ in
        let ids = text.split(separator: " ").map { FilmID(String($0)) }
        return ids.contains(nil) ? nil : ids.compactMap(\.self)
      })
  }

  static func tags(_ name: String, _ path: Path<[String]>) -> Self {
    Self(name, path, text: { $0.joinedInField }, value: { text, _ in text.textsInField })
  }
}

extension UnmatchedColumn {
  /// Returns whether names of columns, in lower case, are those of a file of unmatched rows.
  static func identifyFile(_ names: Set<String>) -> Bool {
    names.isSuperset(of: ["imdbid", "reason", "candidate1", "viewing", "viewingdate"])
  }

  /// The columns by their names in lower case.
  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name.lowercased(), $0) })

  static let all = identificationColumns + filmColumns + rowColumns + viewingColumns + otherColumns

  private static let identificationColumns: [UnmatchedColumn] = [
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
    .flag("seen", \.row.isSeen), .flag("wanted", \.row.isWanted), .flag("skipped", \.row.isSkipped),
    .rating("rating", \.row.rating), .date("date", \.row.date), .date("dateAdded", \.row.addedOn),
    .text("note", \.row.note), .tags("tags", \.row.tags), .audience("audience", \.row.audience),
    .text("recommendedBy", \.row.recommendedBy), .tags("lists", \.row.lists),
  ]

  private static let viewingColumns: [UnmatchedColumn] = [
    .flag("viewing", \.hasViewing), .date("viewingDate", \.viewing.date),
    .rating("viewingRating", \.viewing.rating), .text("viewingNote", \.viewing.note),
    .tags("viewingTags", \.viewing.tags), .flag("summary", \.row.isSummary),
  ]

  private static let otherColumns: [UnmatchedColumn] = [
    .text("list", \.list), .text("listDescription", \.listDescription),
    .text("listAddress", \.listAddress),
    .integer("position", \.row.position), .flag("episode", \.hasEpisode),
    .text("episodeTitle", \.episode.title), .text("episodeOriginalTitle", \.episode.originalTitle),
    .integer("episodeYear", \.episode.year), .type("episodeType", \.episode.type),
    .ids("episodeIDs", \.episode.ids), .text("row", \.unreadableText), .text("file", \.file), .integer("line", \.line),
  ]
}
