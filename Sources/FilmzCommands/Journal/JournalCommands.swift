import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The `log` command, which lists the steps of the journal.
struct LogCommand: ShellCommand {
  /// The number of steps that are listed by default if lists have pages (``Session/pagesLists``).
  ///
  /// Otherwise, all steps are listed by default.
  private static let defaultLimit = 20

  static let command = Command(
    of: LogCommand.self, "log", "List the changes to the collection, newest first.",
    details: """
      The number of a step counts from the newest: `undo` with that number undoes the step and all newer ones. \
      Steps that are undone, that changed nothing, or that other machines made, have no number.
      """,
    examples: ["log", "log --limit 100", "log --all"])

  static let arguments: [Argument<Self>] = [
    .option("--limit", \.limit, as: "n", "How many steps to show."),
    .flag("--all", \.all, "Also show the steps of the other machines, and the machine of each step."),
  ]

  var limit: Int?
  var all = false

  func run(in session: Session) async throws -> Output {
    let maximumCount = limit ?? (session.pagesLists ? Self.defaultLimit : nil)
    let machines = all ? try await session.viewModels.sync.machineNames() : nil
    let steps = try await session.viewModels.journal.log(limit: maximumCount, from: machines)
    var output = Output(.list(.steps(steps, showsMachines: all)))
    if steps.isEmpty {
      output.messages = [.notice("Nothing has been changed yet. Try `add` and `rate`.")]
    } else if limit == nil, steps.count == maximumCount {
      output.messages = [.notice("The newest \(steps.count) steps; `log --limit N` lists more.")]
    }
    return output
  }
}

/// The `undo` command, which undoes the newest steps.
struct UndoCommand: ShellCommand {
  static let command = Command(
    of: UndoCommand.self, "undo", "Undo the last change to the collection.",
    details: """
      One command is one step, no matter how many films it changed. Without a number, `undo` takes back the last \
      command, even if it changed nothing; a number counts the steps that changed something. Steps can be undone after a restart \
      too; `log` lists and numbers them, and `redo` restores them. If another installation has changed a value of a \
      step since, the step is not undone, but the others are; with --yes, its old values are written as a new step. \
      The shell asks before it undoes more than three steps, or a step that another program has made since the last \
      command of the shell.
      """, examples: ["undo", "undo 3"])

  static let arguments: [Argument<Self>] = [.positional(\.count, as: "n", "How many steps to undo.")]

  var count: Int?

  func run(in session: Session) async throws -> Output {
    guard try await session.confirmUndo(count) else { return .unchanged("Nothing was undone.") }
    let outcome = try await session.viewModels.journal.undo(count, force: session.options.yes, in: session.context)
    return try await .reversed(outcome, .undo, session)
  }
}

/// The `redo` command, which redoes the most recently undone steps.
struct RedoCommand: ShellCommand {
  static let command = Command(
    of: RedoCommand.self, "redo", "Redo what was undone last.",
    details: "After a new change to the collection there is nothing to redo.", examples: ["redo", "redo 2"])

  static let arguments: [Argument<Self>] = [.positional(\.count, as: "n", "How many steps to redo.")]

  var count: Int?

  func run(in session: Session) async throws -> Output {
    let outcome = try await session.viewModels.journal.redo(count, force: session.options.yes, in: session.context)
    return try await .reversed(outcome, .redo, session)
  }
}

extension Output {
  /// Returns the output with the films of the steps and a notice for each step.
  ///
  /// Warnings for steps that were refused precede the notices, and one if fewer steps existed than were requested. The
  /// notices have the command lines of the steps unless `namesCommands` is `false`.
  static func reversed(
    _ outcome: UndoOutcome, _ direction: UndoDirection, _ session: Session, namesCommands: Bool = true
  ) async throws -> Output {
    let namesMachines = outcome.steps.contains { !$0.origins.isEmpty }
    let machines = namesMachines ? try await session.viewModels.sync.machineNames() : [:]
    let hiddenFilms = Set(outcome.items.filter(\.isHidden).map(\.id))
    var messages = outcome.refusals.map { Message.warning($0.text) }
    if outcome.missingStepCount > 0 {
      let stepCount = outcome.steps.count.counted("step")
      messages.append(.warning("\(stepCount) \(direction == .undo ? "undone" : "redone"); there are no more"))
    }
    messages += outcome.steps.map { step in
      let description = UndoDescription(
        step: step, direction: direction, filmNames: outcome.filmNames,
        listNames: outcome.listNames, hiddenFilms: hiddenFilms, machines: machines, scale: session.ratingScale)
      return .notice(namesCommands ? description.text : description.textWithoutCommand)
    }
    return Output(.changes(.films(outcome.items)), messages)
  }
}

extension Session {
  /// The number of steps that are undone without a question.
  private static let maximumUnconfirmedUndo = 3
  /// The maximum number of steps that a question lists.
  private static let maximumListedSteps = 20

