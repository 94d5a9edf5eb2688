import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// Shows the cards of a deck on a terminal and handles the keys.
///
/// Every deck has the keys `u` for undo, `b` for the card before, `n` to leave a card for later, `q`, Ctrl-C and Ctrl-D
/// to end, and `?` for help; the other keys are configured with bindings. The first wrong key shows the help, further
/// wrong keys ring the bell. After the last card, a deck with a ``LastPrompt`` waits for a key, so that the last action
/// can be undone.
struct DeckScreen<Action: Sendable>: Sendable {
  /// The state of the screen after a key.
  enum NextState: Sendable {
    /// The current card is shown, followed by the prompt.
    case card
    /// The prompt is shown again.
    case prompt
    /// The next key is read after the same prompt.
    case key
    /// A question is asked before the current card is shown.
    case ask(Question)
    case end(DeckEnding)
  }

  /// The place in the deck at which a prompt waits for a key.
  enum Place: Sendable {
    /// After a card.
    case card
    /// After a question about the last action.
    case question(Question)
    /// After the last card.
    case end
    /// After an error, because the page with the next card could not be loaded.
    case failedPage(any UserFacingError)
  }

  /// A question that follows an action, with its own prompt and keys.
  struct Question: Sendable {
    let prompt: String
    /// The lines that `?` shows.
    let help: [String]
    /// The effects of keys in addition to those that every deck has.
    let bindings: [KeyPress: Binding]
  }

  /// The effect of a key.
  enum Binding: Sendable {
    /// The action is performed on the current card, the word is printed, and the next card is shown.
    case action(Action, String)
    /// The function handles the key.
    case command(@Sendable (DeckScreen) async throws -> NextState)
  }

  /// The prompt after the last card, where Enter ends the deck.
  struct LastPrompt: Sendable {
    let text: String
    /// The keys of the bindings that work there in addition to the keys that every deck has.
    let keys: Set<KeyPress>
    /// The prompt after a page could not be loaded, where Enter tries again; if it is `nil`, the deck ends with the
    /// error.
    var retryText: String?
  }

  /// The maximum time between the keys of a sequence.
  static var sequenceTimeout: Duration { .seconds(1) }

  let deck: CardDeck<Action>
  let keys: KeyQueue
  let printer: DeckPrinter
  /// The prompt after a card.
  let prompt: String
  /// The lines that `?` shows.
  let help: [String]
  /// The effects of keys; letters are lowercase.
  let bindings: [KeyPress: Binding]
  /// The effects of the second key of a sequence of two, if it is pressed within ``sequenceTimeout`` after the screen
  /// has shown the effect of the first one.
  var sequences: [[KeyPress]: Binding] = [:]
  /// The prompt after the last card; if it is `nil`, the deck ends there.
  var lastPrompt: LastPrompt?
  /// Returns a description of an undone action, for its undo entry and the film after the undo.
  let describeUndo: @Sendable (CardDeck<Action>.UndoEntry, FilmItem) -> String
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Called after the effect of each key.
  var didHandleKey: @Sendable () async -> Void = {}

  /// Shows the cards until the deck ends, and then closes the deck.
  func run() async -> DeckEnding {
    let ending: DeckEnding
    if await keys.input.begin() {
      ending = await showCards()
      await keys.input.end()
    } else {
      ending = .interrupted
    }
    await deck.close()
    return ending
  }

  // MARK: - Keys

  /// Handles a key; an error is printed and does not end the deck.
  ///
  /// `previousKey` is the key before, if the two keys can be a sequence.
  func handle(_ key: KeyPress, after previousKey: KeyPress? = nil, at place: Place = .card) async -> NextState {
    do {
      return try await perform(key, after: previousKey, at: place)
    } catch let ending as DeckEnding {
      return .end(ending)
    } catch {
      printer.printFailure(error)
      switch (error, place) {
      // The deck leaves out a film that was removed elsewhere, so the next card is shown.
      case (ViewModelError.filmGone, _): return .card
      // The card is outdated, or the action that the question is about cannot be undone any more.
      case (ViewModelError.filmChanged, .card) where key.lowercased != "u": return .card
      case (ViewModelError.filmChanged, .question): return .card
      default: return .prompt
      }
    }
  }

  private func perform(_ key: KeyPress, after previousKey: KeyPress?, at place: Place) async throws -> NextState {
    if case .question(let question) = place {
      if key == .resumed {
        printer.forgetCard()
        printer.write("\n")
        return .prompt
      }
      return try await perform(question.bindings[key.lowercased], for: key, help: question.help)
    }
    let sequence = previousKey.flatMap { sequences[[$0.lowercased, key.lowercased]] }
    let isAtCard = if case .card = place { true } else { false }
    guard let lastPrompt, !isAtCard, sequence == nil, !lastPrompt.keys.contains(key.lowercased) else {
      return try await perform(sequence ?? bindings[key.lowercased], for: key)
    }
    guard key == .enter else { return try await performCommonKey(key.lowercased) }
    guard case .failedPage = place else { return end("", .ended) }
    printer.echo("")
    return .card
  }

