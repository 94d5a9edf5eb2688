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
  /// The ids of the change that set the replaced value, and of the one that replaced it.
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
  /// Returns the conflicts of the fields that have a label, in the order of the films and fields.
  ///
  /// There is a conflict if the next change of the field, by another machine, has another old value than the one that
  /// it replaced. It is settled once this machine has changed the field with both values in its journal.
  ///
  /// - Parameters:
  ///   - changes: All changes of some subjects, and of their steps, in the order in which this journal received them.
  ///   - ownSteps: The steps that were made on this machine.
  ///   - subjects: The kinds of subjects.
  /// - Returns: The conflicts.
  package static func conflicts(
    in changes: [RecordedChange], ownSteps: Set<String>, _ subjects: SubjectRegistry
  ) -> [ValueConflict] {
    let undoState = UndoState(changes)
    var histories: [Key: [Setting]] = [:]
    let redos = numbersOfRedos(in: changes)
    for (number, record) in changes.enumerated() {
      let change = record.change
      guard let declaration = subjects[change.subject.kind], change.kind != .delete else {
        continue
      }
      for (name, values) in change.fields {
        guard let field = declaration.field(name), field.isValue, !field.isSet,
          let position = undoState.position(of: name, in: record)
        else { continue }
        histories[Key(subject: change.subject, field: name), default: []].append(
          Setting(
            id: record.id, number: redos[record.step] ?? number, position: position, values: values,
            film: record.film,
            machine: ownSteps.contains(record.step) ? "" : record.installation,
            installation: record.installation))
      }
    }
    return histories.compactMap { key, settings in
      conflict(key, settings.sorted { $0.position < $1.position }, subjects)
    }.sorted {
      ($0.film?.rawValue ?? "", $0.subject.id, $0.field)
        < ($1.film?.rawValue ?? "", $1.subject.id, $1.field)
    }
  }

  private struct Key: Hashable {
    let subject: Change.Subject
    let field: String
  }

  /// A change of one field.
  private struct Setting {
    let id: String
    /// The number of the change in this journal or, if its step was redone, that of the redo.
    let number: Int
    let position: EffectivePosition
    let values: Change.FieldChange
    let film: FilmID?
    /// The installation; empty for all installations of this machine.
    let machine: String
    let installation: String
  }

  private static func conflict(
    _ key: Key, _ settings: [Setting], _ subjects: SubjectRegistry
  ) -> ValueConflict? {
    guard let newest = settings.last, let declaration = subjects[key.subject.kind],
      let label = declaration.field(key.field)?.label
    else { return nil }
    for (index, replaced) in settings.enumerated().dropLast().reversed() {
      let next = settings[index + 1]
      guard replaced.machine != next.machine, replaced.values.new != newest.values.new,
        replaced.values.new != .null, next.values.old != replaced.values.new
      else { continue }
      if isSettled(replacedAt: index, settings) { return nil }
      return ValueConflict(
        subject: key.subject,
        film: newest.film
          ?? (declaration.identity == .film ? FilmID(unchecked: key.subject.id) : nil),
        field: key.field,
        label: declaration.identity == .film
          ? label : "\(label) of the \(declaration.wording.noun)",
        value: newest.values.new, replaced: replaced.values.new,
        valueFrom: newest.installation, replacedFrom: replaced.installation,
        changes: [replaced.id, next.id])
    }
    return nil
  }

  /// Returns the numbers of the newest redos, by the steps that they redo.
  private static func numbersOfRedos(in changes: [RecordedChange]) -> [String: Int] {
    let redos = changes.enumerated().filter {
      $1.change.subject.kind == .step && $1.change.kind == .redo
    }
    return Dictionary(redos.map { ($1.change.subject.id, $0) }, uniquingKeysWith: max)
  }

  /// Returns whether one of the two machines has changed the field again after it had both values.
  ///
  /// This machine has all values in its journal. Another machine has its own value, and the old value of its change.
  private static func isSettled(replacedAt index: Int, _ settings: [Setting]) -> Bool {
    let (replaced, next) = (settings[index], settings[index + 1])
    return settings.indices.dropFirst(index + 2).contains { later in
      let setting = settings[later]
      if setting.machine.isEmpty { return setting.number > max(replaced.number, next.number) }
      return setting.machine == replaced.machine
        && setting.values.old == settings[later - 1].values.new
    } || next.machine.isEmpty && next.number > replaced.number
  }
}
