/// Where a change counts in the order of all changes.
///
/// A change of a step that was redone counts from the redo on, and the changes of one step keep their
/// order.
package struct CountedPosition: Sendable, Comparable {
  let counted: JournalPosition
  let made: JournalPosition

  package static func < (left: Self, right: Self) -> Bool {
    left.counted == right.counted ? left.made < right.made : left.counted < right.counted
  }
}

/// A change that counts: its step is not undone, and this version understands it.
struct StandingChange {
  let record: RecordedChange
  let position: CountedPosition
}

/// Which steps are undone, and from where on those count that were redone.
package struct UndoneSteps: Sendable {
  /// The newest undo or redo of each step that has one.
  private var newest: [String: RecordedChange] = [:]

  package init(_ changes: some Sequence<RecordedChange>) {
    for record in changes
    where record.change.subject.kind == .step && record.counts
      && [.undo, .redo].contains(record.change.kind)
    {
      let step = record.change.subject.id
      if let known = newest[step], record.position <= known.position { continue }
      newest[step] = record
    }
  }

  /// Whether a step counts as never made.
  package func contains(_ step: String) -> Bool { newest[step]?.change.kind == .undo }

  /// Where a step counts from, if it was redone.
  func redone(_ step: String) -> JournalPosition? {
    newest[step].flatMap { $0.change.kind == .redo ? $0.position : nil }
  }

  /// Where a change counts; `nil` if its step is undone or its clock is not believed.
  package func position(of record: RecordedChange) -> CountedPosition? {
    standing(record)?.position
  }

  /// The change as it counts; `nil` if its step is undone or its clock is not believed.
  func standing(_ record: RecordedChange) -> StandingChange? {
    guard record.counts, !contains(record.step) else { return nil }
    let counted = max(redone(record.step) ?? record.position, record.position)
    return StandingChange(
      record: record, position: CountedPosition(counted: counted, made: record.position))
  }
}

extension RecordedChange {
  /// Whether the clock is believed; later changes are kept, and do not count.
  package var counts: Bool { clock < .limit }
}

extension CountedPosition {
  func isBefore(_ other: CountedPosition) -> Bool { self < other }
}
