import FilmzDomain
import FilmzViewModels

/// The `undo` command, which undoes the newest steps.
package struct UndoCommand: ShellCommand {
  package static let command = Command(
    UndoCommand.self, "undo", "Undo the last change to the collection.",
    details: """
      One command is one step, no matter how many films it changed. Steps can be undone after a restart \
      too; `log` lists them, and `redo` restores them. If another installation has changed a value of a step \
      since, the step is not undone; with --yes, its old values are written as a new step. The shell asks \
      before it undoes a step that was made outside the shell since its last command.
      """,
    examples: """
      undo
      undo 3
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.count, as: "n", "How many steps to undo.")
  ]

  var count: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard try await session.confirmsUndo(stepCount: count?.value ?? 1) else {
      return Output(.changes(.films([])), [.notice("Nothing was undone.")])
    }
    let outcome = try await session.viewModels.journal.undo(
      count?.value ?? 1, force: session.options.yes, in: session.context)
    return try await .reversed(outcome, .undo, session)
  }
}

/// The `redo` command, which redoes the most recently undone steps.
package struct RedoCommand: ShellCommand {
  package static let command = Command(
    RedoCommand.self, "redo", "Redo what was undone last.",
    details: """
      After a new change to the collection there is nothing to redo.
      """,
    examples: """
      redo
      redo 2
      """)

  package static let arguments: [Argument<Self>] = [
    .positional(\.count, as: "n", "How many steps to redo.")
  ]

  var count: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let outcome = try await session.viewModels.journal.redo(
      count?.value ?? 1, force: session.options.yes, in: session.context)
    return try await .reversed(outcome, .redo, session)
  }
}

extension Output {
  /// Returns the output with the films of the steps and a notice for each step.
  ///
  /// If fewer steps existed than were requested, a warning precedes the notices.
  fileprivate static func reversed(
    _ outcome: UndoOutcome, _ direction: UndoDirection, _ session: Session
  ) async throws -> Output {
    let areNamed = outcome.steps.contains { !$0.origins.isEmpty }
    let machines = areNamed ? try await session.viewModels.sync.machineNames() : [:]
    let hiddenFilms = Set(outcome.items.filter(\.isHidden).map(\.id))
    var messages: [Message] = []
    if outcome.missingStepCount > 0 {
      let stepCount = outcome.steps.count.counted("step")
      messages.append(
        .warning("\(stepCount) \(direction == .undo ? "undone" : "redone"); there are no more"))
    }
    messages += outcome.steps.map { step in
      let description = UndoDescription(
        step: step, direction: direction, filmNames: outcome.filmNames,
        listNames: outcome.listNames, hiddenFilms: hiddenFilms, machines: machines)
      return .notice(description.text)
    }
    return Output(.changes(.films(outcome.items)), messages)
  }
}
