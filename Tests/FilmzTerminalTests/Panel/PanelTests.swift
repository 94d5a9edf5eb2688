import Testing

@testable import FilmzTerminal

struct PanelTests {
  /// Returns rows whose texts are their ids.
  static func rows(_ ids: [String], status: String = "", hasMore: Bool = false) -> PanelRows {
    PanelRows(ids: ids, lines: { range, _ in ids[range].map { "film \($0)" } }, status: status, hasMore: hasMore)
  }

  static func panel(_ count: Int = 10, query: String = "god", hasMore: Bool = false) -> Panel {
    var panel = Panel(
      prompt: "search> ", query: query, actionKeys: [.alt("s"), .alt("1")],
      help: ["Enter shows a film", "Tab marks it"])
    panel.setRows(rows((0..<count).map { "r\($0)" }, status: "\(count) of 99", hasMore: hasMore))
    _ = panel.frame(width: 80, height: 6, on: RenderTarget())
    return panel
  }

  @Test(
    arguments: [
      ([.enter], .choose(["r0"])), ([.down, .enter], .choose(["r1"])),
      ([.control("n"), .control("n"), .enter], .choose(["r2"])),
      ([.down, .up, .up, .enter], .choose(["r0"])), ([.pageDown, .enter], .choose(["r4"])),
      ([.pageDown, .pageDown, .pageDown, .enter], .choose(["r9"])), ([.pageDown, .pageUp, .enter], .choose(["r0"])),
      ([.tab, .down, .tab, .enter], .choose(["r0", "r2"])), ([.tab, .up, .tab, .enter], .choose(["r1"])),
      ([.down, .backTab, .enter], .choose(["r1"])),
      ([.down, .down, .backTab, .backTab, .enter], .choose(["r2", "r1"])),
      ([.down, .backTab, .alt("s")], .act(.alt("s"), ["r1"])), ([.alt("d")], .none), ([.home, .alt("d")], .query("")),
      ([.escape], .leave), ([.control("g")], .leave), ([.control("c")], .leave), ([.endOfInput], .redrawOrNone),
      ([.control("u"), .endOfInput], .leave),
      ([.closed], .leave), ([.character("f")], .query("godf")), ([.backspace], .query("go")), ([.left], .redraw),
      ([.home, .left], .none), ([.alt("s")], .act(.alt("s"), ["r0"])), ([.alt("S")], .act(.alt("s"), ["r0"])),
      ([.control("o"), .character("s")], .act(.alt("s"), ["r0"])), ([.control("o"), .character("x")], .redraw),
      ([.control("o"), .escape], .redraw), ([.control("o"), .backspace], .query("go")),
      ([.alt("1")], .act(.alt("1"), ["r0"])),
      ([.tab, .tab, .alt("s")], .act(.alt("s"), ["r0", "r1"])), ([.down, .alt("s")], .act(.alt("s"), ["r0"])),
      ([.alt("o")], .showLater), ([.control("o"), .character("o")], .showLater), ([.alt("x")], .none),
      ([.alt("?")], .redraw), ([.alt("?"), .escape], .redraw), ([.alt("?"), .character("f")], .query("godf")),
      ([.alt("?"), .down], .redraw), ([.unknown], .none), ([.paste("fa\nther")], .query("godfa ther")),
    ] as [([KeyPress], Effect)])
  func keysHaveEffects(keys: [KeyPress], expected: Effect) {
    var panel = Self.panel()
    let effects = keys.map { panel.handle($0) }
    #expect(effects.last.map { expected.matches($0) } == true, "\(effects)")
  }

  /// An expected effect.
  enum Effect: Sendable {
    case none, redraw, leave, showLater, redrawOrNone
    case choose([String])
    case query(String)
    case act(KeyPress, [String])

    func matches(_ effect: PanelEffect) -> Bool {
      switch self {
      case .none: effect == .none
      case .redraw: effect == .redraw
      case .leave: effect == .leave
      case .showLater: effect == .showLater
      case .redrawOrNone: effect == .redraw || effect == .none
      case .choose(let ids): effect == .choose(ids)
      case .query(let text): effect == .query(text)
      case .act(let key, let ids): effect == .act(key, ids)
      }
    }
  }

  @Test func selectionFollowsItsRowAndMarksAreKept() {
    var panel = Self.panel()
    _ = panel.handle(.down)
    panel.setRows(Self.rows(["r5", "r1", "r7"]))
    #expect(panel.selectedID == "r1")
    panel.setRows(Self.rows(["r5", "r7"]))
    #expect(panel.selectedID == "r7")
    _ = panel.handle(.tab)
    #expect(panel.handle(.character("x")) == .query("godx"))
    #expect(panel.isOutdated && panel.needsRows(.enter) && !panel.needsRows(.left) && !panel.needsRows(.alt("s")))
    panel.setRows(Self.rows(["r9", "r7"]))
    #expect(panel.selectedID == "r9" && panel.marks == ["r7"] && !panel.needsRows(.enter))
    panel.setRows(.none)
    #expect(panel.selectedID == nil && panel.handle(.down) == .none && panel.handle(.enter) == .choose(["r7"]))
  }

