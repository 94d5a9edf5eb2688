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
    LogCommand.self, "log", "List the changes to the collection, newest first.",
    details: """
      Undone steps are marked; `undo` continues with the newest step that is not.
      """,
    examples: """
      log
      log --limit 100
      log --all
      """)

  static let arguments: [Argument<Self>] = [
    .option("--limit", \.limit, as: "n", "How many steps to show."),
    .flag("--all", \.all, "Also show the steps of the other machines, and who made which."),
  ]

  var limit: PositiveInt?
  var all = false

  func run(in session: Session) async throws -> Output {
    let maximumCount = limit?.value ?? (session.pagesLists ? Self.defaultLimit : nil)
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

  static let arguments: [Argument<Self>] = [
    .positional(\.count, as: "n", "How many steps to undo.")
  ]

  var count: PositiveInt?

  func run(in session: Session) async throws -> Output {
    guard try await session.confirmsUndo(stepCount: count?.value ?? 1) else {
      return Output(.changes(.films([])), [.notice("Nothing was undone.")])
    }
    let outcome = try await session.viewModels.journal.undo(
      count?.value ?? 1, force: session.options.yes, in: session.context)
    return try await .reversed(outcome, .undo, session)
  }
}

/// The `redo` command, which redoes the most recently undone steps.
struct RedoCommand: ShellCommand {
  static let command = Command(
    RedoCommand.self, "redo", "Redo what was undone last.",
    details: """
      After a new change to the collection there is nothing to redo.
      """,
    examples: """
      redo
      redo 2
      """)

  static let arguments: [Argument<Self>] = [
    .positional(\.count, as: "n", "How many steps to redo.")
  ]

  var count: PositiveInt?

  func run(in session: Session) async throws -> Output {
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

extension Session {
  /// Asks the user before the shell undoes steps that were made outside it since its last command.
  ///
  /// The user cannot know these steps from the shell's own lines. Without such steps, and outside the
  /// shell, returns `true` without asking.
  ///
  /// - Throws: The errors of ``confirm(_:action:)``, and a ``UserFacingError`` if the journal cannot be
  ///   read.
  func confirmsUndo(stepCount: Int) async throws -> Bool {
    guard mode == .shell else { return true }
    let steps = try await viewModels.journal.newestEffectiveSteps(stepCount)
    let lastEnd = await lastCommand.end
    let outsideSteps = steps.filter { $0.step.madeAt > lastEnd }
    guard let newest = outsideSteps.first else { return true }
    progress?.stop()
    let subject =
      steps.count == 1
      ? "The last step was"
      : "\(outsideSteps.count) of the last \(steps.count) steps \(outsideSteps.count == 1 ? "was" : "were")"
    printer.printNotice(
      "\(subject) made outside this shell: \(newest.text), \(newest.step.madeAt.age(at: context.now))"
    )
    await lastCommand.setRefused(true)
    let question = steps.count == 1 ? "Undo it?" : "Undo all of them?"
    let isConfirmed = try await confirm(question, action: "undo")
    await lastCommand.setRefused(!isConfirmed)
    return isConfirmed
  }
}

extension LoggedStep {
  /// The command line and the films of the step, such as `` `rate tt0068646 9` (The Godfather)``.
  fileprivate var text: String {
    let names = filmNames.isEmpty ? "" : " (\(filmNames.joined(separator: ", ")))"
    return "`\(step.command.onOneLine())`\(names)"
  }
}

extension Rows {
  /// Returns rows of steps in the journal; with `showsMachines`, they name the machines that made them.
  static func steps(_ steps: [LoggedStep], showsMachines: Bool = false) -> Rows {
    Rows(steps, showsMachines ? stepFields + [machineField] : stepFields)
  }

  /// The maximum size of a command in a table, in bytes of UTF-8.
  private static let maximumCommandSize = 500

  private static let machineField = Field<LoggedStep>("from", Column("From", dropPriority: 3)) {
    .optional($0.from)
  }

  private static let stepFields: [Field<LoggedStep>] = [
    Field("step", Column("Step", alignment: .trailing), .dim) { .integer($0.step.number) },
    Field(
      "time", Column("When", dropPriority: 2), value: { .optional($0.step.madeAt) },
      cell: { Cell($0.step.madeAt.dateAndTimeText, .dim) }),
    Field(
      "command",
      Column("Command", isFlexible: true, minimumWidth: 16, distinguishesCutCells: true),
      value: { .text($0.step.command) },
      cell: { Cell($0.step.command.cut(toSize: maximumCommandSize), $0.emphasis) }),
    Field(
      "films",
      Column(
        "Films", dropPriority: 1, isFlexible: true, minimumWidth: 12, distinguishesCutCells: true),
      value: { .list($0.step.films.map(\.rawValue)) }, cell: { Cell($0.filmsText, $0.emphasis) }),
    Field(
      "undone", Column("", hidesWhenEmpty: true),
      value: { .bool($0.step.isUndone) }, cell: { Cell($0.step.isUndone ? "undone" : "", .yellow) }),
  ]

  /// Returns rows of backups of the collection.
  static func backups(_ backups: [Backup]) -> Rows { Rows(backups, backupFields) }

  private static let backupFields: [Field<Backup>] = [
    Field("name", Column("Name", isFlexible: true, minimumWidth: 26)) { .text($0.name) },
    Field(
      "time", Column("Made", dropPriority: 2), value: { .optional($0.time) },
      cell: { Cell($0.time.dateAndTimeText, .dim) }),
    Field(
      "bytes", Column("Size", alignment: .trailing, dropPriority: 3),
      value: { .integer($0.bytes) }, cell: { Cell(ByteCount.text($0.bytes), .dim) }),
    Field(
      "films", Column("Films", alignment: .trailing),
      value: { .optional($0.films) },
      cell: { Cell($0.films.map(String.init) ?? "unreadable", $0.films == nil ? .red : .plain) }),
  ]
}

extension LoggedStep {
  fileprivate var emphasis: Emphasis { step.isUndone ? .dim : .plain }

  /// The names of the first few films, followed by the number of other films if there are any.
  fileprivate var filmsText: String {
    guard hidden == 0 || !filmNames.isEmpty else { return hidden.counted("hidden film") }
    let unnamedCount = step.films.count - filmNames.count + hidden
    return filmNames.joined(separator: ", ") + (unnamedCount > 0 ? " and \(unnamedCount) more" : "")
  }
}

extension Backup {
  /// The number of films, such as `3 films`; `films` if the backup cannot be read.
  var content: String { films.map { $0.counted("film") } ?? "films" }
}

extension Date {
  /// The date and time in the user's time zone, such as `2024-05-01 14:05`.
  var dateAndTimeText: String {
    let time = Calendar(identifier: .gregorian).dateComponents([.hour, .minute], from: self)
    let parts = [time.hour ?? 0, time.minute ?? 0].map { $0 < 10 ? "0\($0)" : "\($0)" }
    return PartialDate(day: self).text + " " + parts.joined(separator: ":")
  }
}
