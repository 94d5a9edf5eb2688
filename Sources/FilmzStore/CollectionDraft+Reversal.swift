import FilmzDomain
import GRDB

extension CollectionDraft {
  /// Makes changes that take others back or repeat them, exactly.
  ///
  /// - Parameters:
  ///   - changes: What is to be done, in its order.
  ///   - original: The step they come from, for errors.
  ///   - force: Whether what was changed since is overridden.
  /// - Returns: The changes as they were made.
  /// - Throws: ``StoreError/changedSince(command:what:film:)``,
  ///   ``StoreError/unknownStep(command:)``.
  func repeatChanges(_ changes: [Change], of original: JournalStep, force: Bool) throws -> [Change]
  {
    var made: [Change] = []
    for change in changes {
      guard let table = SubjectTable.of(change.subject.kind),
        change.fields.keys.allSatisfy(table.columns.contains)
      else { throw StoreError.unknownStep(command: original.command) }
      let current = try table.fields(of: change.subject.id, db)
      if let difference = try difference(change, current), !force {
        throw StoreError.changedSince(
          command: original.command, what: difference, film: try name(of: change))
      }
      made += try make(change, current)
    }
    forgetEntries()
    return made
  }

  /// What is otherwise than the change expects it, in a word, or nothing.
  private func difference(_ change: Change, _ current: [String: FieldValue]?) throws -> String? {
    let isViewing = change.subject.kind == .viewing
    let whole = isViewing ? "a viewing" : "the entry"
    if change.kind == .insert {
      if isViewing, try change.film.map({ try entry($0) == nil }) == true {
        return "the entry"
      }
      return current == nil ? nil : whole
    }
    guard let current else { return whole }
    if change.kind == .delete, !isViewing, try hasViewings(change.subject.id) { return "a viewing" }
    let names = change.kind == .delete ? Array(current.keys) : Array(change.fields.keys)
    let other = names.sorted().first { name in
      // A caption may have come later; it is nothing that the user said.
      (isViewing || !Self.caption.contains(name))
        && current[name] != change.fields[name]?.old ?? (name == "tags" ? .list([]) : .null)
    }
    return other.map { isViewing ? whole : Self.words[$0] ?? whole }
  }

  /// Makes one change of what is there now, whatever that is.
  private func make(_ change: Change, _ current: [String: FieldValue]?) throws -> [Change] {
    let subject = change.subject
    let new = change.fields.mapValues(\.new)
    switch (change.kind, current) {
    case (.insert, nil):
      if subject.kind == .viewing, let film = change.film, try entry(film) == nil { return [] }
      defer { forgetEntries() }
      return try [record(.insert, subject, from: [:], to: new)].compactMap { $0 }
    case (.insert, let current?):
      if subject.kind == .viewing, let film = change.film, try entry(film) == nil { return [] }
      let missing = current.mapValues { value in
        if case .list = value { FieldValue.list([]) } else { FieldValue.null }
      }
      let all = missing.merging(new) { $1 }
      return try [record(.update, subject, from: current, to: all)].compactMap { $0 }
    case (.update, let current?):
      let old = current.filter { new[$0.key] != nil }
      return try [record(.update, subject, from: old, to: new)].compactMap { $0 }
    case (.delete, let current?):
      let viewings = subject.kind == .film ? try deleteViewings(ofFilm: subject.id) : []
      return try viewings + [record(.delete, subject, from: current, to: [:])].compactMap { $0 }
    default: return []
    }
  }

  private func deleteViewings(ofFilm id: String) throws -> [Change] {
    guard let table = SubjectTable.of(.viewing) else { return [] }
    let ids = try String.fetchAll(
      db.cachedStatement(sql: "SELECT id FROM viewing WHERE film = ? ORDER BY position, id"),
      arguments: [id])
    return try ids.compactMap { id in
      try record(
        .delete, Change.Subject(.viewing, id), from: try table.fields(of: id, db) ?? [:], to: [:])
    }
  }

  private func hasViewings(_ id: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM viewing WHERE film = ?)"),
      arguments: [id]) ?? false
  }

  private func name(of change: Change) throws -> String {
    guard let film = change.film else { return "a film" }
    let old = change.fields["title"].flatMap { field -> String? in
      for case .text(let title) in [field.new, field.old] { return title }
      return nil
    }
    return try entry(film)?.caption?.title ?? old ?? film.rawValue
  }

  private static let caption: Set<String> = ["title", "year"]

  /// What the user calls the other columns.
  private static let words = [
    "addedAt": "the date added",
    "rating": "the rating", "audience": "the audience", "recommendedBy": "the recommendation",
    "notes": "the note", "tags": "the tags",
  ]
}
