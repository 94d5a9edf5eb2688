package import FilmzDomain
package import FilmzTerminal
package import FilmzViewModels

/// How a deck ended.
package enum DeckEnding: Sendable {
  /// By the user, or with the last card.
  case ended
  /// By Ctrl-C or a signal.
  case interrupted
  case failed(any UserFacingError)
}

/// Shows the cards of a deck on a terminal, and does what the keys say.
///
/// Every deck has the keys `u` for undo, `q`, Ctrl-C and Ctrl-D for the end, and `?` for help; the
/// others are given.
package struct DeckScreen<Action: Sendable>: Sendable {
  /// What is shown after a key.
  package enum Next: Sendable {
    case card
    case prompt
    case end(DeckEnding)
  }

  /// What a key does.
  package enum Binding: Sendable {
    /// Performs an action on the present card, prints a word for it, and goes on.
    case action(Action, String)
    case command(@Sendable (DeckScreen) async throws -> Next)
  }

  package let deck: CardDeck<Action>
  private let keys: KeyReading
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
  ///   - console: Where is drawn: on its standard error.
  ///   - color: Whether colours are used.
  ///   - prompt: What the line says on which a key is waited for.
  ///   - help: The lines that `?` shows.
  ///   - bindings: What keys do; those of letters stand under the small letter.
  ///   - draw: Draws a card, without a line break at its end.
  ///   - describeUndo: Says what was undone, by its entry and the film as it is now.
  ///   - log: Writes what is unexpected into the log (``TerminalHost/log``).
  package init(
    deck: CardDeck<Action>, keys: KeyReading, console: Console, color: ColorChoice, prompt: String,
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

  /// Goes through the cards until there are no more or the user ends it; the deck is closed then.
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
    var next = Next.card
    while true {
      if case .end(let ending) = next { return ending }
      do {
        if case .card = next {
          guard let card = try await deck.card() else { return .ended }
          show(draw(card, canvas))
        }
        console.writeMessage(prompt)
        next = await answer(to: await keys.read())
      } catch {
        return .failed(failure(error))
      }
    }
  }

  // MARK: - Keys

  /// Does what a key says; an error is printed, and the deck goes on.
  package func answer(to key: KeyPress) async -> Next {
    do {
      return try await perform(key)
    } catch {
      echo("")
      note(failure(error).text, .red)
      // The card of a film that was removed elsewhere is not shown again.
      if case ViewModelError.filmGone = error { return .card }
      return .prompt
    }
  }

  private func perform(_ key: KeyPress) async throws -> Next {
    switch bindings[key.lowercased] {
    case .action(let action, let word):
      guard try await deck.perform(action) != nil else { return .card }
      echo(word)
      return .card
    case .command(let command): return try await command(self)
    case nil: return try await performUsualKey(key.lowercased)
    }
  }

  /// Keys that every deck has.
  private func performUsualKey(_ key: KeyPress) async throws -> Next {
    switch key {
    case "u": return try await undo()
    case "q": return end("q", .ended)
    case "?":
      echo("?")
      for line in help { note(line) }
      return .prompt
    case .resumed:
      console.writeMessage("\n")
      return .card
    case .interrupted: return end("^C", .interrupted)
    case .endOfInput: return end("", .ended)
    case .terminated: return end("", .interrupted)
    case .character, .enter, .unknown:
      echo("")
      note("? shows the keys.")
      return .prompt
    }
  }

  private func undo() async throws -> Next {
    let undone = try await deck.undo()
    echo("u")
    guard let (entry, item) = undone else {
      note("Nothing was done yet in this session that could be taken back.")
      return .prompt
    }
    note(describeUndo(entry, item))
    return entry.isAmendment ? .prompt : .card
  }

  private func end(_ key: String, _ ending: DeckEnding) -> Next {
    echo(key)
    return .end(ending)
  }

  /// Waits for a further key.
  package func readKey() async -> KeyPress { await keys.read() }

  /// Asks for a line; an empty one shows the prompt again, and none ends the deck.
  package func readLine(
    _ prompt: String, then body: (String) async throws -> Next
  ) async rethrows -> Next {
    switch await keys.readLine(prompt) {
    case .text(let text):
      guard let text = text.nonBlank else { return .prompt }
      return try await body(text)
    case .none(.endOfInput): return .end(.ended)
    case .none: return .end(.interrupted)
    }
  }

  // MARK: - Drawing

  /// The terminal as wide as it is now.
  package var canvas: RenderTarget { RenderTarget(width: width, style: style, isTerminal: true) }

  private var width: Int { console.canvas(.never).width ?? 80 }

  private var style: Style { console.messageStyle(color) }

  /// Prints a text of several lines, set apart.
  package func show(_ text: String) { console.writeMessage("\n" + text + "\n") }

  /// Prints a key on the prompt's line, which ends with it.
  package func echo(_ key: String) { console.writeMessage(style.bold(key) + "\n") }

  /// Prints a sentence.
  package func note(_ text: String, _ emphasis: Emphasis = .dim) {
    for line in text.sanitizedForTerminal.wrapped(toWidth: width) {
      console.writeMessage(style.emphasized(line, emphasis) + "\n")
    }
  }

  private func failure(_ error: any Error) -> any UserFacingError {
    MessagePrinter.failure(of: error, log: log)
  }
}

extension Session {
  /// Goes through a deck.
  ///
  /// Ctrl-C cancels the command and comes as a key as well. The deck goes on until that key, so that
  /// what was typed before it is stored.
  func run<Action>(_ screen: DeckScreen<Action>) async throws -> DeckEnding {
    progress?.stop()
    trace.listen(nil)
    try Task.checkCancellation()
    return await Task { await screen.run() }.value
  }
}

extension Output {
  /// The output of a deck that ended in one way or another.
  func ended(_ ending: DeckEnding) -> Output {
    var output = self
    switch ending {
    case .ended: break
    case .interrupted: output.ending = .interrupted
    case .failed(let failure): output.ending = .partlyFailed(failure)
    }
    return output
  }
}
