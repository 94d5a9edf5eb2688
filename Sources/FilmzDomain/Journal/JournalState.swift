/// The user's data as a function of the set of changes (contract, "What is synced").
///
/// The order in which the changes are given does not matter, nor whether one is given twice. Given all
/// changes of a journal it is the whole of the data; given all changes of some films, the data of these
/// films.
package struct JournalState: Sendable, Equatable {
  /// All fields of each thing that exists, under canonical ids.
  package private(set) var rows: [Change.Subject: [String: FieldValue]] = [:]
  package private(set) var aliases = FilmAliases()
  /// The ids under which something is said of each thing that exists and can have several.
  package private(set) var livingIDs: [Change.Subject: Set<String>] = [:]

  private let subjects: SubjectRegistry

  /// Computes the data.
  package init(of changes: some Sequence<RecordedChange>, subjects: SubjectRegistry) {
    self.subjects = subjects
    var histories = SubjectHistories(changes, subjects)
    aliases = Self.aliases(histories)
    histories.dropRemovalsWithParents(aliases, subjects)
    let existence = ExistenceTable(histories, subjects)
    for subject in subjects.all { addRows(of: subject, histories, existence) }
  }

  package static func == (left: Self, right: Self) -> Bool { left.rows == right.rows }

  // MARK: - Things

  private mutating func addRows(
    of declared: JournalSubject, _ histories: SubjectHistories, _ existence: ExistenceTable
  ) {
    var members: [Change.Subject: [Change.Subject]] = [:]
    for subject in histories.subjects(of: declared.kind) where exists(subject, existence, histories)
    {
      members[canonical(subject, declared), default: []].append(subject)
    }
    for (subject, ids) in members {
      let counted = ids.compactMap { existence[$0] }
      guard counted.contains(where: \.hasInsertion) else { continue }
      rows[subject] = row(subject, declared, counted.flatMap(\.changes), histories.parents(of: ids))
      if declared.identity != .own { note(ids, as: subject) }
      for parent in ids.flatMap({ histories.parents(of: $0).values }) {
        guard let declared = subjects[parent.kind], declared.identity == .film else { continue }
        note([parent], as: canonical(parent, declared))
      }
    }
  }

  private mutating func note(_ ids: [Change.Subject], as canonical: Change.Subject) {
    livingIDs[canonical, default: []].formUnion(ids.map(\.id))
  }

  /// Whether a thing was not removed, and what it is part of exists.
  ///
  /// The parent may be known under another of its film's ids only.
  private func exists(
    _ subject: Change.Subject, _ existence: ExistenceTable, _ histories: SubjectHistories
  ) -> Bool {
    guard existence[subject]?.isKept == true else { return false }
    return histories.parents(of: subject).values.allSatisfy { parent in
      guard let declared = subjects[parent.kind] else { return false }
      return existence[parent]?.isKept ?? true && rows[canonical(parent, declared)] != nil
    }
  }

  private func canonical(_ subject: Change.Subject, _ declared: JournalSubject) -> Change.Subject {
    switch declared.identity {
    case .own: return subject
    case .film:
      return Change.Subject(subject.kind, aliases.canonical(FilmID(canonical: subject.id)).rawValue)
    case .parents:
      let ids = subject.id.split(separator: " ").map { canonicalID(of: String($0)) }
      return Change.Subject(subject.kind, ids.joined(separator: " "))
    }
  }

  private func canonicalID(of id: String) -> String {
    aliases.canonical(FilmID(canonical: id)).rawValue
  }

  /// Each field with the value of the newest change that names it; lists element by element.
  ///
  /// A removal names none.
  private func row(
    _ subject: Change.Subject, _ declared: JournalSubject, _ changes: [StandingChange],
    _ parents: [String: Change.Subject]
  ) -> [String: FieldValue] {
    var row = Dictionary(uniqueKeysWithValues: declared.fields.map { ($0.name, $0.empty) })
    for standing in changes.sorted(by: { $0.position < $1.position })
    where standing.record.change.kind != .delete {
      for (name, field) in standing.record.change.fields {
        row[name] = field.applied(to: row[name] ?? .null)
      }
    }
    for parent in declared.parents {
      guard let id = parents[parent.field]?.id else { continue }
      row[parent.field] = .text(subjects[parent.kind]?.identity == .film ? canonicalID(of: id) : id)
    }
    if declared.kind == .alias { row["film"] = .text(canonicalID(of: subject.id)) }
    return row
  }

  // MARK: - Aliases

  private static func aliases(_ histories: SubjectHistories) -> FilmAliases {
    var pointers: [FilmID: FilmID] = [:]
    for subject in histories.subjects(of: .alias) {
      let existence = SubjectExistence(histories[subject], keptBy: nil)
      let film = existence.changes.last { $0.record.change.fields["film"] != nil }?
        .record.change.fields["film"]?.new.text
      guard existence.isKept, existence.hasInsertion, let film else { continue }
      pointers[FilmID(canonical: subject.id)] = FilmID(canonical: film)
    }
    return FilmAliases(pointers)
  }
}

extension Change.FieldChange {
  /// The value of a field after this change; of lists it adds and removes elements one by one.
  package func applied(to value: FieldValue) -> FieldValue {
    guard case .list(let present) = value else { return new }
    var seen: Set<String> = []
    let added = new.elements.filter { !old.elements.contains($0) && !present.contains($0) }
    let kept = present.filter { !old.elements.contains($0) || new.elements.contains($0) }
    return .list((kept + added).filter { seen.insert($0).inserted })
  }
}
