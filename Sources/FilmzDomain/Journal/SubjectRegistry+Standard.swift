extension SubjectRegistry {
  /// The kinds of subjects in a collection.
  package static let standard = SubjectRegistry([
    .entry, .viewing, .skip, .ratingSkip, .alias, .list, .listItem, .savedCollection,
    .record, .importedRecord, .comment, .subscription,
  ])
}

extension JournalSubject {
  /// A film in the collection: its caption and the user's data about it.
  package static let entry = JournalSubject(
    .entry, table: "entry", identity: .film,
    fields: [
      Field("title", .text), Field("year", .year), Field("type", .choice(MediaType.allCases.map(\.rawValue))),
      Field("addedAt", .timestamp, isRequired: true, label: "date added"), Field("rating", .rating, label: "rating"),
      Field("audience", .choice(Audience.allCases.map(\.rawValue)), label: "audience"),
      Field("recommendedBy", .laterLimitedName, label: "recommender"), Field("notes", .note, label: "note"),
      Field("tags", .names, label: "tags"), Field("platform", .laterLimitedName, label: "platform"),
      Field("imported", .set),
    ], captionFields: ["title", "year", "type", "imported"], noun: "entry",
    predicates: ("is in the collection again", "is no longer in the collection"))

  /// One viewing of a film.
  package static let viewing = JournalSubject(
    .viewing, table: "viewing", identity: .ownID,
    fields: [
      Field("film", .filmID, isRequired: true), Field("position", .integer, isRequired: true),
      Field("date", .date, label: "date"), Field("rating", .rating, label: "rating"),
      Field("note", .note, label: "note"), Field("tags", .names, label: "tags"), Field("imported", .set),
    ], parents: [(field: "film", kind: .entry, restoresParent: true)], captionFields: ["imported"], requiresUUID: true,
    noun: "viewing", nameField: "date")

  /// A film that the user is not interested in.
  package static let skip = JournalSubject(
    .skip, table: "skip", identity: .film,
    fields: [
      Field("title", .text), Field("year", .year), Field("skippedAt", .timestamp, isRequired: true),
      Field("platform", .laterLimitedName, label: "platform"),
    ], captionFields: ["title", "year"], noun: "skip", predicates: ("is skipped again", "is no longer skipped"))

  /// A film that was skipped in a rating session, with its rating at that time.
  package static let ratingSkip = JournalSubject(
    .ratingSkip, table: "ratingSkip", identity: .film,
    fields: [
      Field("rating", .rating), Field("skippedAt", .timestamp, isRequired: true, label: "position in rating sessions"),
    ], noun: "rating skip",
    predicates: ("comes last in rating sessions again", "no longer comes last in rating sessions"))

  /// An alias: an id of a film that is not its canonical id.
  ///
  /// The subject's id is the alias. The field `film` is its target, an id of the same film that ranks higher. The field
  /// `foundBy` names the source that reported the alias; it is null if the user entered the alias. `rejected` has the
  /// ids that the user does not accept for a film known by title and year only.
  package static let alias = JournalSubject(
    .alias, table: "alias", identity: .ownID,
    fields: [Field("film", .filmID, isRequired: true), Field("foundBy", .text), Field("rejected", .set)],
    filmField: "film",
    noun: "alternative id")

  /// A list of films.
  ///
  /// `changedAt` is the time of the last change of the list or of its places; a change of this field does not restore a
  /// removed list, and does not prevent the undo of an earlier step. `imported` contains the names of the lists in files
  /// that were imported into this one.
  package static let list = JournalSubject(
    .list, table: "list", identity: .ownID,
    fields: [
      Field("name", .name, isRequired: true, label: "name"), Field("description", .note, label: "description"),
      Field("createdAt", .timestamp, isRequired: true), Field("changedAt", .timestamp, isRequired: true),
      Field("imported", .set),
    ], captionFields: ["changedAt", "imported"], requiresUUID: true, noun: "list", nameField: "name")

  /// A film's place in a list; the field `position` has the text of a ``ListPosition``.
  ///
  /// A place that is changed or inserted after its film was removed from the collection restores the film, but
  /// not a removed list. Source: contract, What is synced.
  package static let listItem = JournalSubject(
    .listItem, table: "listItem", identity: .parents,
    fields: [
      Field("list", .text, isRequired: true), Field("film", .filmID, isRequired: true),
      Field("position", .position, isRequired: true),
    ],
    parents: [
      (field: "list", kind: .list, restoresParent: false),
      (field: "film", kind: .entry, restoresParent: true),
    ],
    noun: "place")

  /// A smart collection that the user saved; the id is the ``CollectionName/key`` of its name.
  package static let savedCollection = JournalSubject(
    .savedCollection, table: "savedCollection", identity: .ownID,
    fields: [
      Field("name", .name, isRequired: true, label: "name"), Field("filter", .text, isRequired: true, label: "filter"),
    ], noun: "collection", nameField: "name")

  /// A list of another person that the user follows; the id is that of the published list.
  ///
  /// `address` is the text of a ``ListAddress``; `name` is the list's name when the user began to follow it.
  package static let subscription = JournalSubject(
    .subscription, table: "subscription", identity: .ownID,
    fields: [
      Field("name", .name, isRequired: true), Field("address", .text, isRequired: true),
      Field("followedAt", .timestamp, isRequired: true),
    ], noun: "list", nameField: "name", predicates: ("is followed again", "is no longer followed"))

  /// The facts that the user entered for a film.
  ///
  /// `sourceTitle` and `sourceYear` are the title and year that were known when the record was made.
  package static let record = JournalSubject(
    .record, table: "record", identity: .film,
    fields: [Field("sourceTitle", .text), Field("sourceYear", .year)]
      + RecordField.allCases.map { Field($0.rawValue, .fact, label: $0.rawValue) },
    captionFields: ["sourceTitle", "sourceYear"], noun: "own record",
    predicates: ("has its own record again", "no longer has an own record"))

  /// The facts about a film from a file of records, as a film in JSON; they complete those from sources.
  package static let importedRecord = JournalSubject(
    .importedRecord, table: "importedRecord", identity: .film,
    fields: [Field("source", .text, isRequired: true), Field("facts", .film, isRequired: true)],
    noun: "imported record", predicates: ("has its imported record again", "no longer has an imported record"))

  /// A comment on a film, which need not be in the collection.
  ///
  /// `film` is the film's canonical id when the comment was written. `source` is the origin of an imported comment, and
  /// null for the user's own ones. `time` is a time in ISO 8601 with fractions of seconds in UTC; for imported
  /// comments, it may be any text. `shared` is 1 if the members of a server may read the comment.
  package static let comment = JournalSubject(
    .comment, table: "comment", identity: .ownID,
    fields: [
      Field("film", .filmID, isRequired: true), Field("name", .laterLimitedName, isRequired: true),
      Field("time", .text, isRequired: true), Field("text", .note, isRequired: true, label: "text"),
      Field("source", .text), Field("shared", .flag),
    ], filmField: "film", requiresUUID: true, noun: "comment")
}
