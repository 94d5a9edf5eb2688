/// The user's data, computed as a pure function of a set of changes.
///
/// The order of the changes does not matter, and repeated changes have no effect. All changes of a journal
/// produce the complete data; all changes of some films produce the data about these films. Source:
/// contract, What is synced.
package struct JournalState: Sendable, Equatable {
  /// All fields of each existing subject; the keys have canonical ids.
  package private(set) var rows: [Change.Subject: [String: FieldValue]] = [:]
  package private(set) var aliases = FilmAliases()
  /// The ids, canonical or alias, under which each existing subject exists in the journal.
  ///
  /// These are the ids of its own changes, and those by which existing children refer to it. Subjects
  /// with ids of their own are not included.
  package private(set) var liveIDs: [Change.Subject: Set<String>] = [:]

  private let subjects: SubjectRegistry
  private let histories: SubjectHistories
  private let existence: ExistenceTable

  /// Computes the data from changes.
  package init(of changes: some Sequence<RecordedChange>, subjects: SubjectRegistry) {
    self.subjects = subjects
    var histories = SubjectHistories(changes, subjects)
    aliases = Self.aliases(histories)
    histories.removeDeletionsWithParents(aliases, subjects)
    self.histories = histories
    existence = ExistenceTable(histories, subjects)
    for declaration in subjects.all { addRows(of: declaration) }
  }

  package static func == (left: Self, right: Self) -> Bool { left.rows == right.rows }

  // MARK: - Rows

  private mutating func addRows(of declaration: JournalSubject) {
    var recordedSubjects: [Change.Subject: [Change.Subject]] = [:]
    for subject in histories.subjects(of: declaration.kind) where exists(subject) {
      recordedSubjects[canonical(subject, declaration), default: []].append(subject)
    }
    for (subject, recorded) in recordedSubjects {
      let existences = recorded.compactMap { existence[$0] }
      guard existences.contains(where: \.hasInsertion) else { continue }
      rows[subject] = row(
        subject, declaration, existences.flatMap(\.changes), histories.parents(of: recorded))
      if declaration.identity != .ownID { addLiveIDs(of: recorded, to: subject) }
      for parent in recorded.flatMap({ histories.parents(of: $0).values }) {
        guard let declaration = subjects[parent.kind], declaration.identity == .film else {
          continue
        }
        addLiveIDs(of: [parent], to: canonical(parent, declaration))
      }
    }
  }

  private mutating func addLiveIDs(of recorded: [Change.Subject], to canonical: Change.Subject) {
    liveIDs[canonical, default: []].formUnion(recorded.map(\.id))
  }

  /// Returns whether a subject was not removed and its parents exist.
  ///
  /// If no change of a parent was recorded under the id that the subject names, the parent may exist under
  /// another id of the same film.
  private func exists(_ subject: Change.Subject) -> Bool {
    guard existence[subject]?.isLive == true else { return false }
    return histories.parents(of: subject).values.allSatisfy { parent in
      guard let declaration = subjects[parent.kind] else { return false }
      return existence[parent]?.isLive ?? true && rows[canonical(parent, declaration)] != nil
    }
  }

  private func canonical(_ subject: Change.Subject, _ declaration: JournalSubject) -> Change.Subject
  {
    switch declaration.identity {
    case .ownID: return subject
    case .film:
      return Change.Subject(subject.kind, aliases.canonical(FilmID(unchecked: subject.id)).rawValue)
    case .parents:
      let ids = subject.id.split(separator: " ").map { canonicalID(of: String($0)) }
      return Change.Subject(subject.kind, ids.joined(separator: " "))
    }
  }

  private func canonicalID(of id: String) -> String {
    aliases.canonical(FilmID(unchecked: id)).rawValue
  }

  /// Returns the value of each field after all changes.
  ///
  /// A field has the value of the newest change that sets it (last writer wins), except for lists, which
  /// are merged element by element. An imported value has the time that its file gives. A removal does not set a
  /// field. Fields that contain ids of films have canonical ids.
  private func row(
    _ subject: Change.Subject, _ declaration: JournalSubject, _ changes: [EffectiveChange],
    _ parents: [String: Change.Subject]
  ) -> [String: FieldValue] {
    var row = Dictionary(
      uniqueKeysWithValues: declaration.fields.map { ($0.name, $0.defaultValue) })
    let changes = changes.filter { $0.record.change.kind != .delete }
    if changes.count > 1, changes.contains(where: \.hasImportedValue) {
      for (name, field) in Self.settings(in: changes) {
        row[name] = field.applied(to: row[name] ?? .null)
      }
    } else {
      for change in changes.sorted(by: { $0.position < $1.position }) {
        for (name, field) in change.record.change.fields {
          row[name] = field.applied(to: row[name] ?? .null)
        }
      }
    }
    for parent in declaration.parents {
      guard let id = parents[parent.field]?.id else { continue }
      row[parent.field] = .text(subjects[parent.kind]?.identity == .film ? canonicalID(of: id) : id)
    }
    if declaration.kind == .alias { row["film"] = .text(canonicalID(of: subject.id)) }
    return row
  }

  /// Returns the changes of fields in the order in which their values take effect.
  private static func settings(
    in changes: [EffectiveChange]
  ) -> [(name: String, field: Change.FieldChange)] {
    changes.flatMap { change in
      change.record.change.fields.map { (change.position(of: $0.value), $0.key, $0.value) }
    }.sorted { $0.0 < $1.0 }.map { ($0.1, $0.2) }
  }

  // MARK: - Settings

  /// Returns the effective changes that set a field of an existing subject, which has its canonical id, in any order.
  ///
  /// Like the rows, they are complete if the state was computed from all changes of the subject's film.
  package func settings(of field: String, _ subject: Change.Subject) -> [FieldSetting] {
    guard rows[subject] != nil, let declaration = subjects[subject.kind] else { return [] }
    return histories.subjects(of: subject.kind)
      .filter { canonical($0, declaration) == subject && exists($0) }
      .flatMap { existence[$0]?.changes ?? [] }
      .compactMap { change in
        guard change.record.change.kind != .delete, let field = change.record.change.fields[field]
        else { return nil }
        return FieldSetting(
          record: change.record, field: field, position: change.position(of: field))
      }
  }

  // MARK: - Aliases

  private static func aliases(_ histories: SubjectHistories) -> FilmAliases {
    var targets: [FilmID: FilmID] = [:]
    for subject in histories.subjects(of: .alias) {
      let existence = SubjectExistence(histories[subject], newestChildChange: nil)
      let film = existence.changes.last { $0.record.change.fields["film"] != nil }?
        .record.change.fields["film"]?.new.text
      guard existence.isLive, existence.hasInsertion, let film else { continue }
      targets[FilmID(unchecked: subject.id)] = FilmID(unchecked: film)
    }
    return FilmAliases(targets)
  }
}

