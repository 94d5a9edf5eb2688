package import Foundation

/// A step of the journal: what one command changed, however many films it touched.
package struct JournalStep: Sendable, Hashable, Identifiable {
  /// A UUID, unless another program wrote it.
  package let id: String
  /// Its number in the journal, from 1; the numbers of steps that undo and redo others are left out.
  package let number: Int
  package let madeAt: Date
  /// The command line that asked for it.
  package let command: String
  /// The films it touched, each once, in the order of its changes.
  package let films: [FilmID]
  package let isUndone: Bool

  package init(
    id: String, number: Int, madeAt: Date, command: String, films: [FilmID], isUndone: Bool
  ) {
    self.id = id
    self.number = number
    self.madeAt = madeAt
    self.command = command
    self.films = films
    self.isUndone = isUndone
  }
}

/// A way through the journal.
package enum JournalMove: Sendable, Hashable {
  case undo
  case redo
}

/// A step that was undone or redone, and the changes that this took.
package struct ReversedStep: Sendable {
  package let step: JournalStep
  /// As they were made now, in their order.
  package let changes: [Change]

  package init(step: JournalStep, changes: [Change]) {
    self.step = step
    self.changes = changes
  }
}
