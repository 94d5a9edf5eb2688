/// The position in the total order of changes at which a change takes effect.
///
/// The changes of a redone step take effect at the redo, in their original order.
package struct EffectivePosition: Sendable, Comparable {
  /// The position of the change or, if its step was redone, of the redo.
  let effective: JournalPosition
  /// The position of the change itself.
  let original: JournalPosition

  package static func < (left: Self, right: Self) -> Bool {
    left.effective == right.effective
      ? left.original < right.original : left.effective < right.effective
  }
}

/// A change that takes effect: its step is not undone, and its clock is valid.
struct EffectiveChange {
  let record: RecordedChange
  let position: EffectivePosition
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
