/// A value that two machines changed independently.
///
/// The newest value is the current one. Source: contract, What is synced.
package struct ValueConflict: Sendable, Hashable {
  /// The subject, under the id in the change that set the current value.
  package let subject: Change.Subject
  /// The film that the subject is or belongs to; `nil` if it belongs to none.
  package let film: FilmID?
  package let field: String
  /// The label of the field in messages.
  package let label: String
  package private(set) var value: FieldValue
  package private(set) var replaced: FieldValue
  /// The installation that set the current value.
  package private(set) var valueFrom: String
  /// The installation that set the replaced value.
  package private(set) var replacedFrom: String
  /// The ids of two changes: the one that set the replaced value, and the one that replaced it.
  package let changes: Set<String>
  /// The name of the subject, such as a list; `nil` if subjects of its kind have none.
  package var name: String?

  /// Exchanges the current and the replaced value.
  package mutating func exchangeValues() {
    swap(&value, &replaced)
    swap(&valueFrom, &replacedFrom)
  }

  /// A key that distinguishes the field from those of other subjects.
  package var fieldKey: String { subject.fieldKey(field) }
}

extension Change.Subject {
  /// Returns a key that distinguishes a field of the subject from all others.
  package func fieldKey(_ field: String) -> String { "\(kind.rawValue) \(id) \(field)" }
}

extension ValueConflict {
  /// Returns the conflicts in fields that the user sets, ordered by film, subject, and field.
  ///
  /// A change conflicts with the preceding one of its field if another machine made it and its old value is not the one
  /// that the preceding change set: that machine did not know the value that it replaced. The conflict is resolved when
  /// one of the two machines has received both values and changes the field again.
  ///
  /// - Parameters:
  ///   - changes: All changes of some subjects, and the undos and redos of the steps of these changes, in the order in
  ///     which this journal received them.
  ///   - ownSteps: The steps that were made on this machine.
  ///   - subjects: The kinds of subjects.
  /// - Returns: The conflicts, of which each field has at most one.
  package static func conflicts(
    in changes: [RecordedChange], ownSteps: Set<String>, _ subjects: SubjectRegistry
  ) -> [ValueConflict] {
    let undoState = UndoState(changes)
    var histories: [Change.Subject: [String: [Assignment]]] = [:]
    let redos = numbersOfRedos(in: changes)
    for (number, record) in changes.enumerated() {
      let change = record.change
      guard let declaration = subjects[change.subject.kind], change.kind != .delete else { continue }
      for (name, values) in change.fields {
        guard let field = declaration.field(name), field.isSetByUser, !field.isSet,
          let position = undoState.position(of: name, in: record)
        else { continue }
        histories[change.subject, default: [:]][name, default: []].append(
          Assignment(
            record: record, values: values, position: position, number: redos[record.step] ?? number,
            machine: ownSteps.contains(record.step) ? "" : record.installation))
      }
    }
    let conflicts = histories.flatMap { subject, fields in
      fields.compactMap { field, assignments in
        conflict(field, subject, assignments.sorted { $0.position < $1.position }, subjects)
      }
    }
    return conflicts.sorted { $0.sortKey < $1.sortKey }
  }

  private var sortKey: (String, String, String) { (film?.rawValue ?? "", subject.id, field) }

  /// A change of one field.
  private struct Assignment {
    let record: RecordedChange
    let values: Change.FieldChange
    let position: EffectivePosition
    /// The number of the change in this journal or, if its step was redone, that of the redo.
    let number: Int
    /// The installation; empty for all installations of this machine.
    let machine: String
  }

  private static func conflict(
    _ field: String, _ subject: Change.Subject, _ assignments: [Assignment], _ subjects: SubjectRegistry
  ) -> ValueConflict? {
    guard let newest = assignments.last, let declaration = subjects[subject.kind],
      let label = declaration.field(field)?.label
    else { return nil }
    for (index, replaced) in assignments.enumerated().dropLast().reversed() {
      let next = assignments[index + 1]
      guard replaced.machine != next.machine, replaced.values.new != newest.values.new,
        replaced.values.new != .null, next.values.old != replaced.values.new
      else { continue }
      if isResolved(replacedAt: index, assignments) { return nil }
      let isFilm = declaration.identity == .film
      return ValueConflict(
        subject: subject, film: newest.record.film ?? (isFilm ? FilmID(unchecked: subject.id) : nil), field: field,
        label: isFilm ? label : "\(label) of the \(declaration.noun)", value: newest.values.new,
        replaced: replaced.values.new, valueFrom: newest.record.installation,
        replacedFrom: replaced.record.installation, changes: [replaced.record.id, next.record.id])
    }
    return nil
  }

  /// Returns the numbers of the newest redos, by the steps that they redo.
  private static func numbersOfRedos(in changes: [RecordedChange]) -> [String: Int] {
    let redos = changes.enumerated().filter { $1.change.subject.kind == .step && $1.change.kind == .redo }
    return Dictionary(redos.map { ($1.change.subject.id, $0) }, uniquingKeysWith: max)
  }

  /// Returns whether a machine has changed the field after it had received both values.
  ///
  /// This machine has both values after its journal has received the changes that set them. The machine that set the
  /// replaced value has both if a later change by it has the preceding value of the field as its old value.
  private static func isResolved(replacedAt index: Int, _ assignments: [Assignment]) -> Bool {
    let (replaced, next) = (assignments[index], assignments[index + 1])
    if next.machine.isEmpty, next.number > replaced.number { return true }
    return assignments.indices.dropFirst(index + 2).contains { later in
      let assignment = assignments[later]
      if assignment.machine.isEmpty { return assignment.number > max(replaced.number, next.number) }
      return assignment.machine == replaced.machine && assignment.values.old == assignments[later - 1].values.new
    }
  }
}