/// A change that sets a field.
package struct FieldSetting: Sendable {
  package let record: RecordedChange
  package let field: Change.FieldChange
  /// The position at which the value takes effect.
  package let position: EffectivePosition

  package init(
    record: RecordedChange, field: Change.FieldChange, position: EffectivePosition
  ) {
    (self.record, self.field, self.position) = (record, field, position)
  }
}

extension EffectiveChange {
  fileprivate var hasImportedValue: Bool {
    record.change.fields.values.contains { $0.day != nil }
  }
}

extension Change.FieldChange {
  /// Returns the value of a field after this change.
  ///
  /// If the value is a list, the elements that the change adds or removes are added to or removed from
  /// the list; other elements are preserved.
  package func applied(to value: FieldValue) -> FieldValue {
    guard case .list(let elements) = value else { return new }
    var seen: Set<String> = []
    let added = new.elements.filter { !old.elements.contains($0) && !elements.contains($0) }
    let remaining = elements.filter { !old.elements.contains($0) || new.elements.contains($0) }
    return .list((remaining + added).filter { seen.insert($0).inserted })
  }
}

/// Resolves film ids to canonical ids.
///
/// Source: contract, Identity.
package struct FilmAliases: Sendable, Hashable {
  /// The target of each alias, which is another id of the same film and may be an alias itself.
  private var targets: [FilmID: FilmID]

  /// Creates a table of aliases from the target of each alias.
  ///
  /// Aliases that do not rank below their target are ignored.
  package init(_ targets: [FilmID: FilmID] = [:]) {
    self.targets = targets.filter { $0.key.ranksBelow($0.value) }
  }

  /// Returns the canonical id of a film.
  ///
  /// The loop terminates, because a target always ranks above its alias.
  package func canonical(_ id: FilmID) -> FilmID {
    var id = id
    while let target = targets[id] { id = target }
    return id
  }
}

extension FilmID {
  /// Returns whether this id is the alias, and the other id its target, if both identify the same film.
  ///
  /// IMDb ids rank above TMDB ids, and TMDB ids rank above `own:` ids; of two ids of the same kind, the one
  /// that sorts first ranks higher.
  package func ranksBelow(_ other: FilmID) -> Bool {
    (rank, rawValue) > (other.rank, other.rawValue)
  }

  /// The rank of the kind of id, from 0, the highest, to 2.
  private var rank: Int {
    if imdbID != nil { return 0 }
    return rawValue.hasPrefix("tmdb:") ? 1 : 2
  }
}
