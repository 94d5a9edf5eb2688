import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation
import Synchronization
import Testing

@testable import FilmzCommands

/// Tests the screen with a deck without ratings: invented films are marked as seen or skipped.
struct DeckScreenTests {
  private enum Mark: Sendable { case seen, skipped, refused }

  /// The marks that were stored, the text that was printed, and the keys that are still to be read.
  private final class Record: Sendable {
    let marks = Mutex<[(step: UUID, text: String)]>([])
    let text = Mutex("")
    let remainingKeys: Mutex<Substring>

    init(keys: String) { remainingKeys = Mutex(keys[...]) }
  }

  private static let titles = ["Alpha", "Beta", "Gamma"]

  private func deck(_ record: Record) -> CardDeck<Mark> {
    let titles = Dictionary(
      uniqueKeysWithValues: Self.titles.enumerated().map {
        (FilmID(unchecked: "tt000000\($0.offset)"), $0.element)
      })
    return CardDeck(
      films: titles.keys.sorted(),
      loadCard: { id in
        FilmItem(
          id: id, film: Film(id: id, title: titles[id] ?? "", year: nil, origin: .catalog),
          entry: nil)
      },
      store: { mark, item, _ in
        if mark == .refused { throw ViewModelError.nothingSelected }
        let step = UUID()
        record.marks.withLock { $0.append((step, "\(item.name) \(mark)")) }
        return (item, step)
      },
      undoStep: { step in record.marks.withLock { $0.removeAll { $0.step == step } } })
  }

  private func screen(
    _ record: Record, sequences: [[KeyPress]: DeckScreen<Mark>.Binding] = [:],
    lastPrompt: DeckScreen<Mark>.LastPrompt? = nil,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) -> DeckScreen<Mark> {
    DeckScreen(
      deck: deck(record), keys: KeyQueue(keys(record)),
      printer: DeckPrinter(
        console: console(record), color: .never,
        render: { card, _ in "\(card.number)/\(card.total) \(card.item.name)" }),
      prompt: "key: ", help: ["s seen, k skip"],
      bindings: [
        "s": .action(.seen, "seen"), "k": .action(.skipped, "skipped"),
        "r": .action(.refused, "refused"),
        "n": .command { screen in
          await screen.readLine("Note: ") { text in
            screen.printer.printMessage("noted: \(text)")
            return .prompt
          }
        },
      ], sequences: sequences, lastPrompt: lastPrompt,
      describeUndo: { entry, item in "\(item.name) is not \(entry.action)" }, now: now)
  }

  /// Returns the keys of the record, followed by the end of the input.
  private func keys(_ record: Record) -> KeyInput {
    KeyInput(
      begin: { true },
      read: {
        switch record.remainingKeys.withLock({ $0.popFirst() }) {
        case "\r": .enter
        case nil, "\u{4}": .endOfInput
        case "\u{3}": .interrupted
        case "~": .resumed
        case "^": .control("z")
        case "#": .paste("sk\r")
        case let character?: .character(character)
        }
      },
      readLine: { _ in
        let line = record.remainingKeys.withLock { keys in
          let line = keys.prefix { $0 != "\r" }
          keys = keys.dropFirst(line.count + 1)
          return String(line)
        }
        return .text(line)
      },
      suspend: { record.remainingKeys.withLock { $0.popFirst() } == "~" },
      end: {})
  }

  private func console(_ record: Record) -> Console {
    Console(
      write: { _ in }, writeMessage: { text in record.text.withLock { $0 += text } },
      renderTarget: { _ in RenderTarget(width: 66) }, messageStyle: { _ in .plain },
      isStandardErrorTerminal: true, canErase: false, rows: { 24 })
  }

