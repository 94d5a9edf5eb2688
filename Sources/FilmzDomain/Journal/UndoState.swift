/// The position from which a change takes effect in the order of all changes.
///
/// The changes of a redone step take effect at the redo, in their original order.
package struct EffectivePosition: Sendable, Comparable {
  /// The position of the change, or of the redo of its step.
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

/// Which steps are undone, and from which position redone steps take effect.
package struct UndoState: Sendable {
  /// The newest undo or redo of each step that was undone.
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

  /// Returns the position of the redo of a step, or `nil` if the step was not redone.
  func redoPosition(of step: String) -> JournalPosition? {
    newestChanges[step].flatMap { $0.change.kind == .redo ? $0.position : nil }
  }

  /// Returns the position from which a change takes effect, or `nil` if its step is undone or its clock
  /// is invalid.
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
  /// `true` if the clock is before ``HybridTimestamp/limit``; other changes are stored without effect.
  package var hasValidClock: Bool { clock < .limit }
}

extension EffectivePosition {
  func isBefore(_ other: EffectivePosition) -> Bool { self < other }
}
