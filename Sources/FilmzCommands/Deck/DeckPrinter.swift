import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// Prints the cards and messages of a deck on standard error, and redraws the last card in its place.
final class DeckPrinter: Sendable {
  /// The card that was drawn last, and the text that was written after it.
  private struct DrawnCard {
    var card: DeckCard
    var cardText: String
    var textAfter = ""
  }

  private let console: Console
  private let color: ColorChoice
  private let render: @Sendable (DeckCard, RenderTarget) -> String
  private let log: @Sendable (String) -> String?
  /// The card that was drawn last; `nil` if something else may have been written after it.
  private let drawnCard = Mutex<DrawnCard?>(nil)

  init(
    console: Console, color: ColorChoice, render: @escaping @Sendable (DeckCard, RenderTarget) -> String,
    log: @escaping @Sendable (String) -> String? = { _ in nil }
  ) { (self.console, self.color, self.render, self.log) = (console, color, render, log) }

  /// The render target with the current width of the terminal.
  var renderTarget: RenderTarget { console.screenTarget(color) }

  private var width: Int { renderTarget.width ?? 80 }

  private var style: Style { console.messageStyle(color) }

  // MARK: - Cards

  /// Draws a card after an empty line.
  func draw(_ card: DeckCard) {
    let text = text(of: card)
    drawnCard.withLock { drawn in
      console.writeMessage("\n" + text)
      drawn = DrawnCard(card: card, cardText: text)
    }
  }

  private func text(of card: DeckCard) -> String {
    let target = renderTarget
    return target.transliterated(render(card, target)) + "\n"
  }

  /// Draws the last card again, if the new size of the terminal changes how it looks.
  func redraw() {
    if let card = drawnCard.withLock({ $0?.card }) { redraw(card) }
  }

  /// Replaces the last card on the terminal with a card of the same number, and writes the text after it again.
  ///
  /// Does nothing if the last card has another number or looks the same, or if its beginning has been scrolled off the
  /// screen.
  func redraw(_ card: DeckCard) {
    guard console.canErase, let height = console.rows() else { return }
    let text = text(of: card)
    let width = width
    drawnCard.withLock { drawn in
      guard let old = drawn, old.card.number == card.number, old.cardText != text else { return }
      let oldText = old.cardText + old.textAfter
      let rowsAbove = Self.rowsAboveCursor(oldText, width: width)
      guard rowsAbove < height else { return }
      drawn?.card = card
      drawn?.cardText = text
      // Each line is erased before it is written, because erasing after a line that fills the last column would
      // erase its last character. If lines take several rows, everything is erased first.
      let lines = (text + old.textAfter).split(separator: "\n", omittingEmptySubsequences: false)
      let hasLongLines = rowsAbove > oldText.count { $0 == "\n" }
      console.writeMessage(
        "\r" + (rowsAbove > 0 ? "\u{1B}[\(rowsAbove)A" : "") + (hasLongLines ? "\u{1B}[J" : "")
          + lines.map { "\u{1B}[K" + $0 }.joined(separator: "\n") + "\u{1B}[J")
    }
  }

  /// Forgets the drawn card, so that it is not redrawn after something else was written to the terminal.
  func forgetCard() { drawnCard.withLock { $0 = nil } }

  /// Returns the number of rows between the beginning of a text and the cursor at its end.
  ///
  /// A line that fills the last column does not begin another row.
  private static func rowsAboveCursor(_ text: String, width: Int) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).reduce(-1) { rows, line in
      rows + 1 + max(0, String(line).withoutEmphasis.displayWidth - 1) / width
    }
  }

  // MARK: - Messages

  func write(_ text: String) {
    let text = renderTarget.transliterated(text)
    drawnCard.withLock { drawn in
      console.writeMessage(text)
      drawn?.textAfter += text
    }
  }

  /// Prints a prompt, wrapped to the width of the terminal.
  func writePrompt(_ prompt: String) {
    let target = renderTarget
    write(target.transliterated(prompt).wrappedPrompt(toWidth: width).joined(separator: "\n"))
  }

  /// Prints an empty line, a string of one or more lines, and a newline.
  func show(_ text: String) { write("\n" + text + "\n") }

  /// Rings the bell of the terminal, and changes nothing on the screen.
  func ring() { console.writeMessage("\u{7}") }

  /// Prints the name of a key after the prompt without ending the line, because another key is read.
  func echoFirst(_ key: String) { write(style.bold(key)) }

  /// Prints the name of a key, or its effect, after the prompt, and ends the line.
  func echo(_ key: String) { write(style.bold(key) + "\n") }

  /// Prints a message, wrapped to the width of the terminal.
  func printMessage(_ text: String, _ emphasis: Emphasis = .dim) {
    let text = renderTarget.transliterated(text.sanitizedForTerminal)
    for line in text.wrapped(toWidth: width, cuttingWords: false) { write(style.emphasized(line, emphasis) + "\n") }
  }

  /// Prints a line without wrapping it, such as an address.
  func printUnbroken(_ text: String) { write(text.sanitizedForTerminal + "\n") }

  /// Ends the line of the prompt, and prints an error.
  func printFailure(_ error: any Error) {
    echo("")
    printMessage(userFacingError(for: error).text, .red)
  }

  /// Returns the error that is reported to the user; an error of an unknown type is written to the log.
  func userFacingError(for error: any Error) -> any UserFacingError {
    MessagePrinter.userFacingError(for: error, log: log)
  }
}

extension DeckCard {
  /// The maximum number of directors, and of actors, that are shown.
  private static let maximumPeople = 4

  /// Returns the card with the main facts of its film, without a trailing newline.
  ///
  /// The heading is the line above the title, such as the position in the deck. The fields come after the
  /// people; empty badges and fields are left out.
  func rendered(
    under heading: String, badges: [Card.Field], paragraphs: [String] = [], fields: [Card.Field],
    on renderTarget: RenderTarget
  ) -> String {
    let people = [Card.Field("Directed by", people(item.film?.directors)), .init("With", people(item.film?.actors))]
    let card = Card(
      title: item.caption, subtitle: subtitle, badges: badges.filter { !$0.value.isEmpty },
      paragraphs: paragraphs, fields: (people + fields).filter { !$0.value.isEmpty })
    return renderTarget.style.dim(heading) + "\n" + card.rendered(on: renderTarget)
  }

  private var subtitle: String {
    let film = item.film
    let parts = [
      film?.type?.label, film?.runtimeMinutes.map { "\($0) min" }, item.unknownYearText,
      film?.genres.joined(separator: ", "),
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " • ")
  }

  private func people(_ names: [String]?) -> String { (names ?? []).prefix(Self.maximumPeople).joined(separator: ", ") }
}

extension FilmItem {
  /// `Year unknown` if neither the year nor the runtime is known; otherwise `nil`.
  ///
  /// Source: Filmz2, film details.
  var unknownYearText: String? { year == nil && film?.runtimeMinutes == nil ? "Year unknown" : nil }
}

/// The way in which a deck ended; also the error that is thrown if the user interrupts waiting.
enum DeckEnding: Error {
  /// The user ended the deck, or there are no more cards.
  case ended
  /// Ctrl-C or a signal ended the deck, or single keys could not be read.
  case interrupted
  /// A card could not be loaded.
  case failed(any UserFacingError)
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
    var screen = screen
    screen.didHandleKey = { [backgroundSync] in await backgroundSync.syncSoon() }
    return await Task { [screen] in await screen.run() }.value
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