  /// In the shell, asks the user before more than three steps are undone, and before the undo of steps that other
  /// programs have made since the last command of the shell, because the user may not know of them.
  ///
  /// - Returns: `false` if the user declines.
  /// - Throws: The errors of ``confirm(_:action:)``, and a ``UserFacingError`` if the journal cannot be read.
  fileprivate func confirmUndo(_ count: Int?) async throws -> Bool {
    guard !options.yes, mode == .shell else { return true }
    let steps = try await viewModels.journal.stepsToUndo(count)
    let lastEnd = await lastCommand.end
    let outsideSteps = steps.filter { $0.step.madeAt > lastEnd }
    let isMany = steps.count > Self.maximumUnconfirmedUndo
    guard isMany || !outsideSteps.isEmpty else { return true }
    progress?.stop()
    if isMany {
      for step in steps.prefix(Self.maximumListedSteps) { printer.printNotice(step.line(at: context.now)) }
      let unlisted = steps.count - Self.maximumListedSteps
      if unlisted > 0 { printer.printNotice("… and \(unlisted.grouped("older step"))") }
    }
    if let newest = outsideSteps.first {
      let subject =
        steps.count == 1
        ? "The last step was"
        : "\(outsideSteps.count) of the last \(steps.count) steps \(outsideSteps.count == 1 ? "was" : "were")"
      printer.printNotice(
        "\(subject) made outside this shell: \(newest.text), \(newest.step.madeAt.age(at: context.now))")
    }
    await lastCommand.setDeclined(true)
    let question = steps.count == 1 ? "Undo it?" : isMany ? "Undo these \(steps.count) steps?" : "Undo all of them?"
    let isConfirmed = try await confirm(question, action: "undo \(count ?? 1)")
    await lastCommand.setDeclined(!isConfirmed)
    return isConfirmed
  }
}

extension LoggedStep {
  /// The command line and the films of the step, such as `` `rate tt0068646 9` (The Godfather)``.
  fileprivate var text: String {
    let names = filmNames.isEmpty ? "" : " (\(filmNames.joined(separator: ", ")))"
    return "`\(step.command.onOneLine())`\(names)"
  }

  /// The step with its number in `log` and its age, on one line.
  fileprivate func line(at now: Date) -> String { "\(step.undoCount ?? 0) \(text), \(step.madeAt.age(at: now))" }
}

extension Rows {
  /// Returns rows of steps in the journal; with `showsMachines`, each has the name of the machine that made it.
  static func steps(_ steps: [LoggedStep], showsMachines: Bool = false) -> Rows {
    Rows(steps, showsMachines ? stepFields + [machineField] : stepFields)
  }

  /// The maximum size of a command in a table, in bytes of UTF-8.
  private static let maximumCommandSize = 500

  private static let machineField = Field<LoggedStep>("from", Column("From", dropPriority: 3)) { .optional($0.machine) }

  private static let stepFields: [Field<LoggedStep>] = [
    // Formats for programs have the number in the journal, which does not change.
    Field(
      "step", Column("Step", alignment: .trailing), value: { .integer($0.step.number) },
      cell: { Cell($0.step.undoCount.map(String.init) ?? "", .dim) }),
    Field(
      "time", Column("When", dropPriority: 2), value: { .optional($0.step.madeAt) },
      cell: { Cell($0.step.madeAt.dateAndTimeText, .dim) }),
    Field(
      "command", Column("Command", isFlexible: true, minimumWidth: 16, distinguishesCutCells: true),
      value: { .text($0.step.command) }, cell: { Cell($0.step.command.cut(toSize: maximumCommandSize), $0.emphasis) }),
    Field(
      "films", Column("Films", dropPriority: 1, isFlexible: true, minimumWidth: 12, distinguishesCutCells: true),
      value: { .list($0.step.films.map(\.rawValue)) }, cell: { Cell($0.filmsText, $0.emphasis) }),
    Field(
      "undone", Column("", hidesWhenEmpty: true),
      value: { .bool($0.step.isUndone) }, cell: { Cell($0.effectText, .yellow) }),
  ]
}

extension LoggedStep {
  fileprivate var emphasis: Emphasis { effectText.isEmpty ? .plain : .dim }

  /// Why the step has no effect; empty if it has one.
  fileprivate var effectText: String { step.isUndone ? "undone" : step.changedNothing ? "no change" : "" }

  /// The names of the first few films, followed by the number of other films if there are any.
  fileprivate var filmsText: String {
    guard hidden == 0 || !filmNames.isEmpty else { return hidden.counted("hidden film") }
    let unnamedCount = step.films.count - filmNames.count + hidden
    return filmNames.joined(separator: ", ") + (unnamedCount > 0 ? " and \(unnamedCount) more" : "")
  }
}

extension Date {
  /// The date and time in the user's time zone, such as `2024-05-01 14:05`.
  var dateAndTimeText: String {
    let time = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: self)
    let parts = [time.hour ?? 0, time.minute ?? 0].map { $0.zeroPadded(toLength: 2) }
    return PartialDate(day: self).text + " " + parts.joined(separator: ":")
  }
}
