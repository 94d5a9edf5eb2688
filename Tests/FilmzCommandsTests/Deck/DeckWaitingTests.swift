import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation
import Synchronization
import Testing

@testable import FilmzCommands

/// Tests what keys do while a deck waits for its first page.
struct DeckWaitingTests {
  private static let films = (1...3).map { FilmID(unchecked: "tt000000\($0)") }

  /// The marked films with their marks, and the text that was printed.
  private final class Record: Sendable {
    let marks = Mutex<[String]>([])
    let text = Mutex("")
  }

  private static func deck(
    _ record: Record, loadPage: @escaping @Sendable () async throws -> [FilmID]
  ) -> CardDeck<String> {
    CardDeck(
      films: [], loadPage: loadPage,
      loadCard: { id in
        FilmItem(
          id: id, film: Film(id: id, title: "Film \(id.rawValue.suffix(1))", origin: .catalog),
          entry: nil)
      },
      store: { mark, item, _ in
        record.marks.withLock { $0.append("\(item.name) \(mark)") }
        return (item, nil)
      },
      undoStep: { _ in })
  }

  private static func screen(
    _ record: Record, _ keys: TypedKeys,
    loadPage: @escaping @Sendable () async throws -> [FilmID]
  ) -> DeckScreen<String> {
    let console = Console(
      write: { _ in }, writeMessage: { text in record.text.withLock { $0 += text } },
      renderTarget: { _ in RenderTarget(width: 66) }, messageStyle: { _ in .plain },
      isStandardErrorTerminal: true, canErase: false, rows: { 24 })
    return DeckScreen(
      deck: deck(record, loadPage: loadPage), keys: KeyQueue(keys.input),
      printer: DeckPrinter(console: console, color: .never, render: { card, _ in card.item.name }),
      prompt: "key: ",
      help: ["s seen, k skip"],
      bindings: [
        "s": .action("seen", "seen"), "k": .action("skipped", "skipped"),
        "n": .command { screen in
          await screen.readLine("Note: ") { text in
            screen.printer.printMessage("noted: \(text)")
            return .prompt
          }
        },
        "w": .command { screen in
          screen.printer.printMessage(try await screen.waiting(for: "more") { "waited" })
          return .prompt
        },
      ],
      lastPrompt: .init(text: "last: ", keys: [], retryText: "retry: "),
      describeUndo: { _, _ in "" })
  }

  /// Returns a page that arrives when all keys that were typed have been read, and then an empty one.
  private static func pages(after keys: TypedKeys) -> @Sendable () async throws -> [FilmID] {
    let pages = Mutex([films])
    return {
      guard let page = pages.withLock({ $0.popLast() }) else { return [] }
      await keys.waitUntilRead()
      return page
    }
  }

  @Test(
    arguments: [
      (["s", "q"], ["Film 1 seen"], "Film 2\nkey: q\n"),
      (["s", "k", "q"], ["Film 1 seen", "Film 2 skipped"], "Film 3\nkey: q\n"),
      (["q"], [], "Film 1\nkey: q\n"), (["x", "q"], [], "s seen, k skip\nkey: q\n"),
      (["n", "h", "i", .enter, "q"], [], "key: Note: hi\nnoted: hi\nkey: q\n"),
      (["s", "s", "s", .enter], ["Film 1 seen", "Film 2 seen", "Film 3 seen"], "last: \n"),
    ] as [([KeyPress], [String], String)])
  func keysTypedWhileAPageIsLoadedActOnItsCards(
    keys: [KeyPress], marks: [String], text: String
  ) async {
    let (record, typedKeys) = (Record(), TypedKeys(keys))
    let ending = await Self.screen(record, typedKeys, loadPage: Self.pages(after: typedKeys)).run()
    #expect("\(ending)" == "ended")
    #expect(record.marks.withLock { $0 } == marks)
    let printed = record.text.withLock { $0 }
    #expect(printed.hasSuffix(text), "\(printed)")
  }

  @Test(
    arguments: [
      ([.interrupted], "interrupted", "^C\n"), (["s", .interrupted], "interrupted", "^C\n"),
      ([.endOfInput], "ended", "\n"), (["k", "q", .endOfInput], "ended", "\n"),
      ([.terminated], "interrupted", "\n"),
    ] as [([KeyPress], String, String)])
  func interruptionEndsTheWaitForAPage(keys: [KeyPress], ending: String, text: String) async {
    let record = Record()
    let screen = Self.screen(record, TypedKeys(keys)) {
      try await Task.sleep(for: .seconds(3600))  // until it is cancelled
      return Self.films
    }
    #expect("\(await screen.run())" == ending)
    #expect(record.marks.withLock { $0 } == [])
    #expect(record.text.withLock { $0 } == text)
  }

  @Test func lineThatWasBegunWhileAPageWasLoadedIsCompletedAfterwards() async {
    let (record, keys) = (Record(), TypedKeys(["n", "h"]))
    let screen = Self.screen(record, keys) {
      await keys.waitUntilRead()
      for key in ["i", .enter, "q"] as [KeyPress] { keys.type(key) }
      return Self.films
    }
    _ = await screen.run()
    #expect(record.text.withLock { $0 }.contains("noted: hi"))
  }

  @Test func failedOperationPassesItsErrorOn() async {
    let (record, keys) = (Record(), TypedKeys([]))
    let screen = Self.screen(record, keys) { [] }
    await #expect(throws: ViewModelError.nothingSelected) {
      try await screen.waiting(for: "more") { throw ViewModelError.nothingSelected }
    }
  }

  @Test func keysAfterAWaitAreRead() async {
    let (record, keys) = (Record(), TypedKeys(["w", "s", "q"]))
    _ = await Self.screen(record, keys, loadPage: Self.pages(after: keys)).run()
    #expect(record.marks.withLock { $0 } == ["Film 1 seen"])
    #expect(record.text.withLock { $0 }.contains("waited\nkey: seen\n"))
  }
}

struct KeyQueueTests {
  @Test func keysThatWereReadAheadComeFirst() async {
    let keys = TypedKeys(["a", "b"])
    let queue = KeyQueue(keys.input)
    let reading = Task { await queue.readAheadToInterruption() }
    await keys.waitUntilRead()
    reading.cancel()
    await reading.value
    #expect(queue.takeInterruption() == nil)
    keys.type("c")
    for key in ["a", "b", "c"] as [KeyPress] { #expect(await queue.next() == key) }
  }

  @Test func readingAheadEndsWithAnInterruption() async {
    let queue = KeyQueue(TypedKeys(["a", .interrupted, "b"]).input)
    await queue.readAheadToInterruption()
    #expect(queue.takeInterruption() == .interrupted)
    #expect(await queue.next() == "b")
  }

  @Test func cancelledReadIsNoKey() async {
    let queue = KeyQueue(TypedKeys([.cancelled, "a"]).input)
    #expect(await queue.next() == "a")
  }

  @Test(
    arguments: [
      (["8", ".", "5", .enter, "k"], "8.5", true, "k"), (["8", .left], "8", false, .left),
      ([.enter, "k"], "", true, "k"),
    ] as [([KeyPress], String, Bool, KeyPress)])
  func textIsTakenUpToEnter(
    keys: [KeyPress], text: String, isLine: Bool, next: KeyPress
  ) async {
    let queue = KeyQueue(TypedKeys(keys + [.interrupted]).input)
    await queue.readAheadToInterruption()
    let taken = queue.takeText()
    #expect(taken == (text, isLine))
    #expect(await queue.next() == next)
  }
}
