package import Foundation

/// A step of the journal: what one command changed, however many films it touched.
package struct JournalStep: Sendable, Hashable, Identifiable {
  /// A UUID, unless another program wrote it.
  package let id: String
  /// Its number in this journal, from 1; the numbers of steps that `log` does not list are left out.
  package let number: Int
  package let madeAt: Date
  /// The command line that asked for it.
  package let command: String
  /// The films it touched by their canonical ids, each once, in the order of its changes.
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

/// A step as the journal holds it and other installations receive it.
package struct RecordedStep: Sendable, Hashable, Identifiable {
  package let id: String
  package let installation: String
  package let madeAt: Date
  /// The command line; `nil` for steps that `log` does not list: undo, redo, and what filmz found by
  /// itself.
  package let command: String?

  package init(id: String, installation: String, madeAt: Date, command: String?) {
    self.id = id
    self.installation = installation
    self.madeAt = madeAt
    self.command = command
  }
}

/// Whether steps are undone or redone.
package enum UndoDirection: Sendable, Hashable {
  case undo
  case redo

  /// The kind of the change that does it to a step.
  package var kind: Change.Kind { self == .undo ? .undo : .redo }
}

/// A step that was undone or redone, and what this changed.
package struct UndoneStep: Sendable {
  package let step: JournalStep
  /// What is different now, by subject; a value that another installation set since stays as it is.
  package let changes: [FilmChange]

  package init(step: JournalStep, changes: [FilmChange]) {
    self.step = step
    self.changes = changes
  }

  /// Whether it made ids one film, or separated them.
  package var changesIdentity: Bool {
    changes.contains { $0.change.subject.kind == .alias }
  }
}

/// A change of a subject, and the film that it is about.
package struct FilmChange: Sendable, Hashable {
  package let change: Change
  /// The film's canonical id; `nil` if the subject belongs to no film.
  package let film: FilmID?

  package init(_ change: Change, film: FilmID?) {
    self.change = change
    self.film = film
  }
}
