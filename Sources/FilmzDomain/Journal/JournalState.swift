/// The user's data, computed as a pure function of a set of changes.
///
/// The order of the changes does not matter, and repeated changes have no effect. All changes of a journal
/// produce the complete data; all changes of some films produce the data about these films. Source:
/// contract, What is synced.
package struct JournalState: Sendable {
  /// All fields of each existing subject; the keys have canonical ids.
  package internal(set) var rows: [Change.Subject: [String: FieldValue]] = [:]
  /// All ids of each existing subject that the journal contains, whether canonical or an alias.
  ///
  /// These are the ids in its own changes, and those by which its existing children refer to it. Of subjects with
  /// ``JournalSubject/Identity/ownID``, only viewings that were recorded under several ids are included.
  package internal(set) var liveIDs: [Change.Subject: Set<String>] = [:]

  let subjects: SubjectRegistry
  let histories: SubjectHistories
  let existence: [Change.Subject: SubjectExistence]
  /// The target of each alias, which is another id of the same film and may be an alias itself.
  let aliases: [FilmID: FilmID]
  /// The ids of the rows of viewings that were recorded under other ids (``viewingIDs(_:)``).
  private var viewingIDs: [String: String] = [:]
  /// The effective identifications of films known by title and year only.
  private let identifications: [FilmID: Identification]

  /// Computes the data from changes.
  package init(of changes: some Sequence<RecordedChange>, subjects: SubjectRegistry) {
    self.subjects = subjects
    var histories = SubjectHistories(changes, subjects)
    let aliases = Self.aliases(histories)
    (self.aliases, identifications) = aliases
    histories.removeDeletionsWithParents(aliases.targets, subjects)
    self.histories = histories
    existence = histories.existence(subjects)
    for declaration in subjects.all {
      let viewings = declaration.kind == .viewing ? viewingsOfNamedFilms() : [:]
      for viewings in viewings.values { viewingIDs.merge(Self.viewingIDs(viewings)) { first, _ in first } }
      addRows(of: declaration)
      for viewings in viewings.values { removeReplaceableViewings(among: viewings) }
    }
  }

  // MARK: - Rows

  private mutating func addRows(of declaration: JournalSubject) {
    var recordedSubjects: [Change.Subject: [Change.Subject]] = [:]
    for subject in histories.subjects(of: declaration.kind) where exists(subject) {
      recordedSubjects[canonical(subject, declaration), default: []].append(subject)
    }
    for (subject, recorded) in recordedSubjects {
      let existences = recorded.compactMap { existence[$0] }
      guard existences.contains(where: \.hasInsertion), !isUnidentified(subject) else { continue }
      rows[subject] = row(subject, declaration, existences.flatMap(\.changes), histories.parents(of: recorded))
      let hasSeveralIDs = declaration.kind == .viewing && recorded.count > 1
      if declaration.identity != .ownID || hasSeveralIDs { addLiveIDs(of: recorded, to: subject) }
      for parent in recorded.flatMap({ histories.parents(of: $0).values }) {
        guard let declaration = subjects[parent.kind], declaration.identity == .film else { continue }
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
  func exists(_ subject: Change.Subject) -> Bool {
    guard existence[subject]?.isLive == true else { return false }
    return histories.parents(of: subject).values.allSatisfy { parent in
      guard let declaration = subjects[parent.kind], existence[parent]?.isLive != false else { return false }
      return rows[canonical(parent, declaration)] != nil
    }
  }

  func canonical(_ subject: Change.Subject, _ declaration: JournalSubject) -> Change.Subject {
    switch declaration.identity {
    case .ownID:
      guard subject.kind == .viewing, let id = viewingIDs[subject.id] else { return subject }
      return Change.Subject(.viewing, id)
    case .film: return Change.Subject(subject.kind, aliases.canonical(FilmID(unchecked: subject.id)).rawValue)
    case .parents:
      let ids = subject.id.split(separator: " ").map { canonicalID(of: String($0)) }
      return Change.Subject(subject.kind, ids.joined(separator: " "))
    }
  }

  private func canonicalID(of id: String) -> String { aliases.canonical(FilmID(unchecked: id)).rawValue }

  /// Returns the value of each field after all changes.
  ///
  /// A field has the value of the newest change that sets it (last writer wins), except for lists, which are merged
  /// element by element. The age of an imported value is that of its day in the file. A deletion sets no field. Ids of
  /// films are replaced with canonical ones.
  private func row(
    _ subject: Change.Subject, _ declaration: JournalSubject, _ changes: [EffectiveChange],
    _ parents: [String: Change.Subject]
  ) -> [String: FieldValue] {
    var row = Dictionary(uniqueKeysWithValues: declaration.fields.map { ($0.name, $0.defaultValue) })
    let changes = changes.filter { $0.record.change.kind != .delete }
    if changes.count > 1, changes.contains(where: \.hasImportedValue) {
      for (name, field) in Self.fieldChanges(in: changes) { row[name] = field.applied(to: row[name] ?? .null) }
    } else {
      for change in changes.sorted(by: { $0.position < $1.position }) {
        for (name, field) in change.record.change.fields { row[name] = field.applied(to: row[name] ?? .null) }
      }
    }
    for parent in declaration.parents {
      guard let id = parents[parent.field]?.id else { continue }
      row[parent.field] = .text(subjects[parent.kind]?.identity == .film ? canonicalID(of: id) : id)
    }
    if declaration.kind == .alias {
      row["film"] = .text(canonicalID(of: subject.id))
      if let identification = identifications[FilmID(unchecked: subject.id)] { row["foundBy"] = identification.source }
    }
    return row
  }

  /// Returns the changes of all fields in the order in which their values take effect.
  private static func fieldChanges(in changes: [EffectiveChange]) -> [(name: String, field: Change.FieldChange)] {
    let fieldChanges = changes.flatMap { change in
      change.record.change.fields.map { (position: change.position(of: $0.value), name: $0.key, field: $0.value) }
    }
    return fieldChanges.sorted { $0.position < $1.position }.map { ($0.name, $0.field) }
  }

  // MARK: - Changes of one field

  /// Returns the effective changes that set a field of an existing subject with its canonical id, in any order.
  ///
  /// Like the rows, they are complete if the state was computed from all changes of the subject's film.
  package func assignments(of field: String, _ subject: Change.Subject) -> [FieldAssignment] {
    guard rows[subject] != nil, let declaration = subjects[subject.kind] else { return [] }
    let recorded = histories.subjects(of: subject.kind).filter { canonical($0, declaration) == subject && exists($0) }
    return recorded.flatMap { existence[$0]?.changes ?? [] }.compactMap { change in
      guard change.record.change.kind != .delete, let field = change.record.change.fields[field] else { return nil }
      return (change.record, field, change.position(of: field))
    }
  }

  // MARK: - Aliases

  /// Returns the target of each alias; aliases that do not rank below their target are ignored.
  private static func aliases(
    _ histories: SubjectHistories
  ) -> (targets: [FilmID: FilmID], identifications: [FilmID: Identification]) {
    var targets: [FilmID: FilmID] = [:]
    var identifications: [FilmID: Identification] = [:]
    for subject in histories.subjects(of: .alias) {
      let existence = SubjectExistence(histories[subject], newestChildChange: nil)
      guard existence.isLive, existence.hasInsertion else { continue }
      let alias = FilmID(unchecked: subject.id)
      if alias.isNamed {
        identifications[alias] = Identification.effective(
          after: existence.changes, rejected: Identification.rejectedIDs(after: histories[subject]))
        targets[alias] = identifications[alias]?.film
      } else {
        let film = existence.changes.compactMap { $0.record.change.fields["film"] }.last?.new.text
        targets[alias] = film.map(FilmID.init(unchecked:))
      }
    }
    return (targets.filter { $0.key.ranksBelow($0.value) }, identifications)
  }

  /// Returns whether a subject is an alias of a film known by title and year only, without an effective identification.
  private func isUnidentified(_ subject: Change.Subject) -> Bool {
    let id = FilmID(unchecked: subject.id)
    return subject.kind == .alias && id.isNamed && identifications[id] == nil
  }

  /// Returns the ids that the user has rejected for a film known by title and year only.
  package func rejectedIDs(for film: FilmID) -> Set<FilmID> {
    Identification.rejectedIDs(after: histories[Change.Subject(.alias, film.rawValue)])
  }

  /// Returns the fields `film` and `foundBy` of an alias after each effective change that sets one of them, except the
  /// changes of a step, in the order of the changes.
  ///
  /// An insertion without `foundBy` sets it to null; an update keeps the field that it does not set.
  package func identifications(of alias: FilmID, exceptOfStep step: String) -> [[String: FieldValue]] {
    let existence = SubjectExistence(histories[Change.Subject(.alias, alias.rawValue)], newestChildChange: nil)
    var identifications: [[String: FieldValue]] = []
    for record in existence.changes.map(\.record) where record.step != step && record.change.kind != .delete {
      let new = record.change.fields.filter { ["film", "foundBy"].contains($0.key) }.mapValues(\.new)
      guard !new.isEmpty else { continue }
      let isInsertion = record.change.kind == .insert
      let last = identifications.last ?? [:]
      let fields = (isInsertion ? ["foundBy": .null] : last).merging(new) { $1 }
      if fields["film"] != nil { identifications.append(fields) }
    }
    return identifications
  }

  /// Returns the ids that the effective changes have given a film known by title and year only.
  package func suggestedIDs(for film: FilmID) -> Set<FilmID> {
    Set(Identification.all(in: histories[Change.Subject(.alias, film.rawValue)]).map(\.film))
  }
}

/// The statement of a change that a film known by title and year only is a film with another id.
///
/// Each such change inserts the alias anew, so that it has both fields.
private struct Identification: Sendable {
  let film: FilmID
  /// The name of the source, or null if the user made the identification.
  let source: FieldValue

  /// Returns the effective identification, given all changes since the last removal of an alias; `nil` if there is
  /// none, or if the user has rejected all ids.
  ///
  /// It is the user's newest identification; if there is none, the one with the highest ranking kind of id, and among
  /// several the oldest. Source: contract, Identification.
  static func effective(after changes: [EffectiveChange], rejected: Set<FilmID>) -> Identification? {
    let accepted = all(in: changes).filter { !rejected.contains($0.film) }
    return accepted.last { $0.source == .null } ?? accepted.min { $0.film.rank < $1.film.rank }
  }

  /// Returns the identifications that changes make, in the order of the changes.
  static func all(in changes: [EffectiveChange]) -> [Identification] {
    changes.compactMap { Identification($0.record.change) }
  }

  private init?(_ change: Change) {
    guard change.kind == .insert, let film = change.fields["film"]?.new.text else { return nil }
    self.film = FilmID(unchecked: film)
    source = change.fields["foundBy"]?.new ?? .null
  }

  /// Returns the ids that the user, on any machine, has rejected and has not chosen since then.
  static func rejectedIDs(after changes: [EffectiveChange]) -> Set<FilmID> {
    var rejected = FieldValue.list([])
    for change in changes.map(\.record.change) {
      if let field = change.fields["rejected"] { rejected = field.applied(to: rejected) }
      guard let identification = Identification(change), identification.source == .null else { continue }
      rejected = .list(rejected.elements.filter { $0 != identification.film.rawValue })
    }
    return Set(rejected.elements.map(FilmID.init(unchecked:)))
  }
}

/// A change that sets a field, and the position at which the value takes effect.
package typealias FieldAssignment = (record: RecordedChange, field: Change.FieldChange, position: EffectivePosition)

extension EffectiveChange {
  fileprivate var hasImportedValue: Bool { record.change.fields.values.contains { $0.day != nil } }
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

extension [FilmID: FilmID] {
  /// Returns the canonical id of a film, given the target of each alias.
  ///
  /// The loop terminates, because a target always ranks above its alias. Source: contract, Identity.
  func canonical(_ id: FilmID) -> FilmID {
    var id = id
    while let target = self[id] { id = target }
    return id
  }
}

extension FilmID {
  /// Returns whether, of two ids of the same film, this one is the alias and the other one its target.
  ///
  /// IMDb ids rank above TMDB ids, these above `own:` ids, and these above `named:` ids; of two ids of the same kind, the
  /// one that sorts first ranks higher.
  package func ranksBelow(_ other: FilmID) -> Bool { (rank, rawValue) > (other.rank, other.rawValue) }

  /// The rank of the kind of id, from 0, the highest, to 3.
  fileprivate var rank: Int {
    if imdbID != nil { return 0 }
    if isNamed { return 3 }
    return rawValue.hasPrefix("tmdb:") ? 1 : 2
  }
}