  @Test(arguments: [
    ("ssk", ["Alpha seen", "Beta seen", "Gamma skipped"], "123", "ended"),
    ("s", ["Alpha seen"], "12", "ended"), ("sq", ["Alpha seen"], "12", "ended"),
    ("s\u{4}", ["Alpha seen"], "12", "ended"), ("s\u{3}", ["Alpha seen"], "12", "interrupted"),
    ("su", [], "121", "ended"), ("ksuuK", ["Alpha skipped"], "123212", "ended"),
    ("su~k", ["Alpha skipped"], "12112", "ended"), ("u?xs", ["Alpha seen"], "12", "ended"),
    ("sb", ["Alpha seen"], "121", "ended"), ("bs", ["Alpha seen"], "12", "ended"),
    ("sbk", ["Alpha seen", "Alpha skipped"], "1212", "ended"), ("sbku", ["Alpha seen"], "12121", "ended"),
    ("ssbbk", ["Alpha seen", "Beta seen", "Alpha skipped"], "123212", "ended"),
    ("rs", ["Alpha seen"], "12", "ended"), ("nlater\rs", ["Alpha seen"], "12", "ended"),
    ("#s#", ["Alpha seen"], "12", "ended"), ("s^x", ["Alpha seen"], "12", "interrupted"),
  ])
  func keysMarkCardsAndUndoMarks(
    keys: String, marks: [String], cards: String, ending: String
  ) async throws {
    let record = Record(keys: keys)
    let result = await screen(record).run()
    #expect("\(result)" == ending)
    #expect(record.marks.withLock { $0.map(\.text) } == marks)
    let lines = record.text.withLock { $0 }.split(separator: "\n")
    let drawn = lines.filter { $0.contains("/3 ") }
    #expect(
      drawn.map(String.init)
        == cards.compactMap(\.wholeNumberValue).map { "\($0)/3 \(Self.titles[$0 - 1])" })
  }

  @Test(arguments: [
    ("s", "\n1/3 Alpha\nkey: seen\n\n2/3 Beta\nkey: \n"),
    ("su", "key: u\nAlpha is not seen\n\n1/3 Alpha\nkey: \n"),
    ("u", "key: u\nThere is nothing to undo in this session.\nkey: \n"),
    ("?", "key: ?\ns seen, k skip\nkey: \n"), ("x", "key: \ns seen, k skip\nkey: \n"),
    ("xyzs", "key: \ns seen, k skip\nkey: \u{7}\u{7}seen\n\n2/3 Beta\n"),
    ("b", "key: b\nThis is the first card.\nkey: \n"), ("sb", "key: b\n\n1/3 Alpha\nkey: \n"),
    ("r", "key: \nno film is selected; name a film by number, id or title, or select\none with `show`\n"),
    ("nlater\r", "noted: later\nkey: \n"), ("n\r", "1/3 Alpha\nkey: key: \n"),
    ("q", "key: q\n"), ("\u{3}", "key: ^C\n"), ("~", "key: \n\n1/3 Alpha\nkey: \n"),
    ("#", "1/3 Alpha\nkey: \nPasted text was ignored.\nkey: \n"),
    ("s#s", "2/3 Beta\nkey: \nPasted text was ignored.\nkey: seen\n\n3/3 Gamma\n"),
    ("^~s", "1/3 Alpha\nkey: seen\n\n2/3 Beta\n"),
  ])
  func everyKeyPrintsItsEffect(keys: String, text: String) async {
    let record = Record(keys: keys)
    _ = await screen(record).run()
    let printed = record.text.withLock { $0 }
    #expect(printed.contains(text), "\(printed)")
  }

  @Test(arguments: [
    ("sk", 900, "Alpha twice"), ("sk", 1000, nil), ("SK", 0, "Alpha twice"), ("s?k", 0, nil),
    ("kk", 0, nil), ("s", 0, nil),
  ])
  func secondKeyOfASequenceHasItsOwnEffectWithinASecond(
    keys: String, milliseconds: Int, text: String?
  ) async {
    let record = Record(keys: keys)
    let time = Mutex(ContinuousClock.now)
    let sequence = DeckScreen<Mark>.Binding.command { screen in
      let name = await screen.deck.undoEntries.last?.after.name ?? ""
      screen.printer.printMessage("\(name) twice")
      return .prompt
    }
    // The clock is read before and after each key.
    _ = await screen(record, sequences: [["s", "k"]: sequence]) {
      time.withLock { time in
        time += .milliseconds(milliseconds)
        return time
      }
    }.run()
    let printed = record.text.withLock { $0 }
    #expect(printed.contains(text ?? " twice") == (text != nil), "\(printed)")
  }

  @Test(arguments: [
    ("ssk\r", ["Alpha seen", "Beta seen", "Gamma skipped"], "key: skipped\nlast: \n"),
    (
      "ssku\u{4}", ["Alpha seen", "Beta seen"],
      "last: u\nGamma is not skipped\n\n3/3 Gamma\nkey: \n"
    ),
    (
      "ssksq", ["Alpha seen", "Beta seen", "Gamma skipped"], "last: \ns seen, k skip\nlast: q\n"
    ),
    (
      "sskb\u{4}", ["Alpha seen", "Beta seen", "Gamma skipped"], "last: b\n\n3/3 Gamma\nkey: \n"
    ),
    ("ssknmore\rq", ["Alpha seen", "Beta seen", "Gamma skipped"], "last: noted: more\nlast: q\n"),
  ])
  func deckWithALastPromptWaitsAfterTheLastCard(
    keys: String, marks: [String], text: String
  ) async {
    let record = Record(keys: keys)
    _ = await screen(record, lastPrompt: .init(text: "last: ", keys: ["n"])).run()
    let printed = record.text.withLock { $0 }
    #expect(printed.hasSuffix(text), "\(printed)")
    #expect(record.marks.withLock { $0.map(\.text) } == marks)
  }

  @Test func deckWithoutActionsEndsWithoutWaiting() async {
    let record = Record(keys: "")
    let deck = CardDeck<Mark>(
      films: [], loadCard: { _ in nil }, store: { _, item, _ in (item, nil) }, undoStep: { _ in })
    let screen = DeckScreen(
      deck: deck, keys: KeyQueue(keys(record)),
      printer: DeckPrinter(console: console(record), color: .never, render: { _, _ in "" }),
      prompt: "key: ",
      help: [], bindings: [:], lastPrompt: .init(text: "last: ", keys: []),
      describeUndo: { _, _ in "" })
    _ = await screen.run()
    #expect(record.text.withLock { $0 } == "")
  }
}
