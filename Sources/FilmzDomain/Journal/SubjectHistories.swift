/// The effective changes of each subject, sorted by position; the subjects have the ids under which they
/// were recorded.
struct SubjectHistories {
  private var changes: [Change.Subject: [EffectiveChange]]
  private let subjectsByKind: [Change.Subject.Kind: [Change.Subject]]
  /// The parents of each subject that has parents, by field.
  private var parents: [Change.Subject: [String: Change.Subject]] = [:]

  init(_ records: some Sequence<RecordedChange>, _ subjects: SubjectRegistry) {
    let undoState = UndoState(records)
    var changes: [Change.Subject: [EffectiveChange]] = [:]
    var seen: Set<String> = []
    for record in records where seen.insert(record.id).inserted {
      guard subjects.problem(of: record) == nil, let change = undoState.effectiveChange(record)
      else { continue }
      changes[record.change.subject, default: []].append(change)
    }
    self.changes = changes.mapValues { $0.sorted { $0.position < $1.position } }
    subjectsByKind = Dictionary(grouping: changes.keys, by: \.kind)
    for (subject, history) in self.changes {
      guard let declaration = subjects[subject.kind], !declaration.parents.isEmpty else { continue }
      parents[subject] = Self.parents(of: subject, declaration, history)
    }
  }

  subscript(subject: Change.Subject) -> [EffectiveChange] { changes[subject] ?? [] }

  var subjects: some Collection<Change.Subject> { changes.keys }

  func subjects(of kind: Change.Subject.Kind) -> [Change.Subject] {
    subjectsByKind[kind] ?? []
  }

  /// Returns the parents that a subject's id or its newest insertion names, by field.
  func parents(of subject: Change.Subject) -> [String: Change.Subject] { parents[subject] ?? [:] }

  /// Returns the parents of a subject that was recorded under several ids: those of the first id.
  func parents(of subjects: [Change.Subject]) -> [String: Change.Subject] {
    subjects.first.map(parents(of:)) ?? [:]
  }

  private static func parents(
    of subject: Change.Subject, _ declaration: JournalSubject, _ history: [EffectiveChange]
  ) -> [String: Change.Subject] {
    let insertion = history.last { $0.record.change.kind == .insert }?.record.change
    let ids = declaration.parentIDs(in: subject.id)
    var parents: [String: Change.Subject] = [:]
    for parent in declaration.parents {
      let id = ids[parent.field] ?? insertion?.fields[parent.field]?.new.text
      parents[parent.field] = id.map { Change.Subject(parent.kind, $0) }
    }
    return parents
  }

  /// Removes each deletion of a subject that was deleted in the same step as one of its parents.
  ///
  /// Such a deletion is part of the parent's deletion, and has no effect if the parent is restored.
  mutating func removeDeletionsWithParents(_ aliases: FilmAliases, _ subjects: SubjectRegistry) {
    struct Deletion: Hashable {
      let step: String
      let subject: Change.Subject
    }
    func canonical(_ subject: Change.Subject) -> Change.Subject {
      guard subjects[subject.kind]?.identity == .film else { return subject }
      let id = aliases.canonical(FilmID(unchecked: subject.id))
      return Change.Subject(subject.kind, id.rawValue)
    }
    let deletions = Set(
      changes.values.joined().filter { $0.record.change.kind == .delete }.map {
        Deletion(step: $0.record.step, subject: canonical($0.record.change.subject))
      })
    for (subject, parents) in parents {
      changes[subject]?.removeAll { change in
        change.record.change.kind == .delete
          && parents.values.contains {
            deletions.contains(Deletion(step: change.record.step, subject: canonical($0)))
          }
      }
    }
  }
}
