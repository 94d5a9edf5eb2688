package import FilmzDomain
package import FilmzTerminal
package import FilmzViewModels

/// How a deck ended.
package enum DeckEnding: Sendable {
  /// The user ended it, or there are no more cards.
  case ended
  /// Ctrl-C or a signal ended it, or single keys could not be read.
  case interrupted
  /// A card could not be loaded.
  case failed(any UserFacingError)
}

/// Shows the cards of a deck on a terminal and handles the keys.
///
/// Every deck has the keys `u` for undo, `q`, Ctrl-C and Ctrl-D to end, and `?` for help; the other
/// keys are configured with bindings.
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

  package let deck: CardDeck<Action>
  private let keys: KeyInput
  private let console: Console
  private let color: ColorChoice
  private let prompt: String
  private let help: [String]
  private let bindings: [KeyPress: Binding]
  private let draw: @Sendable (DeckCard, RenderTarget) -> String
  private let describeUndo: @Sendable (CardDeck<Action>.UndoEntry, FilmItem) -> String
  private let log: @Sendable (String) -> String?

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
  ///   - draw: Draws a card, without a trailing newline.
  ///   - describeUndo: Describes what was undone; takes the undo entry and the film after the undo.
  ///   - log: Writes an unexpected error to the log (``TerminalHost/log``).
  package init(
    deck: CardDeck<Action>, keys: KeyInput, console: Console, color: ColorChoice, prompt: String,
    help: [String], bindings: [KeyPress: Binding],
    draw: @escaping @Sendable (DeckCard, RenderTarget) -> String,
    describeUndo: @escaping @Sendable (CardDeck<Action>.UndoEntry, FilmItem) -> String,
    log: @escaping @Sendable (String) -> String? = { _ in nil }
  ) {
    self.log = log
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
    while true {
      if case .end(let ending) = state { return ending }
      do {
        if case .card = state {
          guard let card = try await deck.card() else { return .ended }
          show(draw(card, renderTarget))
        }
        console.writeMessage(prompt)
        state = await handle(await keys.read())
      } catch {
        return .failed(failure(error))
      }
    }
  }

  // MARK: - Keys

  /// Handles a key; an error is printed and does not end the deck.
  package func handle(_ key: KeyPress) async -> NextState {
    do {
      return try await perform(key)
    } catch {
      echo("")
      printMessage(failure(error).text, .red)
      // The deck leaves out a film that was removed elsewhere, so the next card is shown.
      if case ViewModelError.filmGone = error { return .card }
      return .prompt
    }
  }

  private func perform(_ key: KeyPress) async throws -> NextState {
    switch bindings[key.lowercased] {
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
  package func readKey() async -> KeyPress { await keys.read() }

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

  /// Prints the name of a key, or what the key did, after the prompt, and ends the line.
  package func echo(_ key: String) { console.writeMessage(style.bold(key) + "\n") }

  /// Prints a message, wrapped to the width of the terminal.
  package func printMessage(_ text: String, _ emphasis: Emphasis = .dim) {
    for line in text.sanitizedForTerminal.wrapped(toWidth: width) {
      console.writeMessage(style.emphasized(line, emphasis) + "\n")
    }
  }

  private func failure(_ error: any Error) -> any UserFacingError {
    MessagePrinter.userFacingError(for: error, log: log)
  }
}

extension Session {
  /// Runs a deck until it ends.
  ///
  /// Ctrl-C cancels the task of the command and is also read as a key. The deck runs in a task of its own,
  /// which is not cancelled, so that keys typed before Ctrl-C still take effect.
  func run<Action>(_ screen: DeckScreen<Action>) async throws -> DeckEnding {
    progress?.stop()
    trace.setListener(nil)
    try Task.checkCancellation()
    return await Task { await screen.run() }.value
  }
}

extension Output {
  /// Returns the output with the ending that corresponds to the ending of a deck.
  func withEnding(_ ending: DeckEnding) -> Output {
    var output = self
    switch ending {
    case .ended: break
    case .interrupted: output.ending = .interrupted
    case .failed(let failure): output.ending = .partlyFailed(failure)
    }
    return output
  }
}
