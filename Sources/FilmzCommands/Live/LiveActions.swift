import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation
import Synchronization

/// The actions of the keys of a panel of films; each runs a command, as a step of the journal.
final class LiveActions: Sendable {
  private let session: Session
  /// The steps that the panel has made and not undone, oldest first.
  private let steps = Mutex<[UUID]>([])

  init(session: Session) {
    var session = session
    // Questions cannot be asked while the panel is on the screen.
    (session.progress, session.host.ask) = (nil, nil)
    self.session = session
  }

  private var scale: RatingScale { session.ratingScale }

  /// Returns the lines that explain the keys of a panel; `enter` is the sentence about Enter.
  func help(enter: String) -> [String] {
    [
      "Type a title, a person, or filters such as genre:horror year:1980s.",
      "Up, Down, Ctrl-P, Ctrl-N, PgUp and PgDn select a film; Tab and Shift-Tab mark several. \(enter)",
      "Esc, Ctrl-C or Ctrl-G leaves; Ctrl-D too if nothing is typed.",
      "Alt-A add, Alt-S seen, Alt-K skip, Alt-W want to watch, Alt-L add to a list, \(ratingKeys),"
        + " Alt-U undo the last of these: for the marked films, or else the selected one."
        + " Ctrl-O and the key do the same as Alt and the key.",
      "Alt-O shows the films of a service when the status says so. Ctrl-L draws everything again.",
    ]
  }

  private var ratingKeys: String {
    scale == .points ? "Alt-1 to Alt-9 and Alt-0 rate 1 to 10" : "Alt-1 to Alt-5 rate with stars"
  }

  /// The actions by key, which leave the selection of the session as it was.
  var bindings: [KeyPress: PanelAction] {
    var bindings: [KeyPress: PanelAction] = [
      .alt("a"): action("add", summary: .all { "Added \($0)" }),
      .alt("s"): action("seen", summary: .mark(.seen)), .alt("k"): action("skip", summary: .mark(.skipped)),
      .alt("w"): action("watchlist", "add", summary: .mark(.wanted)),
      .alt("l"): PanelAction { [self] in try await askForList($0) },
      .alt("u"): PanelAction(needsRow: false) { [self] _ in .done(try await undo()) },
    ]
    for (key, rating) in KeyPress.ratings(on: scale) {
      guard case .character(let digit) = key else { continue }
      let value = Word(String(rating.tenths / scale.unit))
      bindings[.alt(digit)] = PanelAction { [self] ids in
        try await run([Word("rate")], ids, options: [value], summary: .all { "Rated \($0) \(value.text)" })
      }
    }
    return bindings
  }

  /// Returns the action that runs a command for films.
  private func action(_ verb: String..., summary: Summary) -> PanelAction {
    PanelAction { [self] ids in try await run(verb.map { Word($0) }, ids, summary: summary) }
  }

  // MARK: - Commands

  /// Runs a command for films as if it had been typed, remembers its step if it changed something, and returns its
  /// messages on one line; the summary replaces the notices about more than three films.
  ///
  /// - Throws: The error of the command, also if it concerns only some of the films; a ``RefusedAction`` in place of a
  ///   ``UserFacingError``.
  private func run(
    _ words: [Word], _ ids: [String], options: [Word] = [], summary: Summary
  ) async throws -> PanelActionResult {
    do {
      return .done(try await performed(words + ids.map { Word($0) } + options, ids, summary))
    } catch let error as any UserFacingError { throw RefusedAction(error) }
  }

  private func performed(_ words: [Word], _ ids: [String], _ summary: Summary) async throws -> String {
    let session = await beginning(ParsedCommand(words: words).text)
    let match = try CommandTree.find(words, abbreviated: false)
    let newest = try await newestSteps(1).first?.id
    let output = try await keepingSelection { try await match.command.read(match.words).run(session) }
    let made = try await newestSteps(Self.maximumNewSteps).prefix { $0.id != newest }
    if let step = made.first(where: { $0.command == session.context.line }), let id = UUID(uuidString: step.id) {
      steps.withLock { $0.append(id) }
    }
    // Without this, `undo` would ask, because another program might have made the step.
    await session.lastCommand.setEnd(session.now())
    if case .partlyFailed(let error) = output.ending { throw error }
    let notices = output.messages.filter(\.isNotice)
    guard ids.count > Self.maximumNotices, notices.count > Self.maximumNotices else { return output.messages.panelText }
    let text = summary.text(of: try await session.films(ids.map { Word($0) }, in: .local))
    let others = output.messages.filter { !$0.isNotice }
    return others.isEmpty ? text : text + "; " + others.panelText
  }

