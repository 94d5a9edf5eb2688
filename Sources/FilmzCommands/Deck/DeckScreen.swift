import FilmzDomain
package import FilmzTerminal
package import FilmzViewModels

/// Shows the cards of a deck on a terminal and handles the keys.
///
/// Every deck has the keys `u` for undo, `q`, Ctrl-C and Ctrl-D to end, and `?` for help; the other
/// keys are configured with bindings. After the last card, a deck with a ``LastPrompt`` waits for a
/// key, so that the last action can be undone.
package struct DeckScreen<Action: Sendable>: Sendable {
  /// The state of the screen after a key.
  package enum NextState: Sendable {
    /// The current card is shown, followed by the prompt.
    case card
    /// The prompt is shown again.
    case prompt
    case end(DeckEnding)
  }

  /// The effect of a key.
  package enum Binding: Sendable {
    /// An action that is performed on the current card, and a word that is printed for it; then the
    /// next card is shown.
    case action(Action, String)
    /// A function that handles the key.
    case command(@Sendable (DeckScreen) async throws -> NextState)
  }

  /// The prompt after the last card, where Enter ends the deck.
  package struct LastPrompt: Sendable {
    let text: String
    /// The keys of the bindings that work there in addition to the keys that every deck has.
    let keys: Set<KeyPress>

    package init(_ text: String, keys: Set<KeyPress>) {
      self.text = text
      self.keys = keys
    }
  }

  /// The maximum time between the keys of a sequence.
  private static var sequenceTimeout: Duration { .seconds(1) }

  package let deck: CardDeck<Action>
  private let keys: KeyInput
  private let console: Console
  private let color: ColorChoice
  private let prompt: String
  private let help: [String]
  private let bindings: [KeyPress: Binding]
  private let sequences: [[KeyPress]: Binding]
  private let lastPrompt: LastPrompt?
  private let draw: @Sendable (DeckCard, RenderTarget) -> String
  private let describeUndo: @Sendable (CardDeck<Action>.UndoEntry, FilmItem) -> String
  private let log: @Sendable (String) -> String?
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Creates the screen of a deck.
  ///
  /// - Parameters:
  ///   - deck: The cards.
  ///   - keys: Reads keys from the terminal.
  ///   - console: The console; the deck is drawn on its standard error.
  ///   - color: Whether colors are used.
  ///   - prompt: The prompt that is shown before a key is read.
  ///   - help: The lines that `?` shows.
  ///   - bindings: The effects of keys; letters are lowercase.
  ///   - sequences: The effects of the second one of two keys, if it is pressed within a second
  ///     after the screen has shown the effect of the first one.
  ///   - lastPrompt: The prompt after the last card; without it, the deck ends there.
  ///   - draw: Draws a card, without a trailing newline.
  ///   - describeUndo: Describes what was undone; takes the undo entry and the film after the undo.
  ///   - log: Writes an unexpected error to the log (``TerminalHost/log``).
  ///   - now: Returns the current time.
  package init(
    deck: CardDeck<Action>, keys: KeyInput, console: Console, color: ColorChoice, prompt: String,
    help: [String], bindings: [KeyPress: Binding], sequences: [[KeyPress]: Binding] = [:],
    lastPrompt: LastPrompt? = nil,
    draw: @escaping @Sendable (DeckCard, RenderTarget) -> String,
    describeUndo: @escaping @Sendable (CardDeck<Action>.UndoEntry, FilmItem) -> String,
    log: @escaping @Sendable (String) -> String? = { _ in nil },
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.log = log
    self.now = now
    self.sequences = sequences
    self.lastPrompt = lastPrompt
    self.deck = deck
    self.keys = keys
    self.console = console
    self.color = color
    self.prompt = prompt
    self.help = help
    self.bindings = bindings
    self.draw = draw
    self.describeUndo = describeUndo
  }

  /// Shows the cards until the deck ends, and then closes the deck.
  package func run() async -> DeckEnding {
    let ending: DeckEnding
    if await keys.begin() {
      ending = await showCards()
      await keys.end()
    } else {
      ending = .interrupted
    }
    await deck.close()
    return ending
  }

  private func showCards() async -> DeckEnding {
    var state = NextState.card
    var isAtEnd = false
    var previousKey: KeyPress?
    while true {
      if case .end(let ending) = state { return ending }
      do {
        if case .card = state {
          let card = try await deck.card()
          if let card { show(draw(card, renderTarget)) }
          isAtEnd = card == nil
        }
        if isAtEnd, await !waitsAtEnd() { return .ended }
        console.writeMessage(isAtEnd ? lastPrompt?.text ?? prompt : prompt)
        let (key, isQuick) = await readKey()
        state = await handle(key, after: isQuick ? previousKey : nil, isAtEnd: isAtEnd)
        previousKey = key
      } catch {
        return .failed(failure(error))
      }
    }
  }

  /// Returns whether there is a prompt after the last card, and an action that can be undone there.
  private func waitsAtEnd() async -> Bool {
    guard lastPrompt != nil else { return false }
    return await !deck.undoEntries.isEmpty
  }

  /// Reads the next key, and returns it and whether it can be part of a sequence.
  private func readKey() async -> (key: KeyPress, isQuick: Bool) {
    let start = now()
    let key = await keys.read()
    return (key, start.duration(to: now()) < Self.sequenceTimeout)
  }

  // MARK: - Keys

  /// Handles a key; an error is printed and does not end the deck.
  ///
  /// `previousKey` is the key before it if the two can be a sequence. `isAtEnd` is `true` after the last
  /// card, where only some bindings work.
  package func handle(
    _ key: KeyPress, after previousKey: KeyPress? = nil, isAtEnd: Bool = false
  ) async -> NextState {
    do {
      return try await perform(key, after: previousKey, isAtEnd: isAtEnd)
    } catch {
      printFailure(error)
      // The deck leaves out a film that was removed elsewhere, so the next card is shown.
      if case ViewModelError.filmGone = error { return .card }
      return .prompt
    }
  }

  private func perform(
    _ key: KeyPress, after previousKey: KeyPress?, isAtEnd: Bool
  ) async throws -> NextState {
    let sequence = previousKey.flatMap { sequences[[$0.lowercased, key.lowercased]] }
    guard let lastPrompt, isAtEnd, sequence == nil, !lastPrompt.keys.contains(key.lowercased) else {
      return try await perform(sequence ?? bindings[key.lowercased], for: key)
    }
    if key == .enter { return end("", .ended) }
    return try await performCommonKey(key.lowercased)
  }

  private func perform(_ binding: Binding?, for key: KeyPress) async throws -> NextState {
    switch binding {
    case .action(let action, let word):
      guard try await deck.perform(action) != nil else { return .card }
      echo(word)
      return .card
    case .command(let command): return try await command(self)
    case nil: return try await performCommonKey(key.lowercased)
    }
  }

  /// Handles the keys that every deck has.
  private func performCommonKey(_ key: KeyPress) async throws -> NextState {
    switch key {
    case "u": return try await undo()
    case "q": return end("q", .ended)
    case "?":
      echo("?")
      for line in help { printMessage(line) }
      return .prompt
    case .resumed:
      console.writeMessage("\n")
      return .card
    case .interrupted: return end("^C", .interrupted)
    case .endOfInput: return end("", .ended)
    case .terminated: return end("", .interrupted)
    case .character, .enter, .unknown:
      echo("")
      printMessage("? shows the keys.")
      return .prompt
    }
  }

  private func undo() async throws -> NextState {
    let undone = try await deck.undo()
    echo("u")
    guard let (undoEntry, item) = undone else {
      printMessage("There is nothing to undo in this session.")
      return .prompt
    }
    printMessage(describeUndo(undoEntry, item))
    return undoEntry.isAmendment ? .prompt : .card
  }

  private func end(_ key: String, _ ending: DeckEnding) -> NextState {
    echo(key)
    return .end(ending)
  }

  /// Reads the next key.
  package func nextKey() async -> KeyPress { await keys.read() }

  /// Prompts for a line and passes it to `body`.
  ///
  /// A blank line shows the deck's prompt again; the end of the input, Ctrl-C and signals end the deck.
  package func readLine(
    _ prompt: String, then body: (String) async throws -> NextState
  ) async rethrows -> NextState {
    switch await keys.readLine(prompt) {
    case .text(let text):
      guard let text = text.nonBlank else { return .prompt }
      return try await body(text)
    case .noLine(.endOfInput): return .end(.ended)
    case .noLine: return .end(.interrupted)
    }
  }

  // MARK: - Drawing

  /// The render target with the current width of the terminal.
  package var renderTarget: RenderTarget {
    RenderTarget(width: width, style: style, isTerminal: true)
  }

  private var width: Int { console.renderTarget(.never).width ?? 80 }

  private var style: Style { console.messageStyle(color) }

  /// Prints an empty line, a string of one or more lines, and a newline.
  package func show(_ text: String) { console.writeMessage("\n" + text + "\n") }

  /// Prints the name of a key after the prompt; a further key ends the line.
  package func echoFirst(_ key: String) { console.writeMessage(style.bold(key)) }

  /// Prints the name of a key, or what the key did, after the prompt, and ends the line.
  package func echo(_ key: String) { console.writeMessage(style.bold(key) + "\n") }

  /// Prints a message, wrapped to the width of the terminal.
  package func printMessage(_ text: String, _ emphasis: Emphasis = .dim) {
    for line in text.sanitizedForTerminal.wrapped(toWidth: width) {
      console.writeMessage(style.emphasized(line, emphasis) + "\n")
    }
  }

  /// Ends the line of the prompt, and prints an error.
  package func printFailure(_ error: any Error) {
    echo("")
    printMessage(failure(error).text, .red)
  }

  private func failure(_ error: any Error) -> any UserFacingError {
    MessagePrinter.userFacingError(for: error, log: log)
  }
}