  @Test func withoutRowsNothingIsChosenOrMarked() {
    var panel = Self.panel(0)
    let keys: [KeyPress] = [.enter, .tab, .backTab, .down, .up, .pageDown]
    #expect(keys.map { panel.handle($0) } == Array(repeating: .none, count: keys.count))
    #expect(panel.handle(.alt("s")) == .act(.alt("s"), []))
  }

  /// A key acts on the row that the user has seen as the selected one.
  @Test func actionsAreAboutTheRowOfTheLastFrame() {
    var panel = Self.panel()
    panel.setRows(Self.rows(["r3", "r4"]))
    _ = panel.handle(.character("f"))
    panel.setRows(Self.rows(["r8"]))
    #expect(panel.handle(.alt("s")) == .act(.alt("s"), ["r0"]))
    _ = panel.frame(width: 80, height: 6, on: RenderTarget())
    #expect(panel.handle(.alt("s")) == .act(.alt("s"), ["r8"]))
  }

  @Test func actionsWaitForTheFirstRows() {
    var panel = Panel(prompt: "", query: "god", actionKeys: [.alt("s")])
    _ = panel.frame(width: 80, height: 6, on: RenderTarget())
    #expect(panel.needsRows(.alt("s")) && panel.needsRows(.alt("S")) && !panel.needsRows(.alt("b")))
    _ = panel.handle(.control("o"))
    #expect(panel.needsRows("s") && !panel.needsRows("b"))
    panel.setRows(Self.rows(["r1", "r2"]))
    #expect(!panel.needsRows("s"))
    #expect(panel.handle("s") == .act(.alt("s"), ["r1"]))
  }

  @Test func moreRowsAreRequestedOnceNearTheEnd() {
    var panel = Self.panel(10, hasMore: true)
    let effects = (1...9).map { _ in panel.handle(.down) }
    #expect(effects == Array(repeating: .redraw, count: 6) + [.more] + Array(repeating: .redraw, count: 2))
    panel.setRows(Self.rows((0..<20).map { "r\($0)" }, hasMore: true))
    #expect(panel.selectedID == "r9")
    panel.setFailure("the disk is full")
    #expect(panel.selectedID == "r9")
  }

  @Test func keysBeyondTheRowsWaitForMoreAndMoveOn() {
    var panel = Self.panel(10, hasMore: true)
    for _ in 1...6 { _ = panel.handle(.down) }
    #expect(panel.handle(.pageDown) == .more && panel.selectedID == "r9")
    for key in [.enter, .tab, .up, .down, .pageDown, .alt("s")] as [KeyPress] {
      #expect(panel.needsRows(key), "\(key)")
    }
    #expect(!panel.needsRows("x") && !panel.needsRows(.escape))
    panel.setRows(Self.rows((0..<20).map { "r\($0)" }, hasMore: true))
    #expect(panel.selectedID == "r10" && !panel.needsRows(.enter))
    for _ in 1...7 { _ = panel.handle(.down) }
    #expect(panel.selectedID == "r17" && !panel.needsRows(.down) && panel.needsRows(.pageDown))
    // After a failure, nothing waits, and the next key tries again.
    panel.setFailure("no network")
    #expect(!panel.needsRows(.pageDown) && panel.handle(.pageDown) == .more && panel.selectedID == "r19")
    panel.setFailure("no network")
    #expect(!panel.needsRows(.enter) && panel.handle(.enter) == .choose(["r19"]))
  }

  // MARK: - Questions

  @Test(
    arguments: [
      (text("noir") + [.enter], .answer("noir")), ([.enter], .answer("")), ([.escape], .answer(nil)),
      ([.control("g")], .answer(nil)), ([.control("c")], .answer(nil)), ([.endOfInput], .answer(nil)),
      (text("x") + [.endOfInput], .none), ([.closed], .leave), ([.up], .none), ([.alt("s")], .none),
      (text("n") + [.tab], .redraw), (text("n") + [.tab, .enter], .answer("Noir")),
      (text("w") + [.tab, .enter], .answer("We")), (text("WEST") + [.tab, .enter], .answer("Western")),
      (text("q") + [.tab], .none), (text("Noir") + [.tab], .none), ([.paste("a\nb"), .enter], .answer("a b")),
      (text("new") + [.control("u"), .enter], .answer("")),
    ] as [([KeyPress], PanelEffect)])
  func keysAnswerAQuestion(keys: [KeyPress], expected: PanelEffect) {
    var panel = Self.panel()
    panel.question = PanelQuestion("List: ", among: ["Noir", "Western", "Weepies"])
    let effects = keys.map { panel.handle($0) }
    #expect(effects.last == expected, "\(effects)")
    #expect(panel.input.text == "god" && panel.marks.isEmpty)
  }

  private static func text(_ text: String) -> [KeyPress] { text.map { .character($0) } }

  @Test func touchingIsForgottenWithANewQuery() {
    var panel = Self.panel()
    for key in [KeyPress.down, .tab, .alt("s")] {
      _ = panel.handle(.character("x"))
      panel.setRows(Self.rows(["a", "b", "c"]))
      #expect(!panel.isTouched)
      _ = panel.handle(.left)
      #expect(!panel.isTouched)
      _ = panel.handle(key)
      #expect(panel.isTouched, "\(key)")
    }
  }
}
