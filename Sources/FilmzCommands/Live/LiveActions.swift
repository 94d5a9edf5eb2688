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
      "Up, Down, Ctrl-P, Ctrl-N, PgUp and PgDn select a film; Tab marks several. \(enter)",
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
      .alt("a"): action("add"), .alt("s"): action("seen"), .alt("k"): action("skip"),
      .alt("w"): action("watchlist", "add"),
      .alt("l"): PanelAction(asks: true) { [self] in try await addToList($0, $1) },
      .alt("u"): PanelAction(needsRow: false) { [self] _, _ in try await undo() },
    ]
    for (key, rating) in KeyPress.ratings(on: scale) {
      guard case .character(let digit) = key else { continue }
      let value = Word(String(rating.tenths / scale.unit))
      bindings[.alt(digit)] = PanelAction { [self] ids, _ in try await run([Word("rate")] + ids.words + [value]) }
    }
    return bindings
  }

  /// Returns the action that runs a command for films.
  private func action(_ verb: String...) -> PanelAction {
    PanelAction { [self] ids, _ in try await run(verb.words + ids.words) }
  }

  // MARK: - Commands

  /// Runs a command as if it had been typed, remembers its step if it changed something, and returns its messages on one
  /// line.
  ///
  /// - Throws: The error of the command, also if it concerns only some of the films; a ``RefusedAction`` in place of a
  ///   ``UserFacingError``.
  private func run(_ words: [Word]) async throws -> String {
    do {
      return try await performed(words)
    } catch let error as any UserFacingError { throw RefusedAction(error) }
  }

  private func performed(_ words: [Word]) async throws -> String {
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
    return output.panelText
  }

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
      return try await Output.reversed(outcome, .undo, session, namesCommands: false).panelText
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

  /// Asks for the name of a list, and adds films to it; a list of a new name is created if the user confirms the name.
  private func addToList(_ ids: [String], _ input: KeyInput) async throws -> String {
    let names = try await session.viewModels.lists.names()
    var newName: String?
    while true {
      let question = newName.map { "There is no list \"\($0.sanitizedForTerminal)\"; Enter creates it. " } ?? ""
      guard let answer = await answer(to: question + "List: ", among: names.all, input) else { return "" }
      let name = answer.nonBlank?.trimmed ?? newName
      guard let name else { return "" }
      let existingName = names.id(named: name).flatMap(names.name(of:))
      if existingName != nil || name == newName {
        let option = existingName == nil ? [Word("--create")] : []
        let list = Word(existingName ?? name, isQuoted: true)
        return try await run([Word("list"), Word("add"), list] + ids.words + option)
      }
      newName = try FilmList.validName(name)
    }
  }

  /// Reads a name in the line of the cursor, and erases the question; `nil` if no line was entered.
  private func answer(to question: String, among names: [String], _ input: KeyInput) async -> String? {
    let target = session.host.console.screenTarget(.never)
    let width = target.width ?? 80
    let answer = await input.readName(question, names)
    let text = if case .text(let text) = answer { text } else { "" }
    let lines = target.transliterated(question).wrappedPrompt(toWidth: width)
    let rows = lines.count + ((lines.last ?? "").displayWidth + text.displayWidth) / width
    session.host.console.writeMessage("\u{1B}[\(rows)A\r\u{1B}[J")
    return if case .text = answer { text } else { nil }
  }
}

extension [String] {
  /// The strings as words of a command.
  fileprivate var words: [Word] { map { Word($0) } }
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

extension Output {
  /// The messages on one line, without clauses that name commands or options.
  fileprivate var panelText: String { messages.map(\.text.withoutClausesOfCommands).joined(separator: "; ") }
}

extension Output.Message {
  /// The text without the kind of message.
  fileprivate var text: String {
    switch self {
    case .warning(let text, _), .header(let text), .summary(let text), .notice(let text): text
    }
  }
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
