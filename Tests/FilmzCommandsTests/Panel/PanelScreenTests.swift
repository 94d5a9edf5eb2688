import FilmzDomain
import FilmzTerminal
import FilmzTestSupport
import Synchronization
import Testing

@testable import FilmzCommands

/// Tests the loop of a panel over a few titles, on a screen.
@Suite(.timeLimit(.minutes(5)))
struct PanelScreenTests {
  private static let titles = ["Goodfellas", "The Godfather", "The Godfather Part II", "Gladiator", "Heat", "千と千尋の神隠し"]

  private struct Failure: UserFacingError {
    let message: String
    let exitCategory = ExitCategory.failed
  }

  /// Returns the rows whose titles contain the query; without any, the status says so.
  private static func rows(_ query: String, _ titles: [String] = titles) -> PanelRows {
    let found = titles.filter { $0.lowercased().contains(query.lowercased()) || query.isEmpty }
    return PanelRows(
      ids: found, lines: { range, _ in found[range].map(\.sanitizedForTerminal) }, status: "\(found.count) films")
  }

  private static func source(
    _ rows: @escaping @Sendable (String, Int) async throws -> PanelRows = { query, _ in Self.rows(query) }
  ) -> PanelSource { PanelSource(prompt: "search> ", rows: rows) }

  private static func text(_ text: String) -> [KeyPress] { text.map { .character($0) } }

  private func screen(
    _ source: PanelSource, _ keys: TypedKeys, _ terminal: DrawnTerminal, query: String = "",
    suspend: @escaping @Sendable () async -> Bool = { true }
  ) -> PanelScreen {
    let input = KeyInput(
      begin: { true }, read: keys.input.read, hasPendingInput: { keys.hasKeys }, readLine: { _ in .noLine(.closed) },
      suspend: suspend, end: {})
    return PanelScreen(source: source, input: input, console: terminal.console, color: .always, query: query)
  }

  /// Expects the screen from before the panel.
  private func expectNothingIsLeft(on terminal: DrawnTerminal, sourceLocation: SourceLocation = #_sourceLocation) {
    let screen = terminal.screen
    #expect(screen.visibleRows == ["row 0", "row 1", "row 2"], sourceLocation: sourceLocation)
    #expect(screen.cursor == Screen.Position(row: 3, column: 0), sourceLocation: sourceLocation)
    #expect(screen.privateModes[25] != false && screen.privateModes[7] != false, sourceLocation: sourceLocation)
  }

  // MARK: - Queries

  @Test(
    arguments: [
      (text("god") + [.down, .enter], PanelEnding.chosen(["The Godfather Part II"], query: "god")),
      (text("heat\u{301}") + [.backspace] + text("t") + [.enter], .chosen(["Heat"], query: "heat")),
      (
        text("god") + [.tab, .backspace, .backspace, .backspace] + text("heat") + [.tab, .enter],
        .chosen(["The Godfather", "Heat"], query: "heat")
      ),
      ([.paste("glad\niator"), .control("u")] + text("千") + [.enter], .chosen(["千と千尋の神隠し"], query: "千")),
      (text("god") + [.escape], .left), ([.control("g")], .left), ([.endOfInput], .left), ([.closed], .left),
      (text("god") + [.interrupted], .interrupted), (text("god") + [.terminated], .terminated),
      (text("nothing") + [.enter, .escape], .left),
    ] as [([KeyPress], PanelEnding)])
  func keysEndThePanel(typed: [KeyPress], ending: PanelEnding) async {
    let terminal = DrawnTerminal()
    let keys = TypedKeys(typed + ["x"])
    let result = await screen(Self.source(), keys, terminal).run()
    #expect(result == ending)
    // The keys after the last one belong to the shell.
    #expect(await keys.input.read() == "x")
    expectNothingIsLeft(on: terminal)
  }

