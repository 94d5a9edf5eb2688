/// The changes of each thing that count, in their order, under the ids they were made with.
struct SubjectHistories {
  private var changes: [Change.Subject: [StandingChange]] = [:]
  /// The parents of each thing that has some, by field.
  private var parents: [Change.Subject: [String: Change.Subject]] = [:]

  init(_ records: some Sequence<RecordedChange>, _ subjects: SubjectRegistry) {
    let undone = UndoneSteps(records)
    var seen: Set<String> = []
    for record in records where seen.insert(record.id).inserted {
      guard subjects.understand(record.change), let standing = undone.standing(record) else {
        continue
      }
      changes[record.change.subject, default: []].append(standing)
    }
    for subject in changes.keys { changes[subject]?.sort { $0.position < $1.position } }
    for (subject, history) in changes {
      guard let declared = subjects[subject.kind], !declared.parents.isEmpty else { continue }
      parents[subject] = Self.parents(of: subject, declared, history)
    }
  }

  subscript(subject: Change.Subject) -> [StandingChange] { changes[subject] ?? [] }

  var subjects: some Collection<Change.Subject> { changes.keys }

  func subjects(of kind: Change.Subject.Kind) -> [Change.Subject] {
    changes.keys.filter { $0.kind == kind }
  }

  /// The parents of a thing by field; they stand in its id or in its insertion.
  func parents(of subject: Change.Subject) -> [String: Change.Subject] { parents[subject] ?? [:] }

  func parents(of subjects: [Change.Subject]) -> [String: Change.Subject] {
    subjects.first.map(parents(of:)) ?? [:]
  }

  private static func parents(
    of subject: Change.Subject, _ declared: JournalSubject, _ history: [StandingChange]
  ) -> [String: Change.Subject] {
    let insertion = history.last { $0.record.change.kind == .insert }?.record.change
    let ids = declared.parentIDs(in: subject.id)
    var parents: [String: Change.Subject] = [:]
    for parent in declared.parents {
      let id = ids[parent.field] ?? insertion?.fields[parent.field]?.new.text
      parents[parent.field] = id.map { Change.Subject(parent.kind, $0) }
    }
    return parents
  }

  /// Leaves removals out that are part of the removal of what the thing is part of.
  mutating func dropRemovalsWithParents(_ aliases: FilmAliases, _ subjects: SubjectRegistry) {
    struct Removal: Hashable {
      let step: String
      let subject: Change.Subject
    }
    func canonical(_ subject: Change.Subject) -> Change.Subject {
      guard subjects[subject.kind]?.identity == .film else { return subject }
      let id = aliases.canonical(FilmID(canonical: subject.id))
      return Change.Subject(subject.kind, id.rawValue)
    }
    let removals = Set(
      changes.values.joined().filter { $0.record.change.kind == .delete }.map {
        Removal(step: $0.record.step, subject: canonical($0.record.change.subject))
      })
    for (subject, parents) in parents {
      changes[subject]?.removeAll { standing in
        standing.record.change.kind == .delete
          && parents.values.contains {
            removals.contains(Removal(step: standing.record.step, subject: canonical($0)))
          }
      }
    }
  }
}