  private func perform(_ binding: Binding?, for key: KeyPress, help: [String]? = nil) async throws -> NextState {
    switch binding {
    case .action(let action, let word):
      guard try await deck.perform(action) != nil else { return .card }
      printer.echo(word)
      return .card
    case .command(let command): return try await command(self)
    case nil: return try await performCommonKey(key.lowercased, help: help)
    }
  }

  /// Handles the keys that every deck has.
  private func performCommonKey(_ key: KeyPress, help: [String]? = nil) async throws -> NextState {
    switch key {
    case "u": return try await undo()
    case "b":
      printer.echo("b")
      if await deck.goBack() { return .card }
      printer.printMessage("This is the first card.")
      return .prompt
    case "n":
      // After a question, the current card is the next one already.
      if help == nil, await !deck.goOn() { return showWrongKey(help) }
      printer.echo("later")
      return .card
    case "q": return end("q", .ended)
    case "?":
      printer.echo("?")
      return showHelp(help)
    case .resumed:
      printer.write("\n")
      return .card
    case .paste:
      printer.echo("")
      printer.printMessage("Pasted text was ignored.")
      return .prompt
    case .interrupted: return end("^C", .interrupted)
    case .endOfInput, .closed: return end("", .ended)
    case .terminated: return end("", .interrupted)
    default: return showWrongKey(help)
    }
  }

  private func showWrongKey(_ help: [String]?) -> NextState {
    guard keys.shouldShowHelp() else {
      printer.ring()
      return .key
    }
    printer.echo("")
    return showHelp(help)
  }

  private func showHelp(_ help: [String]?) -> NextState {
    for line in help ?? self.help { printer.printMessage(line) }
    return .prompt
  }

  /// Undoes the last action of the deck.
  func undo() async throws -> NextState {
    let undone = try await deck.undo()
    printer.echo("u")
    guard let (undoEntry, item) = undone else {
      printer.printMessage("There is nothing to undo in this session.")
      return .prompt
    }
    printer.printMessage(describeUndo(undoEntry, item))
    return undoEntry.isAmendment ? .prompt : .card
  }

  private func end(_ key: String, _ ending: DeckEnding) -> NextState {
    printer.echo(key)
    return .end(ending)
  }

  /// Reads the next key; meanwhile, draws the card again whenever the size of the terminal changes.
  func nextKey() async -> KeyPress {
    while true {
      let key = await keys.next()
      guard key == .resized else { return key }
      printer.redraw()
    }
  }

  /// Prompts for a line and passes it to `body`; the line begins with the characters that were typed ahead.
  ///
  /// A blank line shows the deck's prompt again; the end of the input, Ctrl-C and signals end the deck.
  func readLine(_ prompt: String, then body: (String) async throws -> NextState) async rethrows -> NextState {
    printer.forgetCard()
    switch await line(prompt, read: keys.input.readLine) {
    case .text(let text):
      guard let text = text.nonBlank else { return .prompt }
      return try await body(text)
    case .noLine(.endOfInput): return .end(.ended)
    case .noLine: return .end(.interrupted)
    }
  }

  /// Reads a line that begins with the characters that were typed ahead; Enter after them ends the line.
  private func line(_ prompt: String, read: (_ prompt: String) async -> TypedLine) async -> TypedLine {
    let (text, isLine) = keys.takeText()
    let promptWithText = prompt + text.sanitizedForTerminal
    guard !isLine else {
      printer.write(promptWithText + "\n")
      return .text(text)
    }
    let line = await read(promptWithText)
    return if case .text(let rest) = line { .text(text + rest) } else { line }
  }

  /// Prompts for a name, which Tab completes, and passes it to `body`.
  ///
  /// A blank line stands for `defaultName`. Without a default name, it shows the deck's prompt again, as do
  /// Ctrl-C and Ctrl-D. Quotes around the name, which the shell requires, are not part of it.
  func readName(
    _ prompt: String, among names: [String], default defaultName: String? = nil,
    then body: (String) async throws -> NextState
  ) async rethrows -> NextState {
    printer.forgetCard()
    switch await line(prompt, read: { await keys.input.readName($0, names) }) {
    case .text(let text):
      guard let name = text.trimmed.withoutQuotes.nonBlank ?? defaultName else { return .prompt }
      return try await body(name)
    case .noLine(.interrupted), .noLine(.endOfInput): return .prompt
    case .noLine: return .end(.interrupted)
    }
  }
}

extension String {
  /// The string without double quotes around it.
  fileprivate var withoutQuotes: String {
    count > 1 && hasPrefix("\"") && hasSuffix("\"") ? String(dropFirst().dropLast()) : self
  }
}
