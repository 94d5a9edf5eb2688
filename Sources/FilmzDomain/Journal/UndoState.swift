/// The position in the total order of changes at which a change takes effect.
///
/// The changes of a redone step take effect at the redo, in their original order.
package struct EffectivePosition: Sendable, Comparable {
  /// The position of the change or, if its step was redone, of the redo.
  let effective: JournalPosition
  /// The position of the change itself.
  let original: JournalPosition

  /// The time stamp at which the change takes effect.
  package var clock: HybridTimestamp { effective.clock }

  package static func < (left: Self, right: Self) -> Bool {
    left.effective == right.effective
      ? left.original < right.original : left.effective < right.effective
  }
}

/// A change that takes effect: its step is not undone, and its clock is valid.
struct EffectiveChange {
  let record: RecordedChange
  let position: EffectivePosition

  /// Returns the position at which the new value of a field takes effect.
  ///
  /// An imported value is as old as its file says, wherever and whenever it was imported, undone and redone; but not
  /// newer than the change. Source: contract, What is synced.
  func position(of field: Change.FieldChange) -> EffectivePosition {
    guard let day = field.day else { return position }
    let clock = HybridTimestamp(importedOn: day)
    guard clock < record.clock else { return position }
    return EffectivePosition(
      effective: JournalPosition(
        clock: clock, installation: record.installation, id: record.id),
      original: record.position)
  }
}

/// The steps that are undone, and the positions at which redone steps take effect.
package struct UndoState: Sendable {
  /// The newest undo or redo of each step that was undone, by the id of the step.
  private var newestChanges: [String: RecordedChange] = [:]

  package init(_ changes: some Sequence<RecordedChange>) {
    for record in changes
    where record.change.subject.kind == .step && record.hasValidClock
      && [.undo, .redo].contains(record.change.kind)
    {
      let step = record.change.subject.id
      if let newest = newestChanges[step], record.position <= newest.position { continue }
      newestChanges[step] = record
    }
  }

  /// Returns whether a step is undone.
  package func isUndone(_ step: String) -> Bool { newestChanges[step]?.change.kind == .undo }

  /// Returns the position of the redo of a step.
  ///
  /// Returns `nil` if the step was never undone, or has been undone again since the redo.
  func redoPosition(of step: String) -> JournalPosition? {
    newestChanges[step].flatMap { $0.change.kind == .redo ? $0.position : nil }
  }

  /// Returns the position at which a change takes effect, or `nil` if its step is undone or its clock is
  /// invalid.
  package func position(of record: RecordedChange) -> EffectivePosition? {
    effectiveChange(record)?.position
  }

  /// Returns the position at which the value of a field takes effect, or `nil` if the change has no effect or does not
  /// set the field.
  package func position(of field: String, in record: RecordedChange) -> EffectivePosition? {
    guard let field = record.change.fields[field] else { return nil }
    return effectiveChange(record)?.position(of: field)
  }

  /// Returns a change with its effective position, or `nil` if its step is undone or its clock is
  /// invalid.
  func effectiveChange(_ record: RecordedChange) -> EffectiveChange? {
    guard record.hasValidClock, !isUndone(record.step) else { return nil }
    let effective = max(redoPosition(of: record.step) ?? record.position, record.position)
    return EffectiveChange(
      record: record,
      position: EffectivePosition(effective: effective, original: record.position))
  }
}

extension RecordedChange {
  /// `true` if the time stamp is before ``HybridTimestamp/limit``; other changes have no effect.
  package var hasValidClock: Bool { clock < .limit }
}

extension EffectivePosition {
  func isBefore(_ other: EffectivePosition) -> Bool { self < other }
}
