import FilmzDomain
import GRDB

/// Looks for what was changed since a step in what the step changed.
struct UndoConflict {
  let db: Database
  let subjects: SubjectRegistry
  let step: JournalStep
  let changes: [RecordedChange]

  /// What was changed since, in a word, and the title of the film; `nil` if nothing was.
  ///
  /// Either only changes of other installations count, or all.
  func find(isOnlyOthers: Bool) throws -> (what: String, film: String)? {
    let own =
      try isOnlyOthers ? Set(String.fetchAll(db, sql: "SELECT id FROM main.installation")) : []
    for record in changes {
      let later = try laterChanges(record).filter { !own.contains($0.installation) }
      if let what = later.lazy.compactMap({ what($0, record) }).first {
        return (what, try title(record))
      }
    }
    return nil
  }

  /// The standing changes since then of a subject, of its parts, and for an alias of its film.
  private func laterChanges(_ record: RecordedChange) throws -> [RecordedChange] {
    let reader = JournalReader(db: db, subjects: subjects)
    let ids = try idsOfSameThing(record)
    var candidates = try reader.changes(of: ids)
    if record.change.kind != .update || record.change.subject.kind == .alias {
      candidates += try reader.changes(ofFilms: ids)
      candidates += try ids.flatMap(reader.changes(ofPartsOf:))
    }
    candidates = candidates.filter {
      $0.step != step.id && subjects.understand($0.change) && concerns($0, record)
    }
    let undone = try reader.undoneSteps(of: Set(candidates.map(\.step)).union([step.id]))
    guard let position = undone.position(of: record) else { return [] }
    return candidates.filter { undone.position(of: $0).map { $0 > position } ?? false }
  }

  /// Whether a change is about the same thing as another, about a part of it if the other one brought or
  /// removed it, or about any thing of a film if the other one is about its ids.
  private func concerns(_ later: RecordedChange, _ earlier: RecordedChange) -> Bool {
    let (kind, other) = (later.change.subject.kind, earlier.change.subject.kind)
    if kind == other || other == .alias { return true }
    guard earlier.change.kind != .update else { return false }
    return subjects.children(of: other).contains { $0.subject.kind == kind }
  }

  private func idsOfSameThing(_ record: RecordedChange) throws -> [String] {
    let change = record.change
    let films =
      switch (change.subject.kind, subjects[change.subject.kind]?.identity) {
      case (.alias, _): [change.subject.id, change.fields["film"]?.new.text].compactMap(\.self)
      case (_, .film): [change.subject.id]
      default: [String]()
      }
    guard !films.isEmpty, try CollectionStore.hasAliases(db) else {
      return films.isEmpty ? [change.subject.id] : films
    }
    let sql = """
      WITH film AS (SELECT coalesce(alias.film, given.value) AS id
        FROM json_each(?) AS given LEFT JOIN main.alias ON alias.id = given.value)
      SELECT id FROM film UNION SELECT alias.id FROM film JOIN main.alias ON alias.film = film.id
      """
    return try String.fetchAll(db, sql: sql, arguments: [CollectionStore.text(of: films)])
  }

  /// What a later change says of what an earlier one did, in a word; `nil` if it is something else.
  private func what(_ later: RecordedChange, _ earlier: RecordedChange) -> String? {
    guard let declared = subjects[later.change.subject.kind] else { return nil }
    let isSame = later.change.subject.kind == earlier.change.subject.kind
    let whole =
      isSame && declared.identity == .film
      ? "the \(declared.words.noun)" : "a \(declared.words.noun)"
    if later.change.kind == .update,
      later.change.fields.keys.allSatisfy(declared.captionFields.contains)
    {
      return later.change.fields.isEmpty && earlier.change.subject.kind == .alias ? whole : nil
    }
    guard earlier.change.kind == .update, earlier.change.subject.kind != .alias else {
      let isExistence = later.change.kind != .update || earlier.change.kind != .delete
      return isExistence ? what(of: later, declared, whole) : nil
    }
    guard later.change.kind != .delete else { return nil }
    let names = earlier.change.fields.keys.sorted().filter { name in
      !declared.captionFields.contains(name)
        && overlap(earlier.change.fields[name], later.change.fields[name])
    }
    return names.first.map { name in declared.field(name)?.label.map { "the \($0)" } ?? whole }
  }

  private func what(of later: RecordedChange, _ declared: JournalSubject, _ whole: String) -> String
  {
    guard later.change.kind == .update, declared.identity == .film,
      let name = later.change.fields.keys.sorted().first,
      let label = declared.field(name)?.label
    else { return whole }
    return "the \(label)"
  }

  /// Whether two changes name the same field; of lists, the same element.
  private func overlap(_ first: Change.FieldChange?, _ second: Change.FieldChange?) -> Bool {
    guard let first, let second else { return false }
    let elements = first.changedElements
    return elements.isEmpty || !elements.isDisjoint(with: second.changedElements)
  }

  private func title(_ record: RecordedChange) throws -> String {
    let film =
      record.film
      ?? subjects.film(of: record.change.subject, record.change.fields.mapValues(\.new))
    guard let film else { return record.change.subject.id }
    let canonical = try CollectionStore.fetchCanonicalIDs(of: [film], db)[film] ?? film
    let title = record.change.fields["title"].flatMap { $0.new.text ?? $0.old.text }
    return try CollectionStore.fetchEntry(canonical, db)?.caption?.title ?? title ?? film.rawValue
  }
}

extension Change.FieldChange {
  /// The elements that a change adds to a list or removes from it.
  fileprivate var changedElements: Set<String> {
    Set(old.elements).symmetricDifference(new.elements)
  }
}
