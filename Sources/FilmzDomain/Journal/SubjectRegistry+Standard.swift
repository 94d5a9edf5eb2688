extension SubjectRegistry {
  /// The kinds of subjects in a collection.
  package static let standard = SubjectRegistry([
    .entry, .viewing, .skip, .ratingSkip, .alias,
  ])
}

extension JournalSubject {
  /// A film in the collection: its caption and the user's data about it.
  package static let entry = JournalSubject(
    .entry, table: "entry", identity: .film,
    fields: [
      Field("title", .text), Field("year", .year),
      Field("addedAt", .timestamp, isRequired: true, label: "date added"),
      Field("rating", .rating, label: "rating"),
      Field("audience", .choice(Audience.allCases.map(\.rawValue)), label: "audience"),
      Field("recommendedBy", .text, label: "recommender"),
      Field("notes", .note, label: "note"), Field("tags", .set, label: "tags"),
      Field("platform", .text, label: "platform"),
    ],
    captionFields: ["title", "year"],
    wording: Wording(
      "entry", restored: "is in the collection again", removed: "is no longer in the collection"))

  /// One viewing of a film.
  package static let viewing = JournalSubject(
    .viewing, table: "viewing", identity: .ownID,
    fields: [
      Field("film", .text, isRequired: true), Field("position", .integer, isRequired: true),
      Field("date", .text, label: "date"), Field("rating", .rating, label: "rating"),
      Field("note", .note, label: "note"), Field("tags", .set, label: "tags"),
    ],
    parents: [Parent("film", .entry, restoresParent: true)],
    requiresUUID: true,
    wording: Wording("viewing", nameField: "date"))

  /// A film that the user is not interested in.
  package static let skip = JournalSubject(
    .skip, table: "skip", identity: .film,
    fields: [
      Field("title", .text), Field("year", .year), Field("skippedAt", .timestamp, isRequired: true),
      Field("platform", .text, label: "platform"),
    ],
    captionFields: ["title", "year"],
    wording: Wording("skip", restored: "is skipped again", removed: "is no longer skipped"))

  /// A film that was skipped in a rating session, with its rating at that time.
  package static let ratingSkip = JournalSubject(
    .ratingSkip, table: "ratingSkip", identity: .film,
    fields: [
      Field("rating", .rating),
      Field(
        "skippedAt", .timestamp, isRequired: true, label: "position in rating sessions"),
    ],
    wording: Wording(
      "rating skip", restored: "comes last in rating sessions again",
      removed: "no longer comes last in rating sessions"))

  /// An id of a film that is not the canonical one, and the id of the same film that it stands for.
  ///
  /// The subject's id is the alias. The field `film` is its target, which ranks higher. The field `foundBy`
  /// names the source that reported the alias; it is null if the user entered the alias.
  package static let alias = JournalSubject(
    .alias, table: "alias", identity: .ownID,
    fields: [Field("film", .text, isRequired: true), Field("foundBy", .text)],
    wording: Wording("alternative id"))
}