  /// The maximum number of notices about films that the status line has.
  private static let maximumNotices = 3

  /// The number of steps among which that of a command is looked for; other programs may make steps at the same time.
  private static let maximumNewSteps = 20

  private func newestSteps(_ count: Int) async throws -> [JournalStep] {
    try await session.viewModels.journal.stepsToUndo(count).map(\.step)
  }

  /// Undoes the newest step of the panel that is not undone, and returns a description of the changes.
  private func undo() async throws -> String {
    guard let step = steps.withLock({ $0.popLast() }) else { return "There is nothing to undo in this panel." }
    let session = await beginning("undo")
    do {
      let outcome = try await keepingSelection {
        try await session.viewModels.journal.undo(step: step, in: session.context)
      }
      return try await Output.reversed(outcome, .undo, session, namesCommands: false).messages.panelText
    } catch let error as any UserFacingError { throw RefusedAction(error) }
  }

  /// Returns the result of a command; afterwards, the film that was selected before is selected again.
  private func keepingSelection<Value: Sendable>(_ command: () async throws -> Value) async throws -> Value {
    let state = session.viewModels.browsingState
    let selection = await state.selection
    do {
      let value = try await command()
      await state.restoreSelection(selection)
      return value
    } catch {
      await state.restoreSelection(selection)
      throw error
    }
  }

  private func beginning(_ line: String) async -> Session {
    var session = session
    session.begin(line, session.options, await session.settings.all())
    return session
  }

  // MARK: - Lists

  /// Asks for the name of a list, and adds films to it; asks again before a list of a new name is created.
  private func askForList(
    _ ids: [String], note: String = "", creating newName: String = ""
  ) async throws -> PanelActionResult {
    let names = try await session.viewModels.lists.names()
    return .ask(PanelQuestion("List: ", among: names.all, note: note, answer: newName)) { [self] answer in
      guard let name = answer.nonBlank?.trimmed else { return .done("") }
      let existingName = names.id(named: name).flatMap(names.name(of:))
      guard existingName != nil || name == newName else {
        let newName = try FilmList.validName(name)
        let note = "There is no list \"\(newName)\"; Enter creates it, Esc cancels."
        return try await askForList(ids, note: note, creating: newName)
      }
      let list = Word(existingName ?? name, isQuoted: true)
      let option = existingName == nil ? [Word("--create")] : []
      let summary = Summary.all { "\($0) are in \"\(list.text)\"" }
      return try await run([Word("list"), Word("add"), list], ids, options: option, summary: summary)
    }
  }
}

/// The sentence in the status line after an action for more than three films.
private enum Summary: Sendable {
  /// The same is true for all films; the function takes a text such as `12 films`.
  case all(@Sendable (_ films: String) -> String)
  /// Films have a mark now, unless they have a stronger one.
  case mark(Mark)

  /// Returns the sentence for films, as they are after the action.
  func text(of films: [FilmItem]) -> String {
    switch self {
    case .all(let text): return text(films.count.counted("film"))
    case .mark(let mark):
      let count = films.count { $0.mark == mark }
      let others = films.count - count
      return "\(count.counted("film")) \(count == 1 ? "is" : "are") \(mark.predicate)"
        + (others == 0 ? "" : "; \(others) \(others == 1 ? "is" : "are") not")
    }
  }
}

/// An error of an action, with a text that names no command and no option, because a panel has none.
private struct RefusedAction: UserFacingError {
  let message: String
  let exitCategory: ExitCategory

  init(_ error: any UserFacingError) {
    message = error.statusText.withoutClausesOfCommands
    exitCategory = error.exitCategory
  }
}

extension [Output.Message] {
  /// The messages on one line, without clauses that name commands or options.
  fileprivate var panelText: String { map(\.text.withoutClausesOfCommands).joined(separator: "; ") }
}

extension Output.Message {
  /// The text without the kind of message.
  fileprivate var text: String {
    switch self {
    case .warning(let text, _), .header(let text), .summary(let text), .notice(let text): text
    }
  }

  fileprivate var isNotice: Bool { if case .notice = self { true } else { false } }
}

extension String {
  /// The text without those clauses after the first one that name a command in backticks or an option, such as
  /// `--force removes its viewings`.
  var withoutClausesOfCommands: String {
    let clauses = components(separatedBy: "; ")
    let others = clauses.dropFirst().filter { !$0.contains("`") && $0.firstMatch(of: /(^|\s)--[a-z]/) == nil }
    return (clauses.prefix(1) + others).joined(separator: "; ")
  }
}