  @Test func rowsAreShownWhileOneTypes() async {
    let terminal = DrawnTerminal()
    let keys = TypedKeys([])
    let panel = Task { await screen(Self.source(), keys, terminal).run() }
    #expect(
      await terminal.shows {
        $0.visibleRows.dropFirst(3).starts(with: ["search>", "6 films", "> Goodfellas", "  The Godfather"])
      })
    for key in Self.text("god") { keys.type(key) }
    let rows = ["row 0", "row 1", "row 2", "search> god", "2 films", "> The Godfather", "  The Godfather Part II"]
    #expect(await terminal.shows { $0.visibleRows == rows })
    #expect(terminal.screen.cursor == Screen.Position(row: 3, column: 11))
    keys.type(.backspace)
    #expect(
      await terminal.shows { $0.visibleRows.contains("3 films") && $0.visibleRows.contains("search> go") })
    keys.type(.escape)
    #expect(await panel.value == .left)
    expectNothingIsLeft(on: terminal)
  }

  @Test func theQueryOfACommandIsAskedAtOnce() async {
    let terminal = DrawnTerminal()
    let keys = TypedKeys([.enter])
    #expect(await screen(Self.source(), keys, terminal, query: "heat").run() == .chosen(["Heat"], query: "heat"))
  }

  /// Enter waits for the rows of its query, and does not choose from those of an earlier one.
  @Test func enterWaitsForTheRowsOfItsQuery() async {
    let terminal = DrawnTerminal()
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let source = Self.source { query, _ in
      if query == "heat" { for await _ in gate { break } }
      return Self.rows(query)
    }
    let keys = TypedKeys(Self.text("heat") + [.enter, "x"])
    let panel = Task { await screen(source, keys, terminal).run() }
    #expect(await terminal.shows { $0.visibleRows.contains("search> heat") })
    opening.yield()
    #expect(await panel.value == .chosen(["Heat"], query: "heat"))
    #expect(await keys.input.read() == "x")
  }

  @Test func outdatedQueriesAreCancelled() async {
    let terminal = DrawnTerminal()
    let (cancelled, continuation) = AsyncStream.makeStream(of: String.self)
    let (started, starting) = AsyncStream.makeStream(of: String.self)
    let source = Self.source { query, _ in
      guard query == "h" else { return Self.rows(query) }
      starting.yield(query)
      do {
        try await Task.sleep(for: .seconds(3600))
      } catch {
        continuation.yield(query)
        throw error
      }
      return Self.rows(query)
    }
    let keys = TypedKeys(["h"])
    let panel = Task { await screen(source, keys, terminal).run() }
    #expect(await started.first { _ in true } == "h")
    keys.type("e")
    #expect(await cancelled.first { _ in true } == "h")
    #expect(
      await terminal.shows { $0.visibleRows.contains("> The Godfather") && $0.visibleRows.contains("search> he") })
    panel.cancel()
    #expect(await panel.value == .interrupted)
    expectNothingIsLeft(on: terminal)
  }

  @Test func errorsAreOneLineOfTheStatus() async {
    let terminal = DrawnTerminal()
    let source = Self.source { query, _ in
      if query.isEmpty { return Self.rows(query) }
      throw Failure(message: "the catalog\nis damaged\u{1B}[2J")
    }
    let keys = TypedKeys(["x"])
    let panel = Task { await screen(source, keys, terminal).run() }
    #expect(
      await terminal.shows { $0.visibleRows == ["row 0", "row 1", "row 2", "search> x", "the catalog is damaged␛[2J"] })
    for key in [.backspace, .enter] as [KeyPress] { keys.type(key) }
    #expect(await panel.value == .chosen(["Goodfellas"], query: ""))
  }

  @Test func moreRowsAreFoundNearTheEnd() async {
    let terminal = DrawnTerminal(rows: 8)
    let all = (0..<100).map { "Film \($0)" }
    let counts = Mutex<[Int]>([])
    let source = Self.source { _, count in
      counts.withLock { $0.append(count) }
      var rows = Self.rows("", Array(all.prefix(count)))
      rows.hasMore = count < all.count
      return rows
    }
    let keys = TypedKeys([])
    let panel = Task { await screen(source, keys, terminal).run() }
    while !Task.isCancelled, !terminal.screen.visibleRows.contains("> Film 99") {
      keys.type(.pageDown)
      await keys.waitUntilRead()
    }
    keys.type(.enter)
    #expect(await panel.value == .chosen(["Film 99"], query: ""))
    #expect(counts.withLock { $0 } == [20, 40, 60, 80, 100])
  }

  /// Keys that were typed ahead do not stop at the rows that are known when they are read.
  @Test(
    arguments: [
      (Array(repeating: KeyPress.pageDown, count: 10) + [.enter], ["Film 40"]),
      (Array(repeating: .down, count: 30) + [.up, .enter], ["Film 29"]),
      (Array(repeating: .tab, count: 25) + [.alt("x"), .enter], (0..<25).map { "Film \($0)" }),
      (Array(repeating: .pageDown, count: 60) + [.enter], ["Film 99"]),
    ] as [([KeyPress], [String])])
  func keysBeyondTheRowsWaitForMore(typed: [KeyPress], chosen: [String]) async {
    let all = (0..<100).map { "Film \($0)" }
    let source = Self.source { _, count in
      await Task.yield()
      var rows = Self.rows("", Array(all.prefix(count)))
      rows.hasMore = count < all.count
      return rows
    }
    let keys = TypedKeys(typed)
    #expect(await screen(source, keys, DrawnTerminal(rows: 8)).run() == .chosen(chosen, query: ""))
  }

  // MARK: - Services

  @Test func rowsOfServicesReplaceOthersUnlessAKeyHasMoved() async {
    for hasMoved in [false, true] {
      let terminal = DrawnTerminal()
      var source = Self.source()
      source.laterName = "OMDb"
      let asked = Mutex<[String]>([])
      source.laterRows = { query in
        asked.withLock { $0.append(query) }
        return query.count < 3 ? nil : Self.rows("", ["Godzilla", "The Godfather"])
      }
      let keys = TypedKeys(Self.text("god") + (hasMoved ? [.down] : []))
      let panel = Task { [source] in await screen(source, keys, terminal).run() }
      if hasMoved {
        #expect(await terminal.shows { $0.visibleRows.contains("2 films · OMDb: 2 · Alt-O") })
        #expect(terminal.screen.visibleRows.contains("> The Godfather Part II"))
        keys.type(.alt("o"))
      }
      #expect(await terminal.shows { $0.visibleRows.contains { $0.hasSuffix("Godzilla") } })
      #expect(terminal.screen.visibleRows.contains("> The Godfather"))
      keys.type(.escape)
      #expect(await panel.value == .left)
      #expect(asked.withLock { $0 } == ["god"])
    }
  }

  @Test func rowsWithoutTheSelectedOneAreOffered() async {
    let terminal = DrawnTerminal()
    var source = Self.source()
    source.laterName = "OMDb"
    source.laterRows = { _ in Self.rows("", ["Godzilla", "The Godfather Part II"]) }
    let keys = TypedKeys(Self.text("god"))
    let panel = Task { [source] in await screen(source, keys, terminal).run() }
    #expect(await terminal.shows { $0.visibleRows.contains("2 films · OMDb: 2 · Alt-O") })
    #expect(terminal.screen.visibleRows.contains("> The Godfather"))
    keys.type(.alt("o"))
    #expect(await terminal.shows { $0.visibleRows.contains("> Godzilla") })
    keys.type(.escape)
    #expect(await panel.value == .left)
  }

  @Test func failureOfASourceIsShownWithoutAnOffer() async {
    let terminal = DrawnTerminal()
    var source = Self.source()
    source.laterName = "OMDb"
    source.laterRows = { _ in
      var rows = PanelRows.none
      rows.status = "Network error"
      return rows
    }
    let keys = TypedKeys(Self.text("god") + [.down])
    let panel = Task { [source] in await screen(source, keys, terminal).run() }
    #expect(await terminal.shows { $0.visibleRows.contains("2 films · Network error") })
    keys.type(.alt("o"))
    keys.type(.escape)
    #expect(await panel.value == .left)
  }

  // MARK: - Actions

  @Test func actionsChangeTheSelectedOrMarkedRowsAndSayIt() async {
    let terminal = DrawnTerminal()
    let acted = Mutex<[[String]]>([])
    var source = Self.source { query, _ in
      let seen = Set(acted.withLock { $0 }.joined())
      var rows = Self.rows(query)
      let ids = rows.ids
      rows.lines = { range, _ in ids[range].map { seen.contains($0) ? "\($0) [seen]" : $0 } }
      return rows
    }
    source.actions[.alt("s")] = PanelAction { ids in
      acted.withLock { $0.append(ids) }
      return .done("Marked as seen: \(ids.joined(separator: ", "))")
    }
    source.actions[.alt("u")] = PanelAction(needsRow: false) { _ in
      throw Failure(message: "nothing to undo")
    }
    let keys = TypedKeys([])
    let panel = Task { [source] in await screen(source, keys, terminal, query: "god").run() }
    #expect(await terminal.shows { $0.visibleRows.contains("> The Godfather") })
    for key in [.down, .control("o")] as [KeyPress] { keys.type(key) }
    #expect(
      await terminal.shows { $0.visibleRows.contains("Ctrl-O …") && $0.visibleRows.contains("> The Godfather Part II") }
    )
    keys.type("s")
    #expect(
      await terminal.shows {
        $0.visibleRows.contains("> The Godfather Part II [seen]")
          && $0.visibleRows.contains("Marked as seen: The Godfather Part II")
      })
    for key in [.up, .tab, .tab] as [KeyPress] { keys.type(key) }
    #expect(await terminal.shows { $0.visibleRows.contains("2 marked · 2 films") })
    keys.type(.alt("s"))
    #expect(await terminal.shows { $0.visibleRows.contains(" *The Godfather [seen]") })
    keys.type(.alt("u"))
    #expect(await terminal.shows { $0.visibleRows.contains("nothing to undo") })
    keys.type(.enter)
    #expect(await panel.value == .chosen(["The Godfather", "The Godfather Part II"], query: "god"))
    #expect(acted.withLock { $0 } == [["The Godfather Part II"], ["The Godfather", "The Godfather Part II"]])
    expectNothingIsLeft(on: terminal)
  }

  @Test func actionsAskAndAreLeft() async {
    let terminal = DrawnTerminal()
    let readsCtrlC = Mutex<[Bool]>([])
    let answers = Mutex<[String]>([])
    var source = Self.source()
    source.actions[.alt("l")] = PanelAction { ids in
      .ask(PanelQuestion("List: ", among: ["Noir"])) { answer in
        answers.withLock { $0.append(answer) }
        guard answer != "x" else { throw Failure(message: "no such list") }
        return .ask(PanelQuestion("Sure: ", among: [], note: "Enter adds.")) { _ in
          .done("Added \(ids[0]) to \(answer)")
        }
      }
    }
    let keys = TypedKeys([])
    let input = KeyInput(
      begin: { true }, read: keys.input.read, readLine: { _ in .noLine(.closed) },
      setReadsCtrlC: { isKey in readsCtrlC.withLock { $0.append(isKey) } }, end: {})
    let panelScreen = PanelScreen(source: source, input: input, console: terminal.console, color: .always, query: "god")
    let panel = Task { await panelScreen.run() }
    let rows = ["search> god", "2 films", "> The Godfather", "  The Godfather Part II"]
    for key in [.escape, .control("g"), .control("c"), .endOfInput] as [KeyPress] {
      #expect(await terminal.shows { $0.visibleRows.dropFirst(3).elementsEqual(rows) })
      keys.type(.alt("l"))
      #expect(await terminal.shows { $0.visibleRows.dropFirst(3).prefix(2).elementsEqual(["List:", "Noir"]) })
      for key in [.up, key] { keys.type(key) }
    }
    #expect(await terminal.shows { $0.visibleRows.dropFirst(3).elementsEqual(rows) })
    #expect(answers.withLock { $0 } == [])
    for key in [.alt("l"), "n", .tab, .enter] as [KeyPress] { keys.type(key) }
    #expect(await terminal.shows { $0.visibleRows.dropFirst(3).prefix(2).elementsEqual(["Sure:", "Enter adds."]) })
    keys.type(.enter)
    #expect(
      await terminal.shows {
        $0.visibleRows.dropFirst(3).prefix(2).elementsEqual(["search> god", "Added The Godfather to Noir"])
      })
    for key in [.alt("l"), "x", .enter] as [KeyPress] { keys.type(key) }
    #expect(
      await terminal.shows { $0.visibleRows.dropFirst(3).prefix(2).elementsEqual(["search> god", "no such list"]) })
    keys.type(.escape)
    #expect(await panel.value == .left)
    let flags = readsCtrlC.withLock { $0 }
    #expect(flags.count { $0 } == 7 && flags.last == false)
    expectNothingIsLeft(on: terminal)
  }

  // MARK: - Terminal

  @Test func previewIsLoadedForTheSelectedRow() async {
    let terminal = DrawnTerminal(columns: 120)
    var source = Self.source()
    source.preview = { id, target, height in ["\(id): \(target.width ?? 0) × \(height)"] }
    let keys = TypedKeys([])
    let panel = Task { [source] in await screen(source, keys, terminal, query: "god").run() }
    #expect(await terminal.shows { $0.visibleRows.contains { $0.hasSuffix(" │ The Godfather: 46 × 12") } })
    keys.type(.down)
    #expect(await terminal.shows { $0.visibleRows.contains { $0.hasSuffix(" │ The Godfather Part II: 46 × 12") } })
    keys.type(.enter)
    #expect(await panel.value == .chosen(["The Godfather Part II"], query: "god"))
    expectNothingIsLeft(on: terminal)
  }

  /// Frames are written at once, and skipped while keys are waiting.
  @Test func framesAreSmallAndFewerThanKeys() async {
    let terminal = DrawnTerminal()
    let style = Style(usesColor: true)
    let source = Self.source { query, _ in
      let ids = (0..<12).map { "\(query) \($0)" }
      return PanelRows(ids: ids) { range, target in
        ids[range].map {
          style.dim("12 ") + style.bold(String("\($0)é千".suffix(6))) + String(repeating: "長", count: 30)
            + style.bold("8.9")
        }
      }
    }
    let keys = TypedKeys([])
    let panel = Task { await screen(source, keys, terminal).run() }
    for count in 1...60 {
      keys.type("長")
      let query = String(repeating: "長", count: min(count, 35))
      #expect(await terminal.shows { $0.visibleRows.contains { $0.hasPrefix("search> ") && $0.hasSuffix(query) } })
    }
    let largest = terminal.writes.map(\.utf8.count).max() ?? 0
    #expect((1...4096).contains(largest), "\(largest)")
    keys.type(.escape)
    #expect(await panel.value == .left)

    let fastTerminal = DrawnTerminal()
    let fastKeys = TypedKeys(Self.text(String(repeating: "god", count: 100)) + [.enter, .escape])
    #expect(await screen(Self.source(), fastKeys, fastTerminal).run() == .left)
    #expect(fastTerminal.writes.count < 30)
  }

  @Test(arguments: [false, true])
  func resizingAtEachKeyNeitherGarblesNorLeavesAnything(wrapping: Bool) async {
    let titles = [
      "שלום עולם", "e\u{301}e\u{301}e\u{301}", "a\u{1B}[2Jb\u{9B}1Hc\u{7}d", String(repeating: "千", count: 200), "👨‍👩‍👧🇯🇵☺️",
    ]
    let terminal = DrawnTerminal(rows: 30, rowsAbove: 60)
    let keys = TypedKeys([])
    let panel = Task {
      await screen(Self.source { query, _ in Self.rows("", titles.map { $0 + query }) }, keys, terminal).run()
    }
    #expect(await terminal.shows { $0.visibleRows.contains("5 films") })
    var query = ""
    for (rows, columns) in [(8, 40), (24, 80), (80, 300), (10, 41), (24, 100), (8, 300), (80, 40), (30, 80)] {
      terminal.resize(rows: rows, columns: columns, wrapping: wrapping)
      keys.type(.resized)
      keys.type("x")
      query += "x"
      #expect(
        await terminal.shows { screen in
          let shown = screen.visibleRows.drop { $0.hasPrefix("row ") }
          return shown.first == "search> \(query)" && shown.dropFirst().first == "5 films"
            && shown.dropFirst(2).first?.hasPrefix("> שלום עולם\(query)") == true
            && shown.count <= Panel.height(terminalRows: rows)
        }, "\(rows) × \(columns)")
    }
    keys.type(.escape)
    #expect(await panel.value == .left)
    let left = terminal.screen.visibleRows
    #expect(left.last == "row 59" && left.allSatisfy { $0.hasPrefix("row ") })
  }

  @Test func ctrlZRemovesThePanelWhileTheProgramIsSuspended() async {
    let terminal = DrawnTerminal()
    let suspended = Mutex<[String]>([])
    let keys = TypedKeys(Self.text("god") + [.control("z")])
    let panel = Task {
      await screen(Self.source(), keys, terminal) {
        suspended.withLock { $0 = terminal.screen.visibleRows }
        return true
      }.run()
    }
    #expect(await terminal.shows { $0.visibleRows.contains("> The Godfather") })
    keys.type(.resumed)
    keys.type(.enter)
    #expect(await panel.value == .chosen(["The Godfather"], query: "god"))
    #expect(suspended.withLock { $0 } == ["row 0", "row 1", "row 2"])
    expectNothingIsLeft(on: terminal)
  }

  @Test(arguments: [
    (24, 80, true, true), (8, 40, true, true), (7, 80, true, false), (24, 39, true, false), (24, 80, false, false),
  ])
  func smallAndSimpleTerminalsHaveNoPanel(rows: Int, columns: Int, canErase: Bool, isAvailable: Bool) {
    let console = Console(
      write: { _ in }, writeMessage: { _ in }, renderTarget: { _ in RenderTarget(width: columns) },
      messageStyle: { _ in .plain }, isStandardErrorTerminal: true, canErase: canErase, rows: { rows })
    #expect(PanelScreen.isAvailable(on: console) == isAvailable)
  }
}
