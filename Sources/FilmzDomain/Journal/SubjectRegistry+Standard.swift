extension SubjectRegistry {
  /// The kinds of things that the collection holds.
  package static let standard = SubjectRegistry([
    .entry, .viewing, .skip, .ratingSkip, .alias,
  ])
}

extension JournalSubject {
  /// A film of the collection: what is the user's of it, and its caption.
  package static let entry = JournalSubject(
    .entry, table: "entry", identity: .film,
    fields: [
      Field("title", .text), Field("year", .year),
      Field("addedAt", .moment, isRequired: true, label: "date added"),
      Field("rating", .rating, label: "rating"),
      Field("audience", .choice(Audience.allCases.map(\.rawValue)), label: "audience"),
      Field("recommendedBy", .text, label: "recommendation"),
      Field("notes", .note, label: "note"), Field("tags", .set, label: "tags"),
    ],
    captionFields: ["title", "year"],
    words: Words(
      "entry", restored: "is in the collection again", removed: "is out of the collection"))

  /// One time that a film was seen.
  package static let viewing = JournalSubject(
    .viewing, table: "viewing", identity: .own,
    fields: [
      Field("film", .text, isRequired: true), Field("position", .integer, isRequired: true),
      Field("date", .text, label: "date"), Field("rating", .rating, label: "rating"),
      Field("note", .note, label: "note"), Field("tags", .set, label: "tags"),
    ],
    parents: [Parent("film", .entry, keepsParent: true)],
    hasUUID: true,
    words: Words("viewing", nameField: "date"))

  /// A film that is not wanted.
  package static let skip = JournalSubject(
    .skip, table: "skip", identity: .film,
    fields: [
      Field("title", .text), Field("year", .year), Field("skippedAt", .moment, isRequired: true),
    ],
    captionFields: ["title", "year"],
    words: Words("skip", restored: "is skipped again", removed: "is not skipped any more"))

  /// A film that was passed over in a rating session, and the rating that it had then.
  package static let ratingSkip = JournalSubject(
    .ratingSkip, table: "ratingSkip", identity: .film,
    fields: [
      Field("rating", .rating),
      Field(
        "skippedAt", .moment, isRequired: true, label: "place among the last in rating sessions"),
    ],
    words: Words(
      "rating skip", restored: "comes last in rating sessions again",
      removed: "does not come last in rating sessions any more"))

  /// An id that stands for a film with a better id.
  ///
  /// The subject's id is the alias. `foundBy` names the source that told; it is `nil` if the user did.
  package static let alias = JournalSubject(
    .alias, table: "alias", identity: .own,
    fields: [Field("film", .text, isRequired: true), Field("foundBy", .text)],
    words: Words("alias"))
}
