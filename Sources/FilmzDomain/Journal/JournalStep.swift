package import Foundation

/// A step of the journal: the changes, usually of one command, that are undone and redone together.
package struct JournalStep: Sendable, Hashable, Identifiable {
  /// A UUID, unless another program wrote the step.
  package let id: String
  /// The number of the step in this journal, from 1.
  ///
  /// The numbers of the steps that `log` lists have gaps, because the others are numbered too.
  package let number: Int
  /// The id of the installation that made the step.
  package let installation: String
  /// The time at which the step was made.
  package let madeAt: Date
  /// The command line that made the step.
  package let command: String
  /// The canonical ids of the films that the step affects, without duplicates, in the order of the changes.
  package let films: [FilmID]
  package let isUndone: Bool
  /// The number of steps to undo so that this one is the last of them: 1 for the newest step.
  ///
  /// It is `nil` outside of logs, and if the step is undone, changed nothing, or was made on another machine.
  package var undoCount: Int?
  /// `true` in logs if the step set a mark that the film already had.
  package var changedNothing = false

  package init(
    id: String, number: Int, installation: String, madeAt: Date, command: String, films: [FilmID], isUndone: Bool
  ) {
    (self.id, self.number, self.installation, self.madeAt) = (id, number, installation, madeAt)
    (self.command, self.films, self.isUndone) = (command, films, isUndone)
  }
}

/// A step as stored in the journal and sent to other installations.
package struct RecordedStep: Sendable, Hashable, Identifiable {
  package let id: String
  /// The id of the installation that made the step.
  package let installation: String
  /// The time at which the step was made.
  package let madeAt: Date
  /// The command line that made the step; `nil` for steps that `log` does not list.
  ///
  /// These are undo and redo steps, and changes that filmz made on its own.
  package let command: String?

  package init(id: String, installation: String, madeAt: Date, command: String?) {
    (self.id, self.installation, self.madeAt, self.command) = (id, installation, madeAt, command)
  }
}

/// A change exactly as the journal stores it, for transfer to other installations.
///
/// Unlike a ``RecordedChange``, it can contain changes of later versions, which are stored and sent unchanged.
package struct JournalRecord: Sendable, Hashable, Identifiable {
  /// A UUID; the same change has the same id in every journal.
  package let id: String
  /// The id of the step that the change belongs to.
  package let step: String
  /// The id of the installation that made the change.
  package let installation: String
  package let clock: HybridTimestamp
  package let kind: String
  package let subjectKind: String
  package let subject: String
  /// The id of the film that the subject belongs to; `nil` if there is none, or if the subject's id is a film's id.
  package let film: String?
  /// A JSON object with the old and the new value of each field.
  package let fields: String

  package init(
    id: String, step: String, installation: String, clock: HybridTimestamp, kind: String,
    subjectKind: String, subject: String, film: String?, fields: String
  ) {
    (self.id, self.step, self.installation, self.clock) = (id, step, installation, clock)
    (self.kind, self.subjectKind, self.subject, self.film) = (kind, subjectKind, subject, film)
    self.fields = fields
  }
}

/// The direction in which steps are reversed: undo or redo.
package enum UndoDirection: Sendable, Hashable {
  case undo
  case redo

  /// The kind of change that undoes or redoes a step.
  package var kind: Change.Kind { self == .undo ? .undo : .redo }
}

/// The command and the machine of a step that was made on another machine, for messages.
package struct ForeignStep: Sendable, Hashable {
  package let command: String
  package let machine: String

  package init(command: String, machine: String) { (self.command, self.machine) = (command, machine) }
}

/// A step that was undone or redone, and the resulting changes.
package struct ReversedStep: Sendable {
  package let step: JournalStep
  /// The resulting changes of the user's data.
  ///
  /// Values that later changes have set are not affected, unless old values were written by force.
  package let changes: [FilmChange]
  /// The installations of other machines that set the present values, by ``Change/Subject/fieldKey(_:)``.
  ///
  /// Contains only fields whose present value differs from the value before the step.
  package let origins: [String: String]

  package init(step: JournalStep, changes: [FilmChange], origins: [String: String] = [:]) {
    (self.step, self.changes, self.origins) = (step, changes, origins)
  }

  /// The ids of films that became aliases of other ids, or are no longer aliases.
  package var changedAliases: [FilmID] {
    changes.map(\.change.subject).filter { $0.kind == .alias }.map { FilmID(unchecked: $0.id) }
  }
}

/// A change and the canonical id of the film that it concerns; `nil` if the subject does not belong to a film.
package typealias FilmChange = (change: Change, film: FilmID?)
