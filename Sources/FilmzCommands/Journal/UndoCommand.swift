import FilmzDomain
import FilmzViewModels

/// `undo`: takes changes of the collection back.
package struct UndoCommand: ShellCommand {
  package static let command = Command(
    UndoCommand.self, "undo", "Take back what was changed last in the collection.",
    details: """
      One command is one step, however many films it touched, also after a restart; `log` lists \
      them, `redo` makes them again. If another machine has changed a value of the step since, it \
      is refused; with --yes the old values are written, as a step of their own.
      """,
    examples: """
      undo
      undo 3
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.count, as: "n", "How many steps.")
  ]

  var count: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let outcome = try await session.models.journal.undo(
      count?.value ?? 1, force: session.options.yes, in: session.context)
    return .reversed(outcome, .undo)
  }
}

/// `redo`: makes changes again that were undone.
package struct RedoCommand: ShellCommand {
  package static let command = Command(
    RedoCommand.self, "redo", "Make again what was undone last.",
    details: """
      A new change of the collection leaves nothing to redo.
      """,
    examples: """
      redo
      redo 2
      """)

  package static let arguments: [Argument<Self>] = [
    .word(\.count, as: "n", "How many steps.")
  ]

  var count: PositiveInt?

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let outcome = try await session.models.journal.redo(
      count?.value ?? 1, force: session.options.yes, in: session.context)
    return .reversed(outcome, .redo)
  }
}

extension Output {
  /// The films as undo or redo left them, and what each step was.
  fileprivate static func reversed(_ outcome: UndoOutcome, _ direction: UndoDirection) -> Output {
    let names = Dictionary(outcome.items.map { ($0.id, $0.name) }) { first, _ in first }
    var messages: [Message] = []
    if outcome.missing > 0 {
      let done = outcome.steps.count.counted("step")
      messages.append(
        .warning("\(done) \(direction == .undo ? "undone" : "redone"); there are no more"))
    }
    messages += outcome.steps.map {
      .notice(UndoDescription(step: $0, direction: direction, names: names).text)
    }
    return Output(.changes(.films(outcome.items)), messages)
  }
}
