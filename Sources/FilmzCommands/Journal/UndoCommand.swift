package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `undo`: takes changes of the collection back.
package struct UndoCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what was changed last in the collection.",
    discussion: """
      One command is one step, however many films it touched, also after a restart; `log` lists \
      them, `redo` makes them again. If another machine has changed a value of the step since, it \
      is refused; with --yes the old values are written, as a step of their own.

      Examples:
        undo
        undo 3
      """)

  @Argument(help: ArgumentHelp("How many steps.", valueName: "n"))
  var count: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let outcome = try await session.collection.undo(
      count?.value ?? 1, command: session.commandLine, force: session.options.yes)
    return .reversed(outcome, .undo)
  }
}

/// `redo`: makes changes again that were undone.
package struct RedoCommand: ShellCommand {
  package static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Make again what was undone last.",
    discussion: """
      A new change of the collection leaves nothing to redo.

      Examples:
        redo
        redo 2
      """)

  @Argument(help: ArgumentHelp("How many steps.", valueName: "n"))
  var count: Count?

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let outcome = try await session.collection.redo(
      count?.value ?? 1, command: session.commandLine, force: session.options.yes)
    return .reversed(outcome, .redo)
  }
}

extension Output {
  /// The films as undo or redo left them, and what each step was.
  fileprivate static func reversed(_ outcome: UndoOutcome, _ direction: UndoDirection) -> Output {
    let names = Dictionary(outcome.items.map { ($0.id, $0.name) }) { first, _ in first }
    var output = Output(.changes(FilmRow.self, outcome.items.map(FilmRow.init(item:))))
    output.notices = outcome.steps.map {
      UndoDescription(step: $0, direction: direction, names: names).text
    }
    output.warnings = outcome.warnings.map(\.text)
    if outcome.missing > 0 {
      let done = outcome.steps.count.counted("step")
      output.warnings += ["\(done) \(direction == .undo ? "undone" : "redone"); there are no more"]
    }
    return output
  }
}
