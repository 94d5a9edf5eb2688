import FilmzTerminal
import Testing

struct StyleTests {
  struct Rule: Sendable {
    let choice: ColorChoice
    let environment: [String: String]
    let isTerminal: Bool
    let usesColor: Bool

    init(
      _ choice: ColorChoice, _ environment: [String: String], _ isTerminal: Bool, _ usesColor: Bool
    ) {
      self.choice = choice
      self.environment = environment
      self.isTerminal = isTerminal
      self.usesColor = usesColor
    }
  }

  static let rules: [Rule] = [
    // The option overrides everything.
    Rule(.always, ["NO_COLOR": "1", "TERM": "dumb"], false, true),
    Rule(.always, [:], false, true),
    Rule(.never, ["CLICOLOR_FORCE": "1", "TERM": "xterm"], true, false),
    // NO_COLOR overrides CLICOLOR_FORCE and the terminal, unless it is empty.
    Rule(.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1", "TERM": "xterm"], true, false),
    Rule(.auto, ["NO_COLOR": "0", "TERM": "xterm"], true, false),
    Rule(.auto, ["NO_COLOR": "", "TERM": "xterm"], true, true),
    Rule(.auto, ["NO_COLOR": "", "CLICOLOR_FORCE": "1"], false, true),
    // CLICOLOR_FORCE overrides the terminal, unless it is empty.
    Rule(.auto, ["CLICOLOR_FORCE": "1"], false, true),
    Rule(.auto, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], true, true),
    Rule(.auto, ["CLICOLOR_FORCE": "", "TERM": "xterm"], false, false),
    Rule(.auto, ["CLICOLOR_FORCE": "0", "TERM": "xterm"], false, false),
    Rule(.auto, ["CLICOLOR_FORCE": "0", "TERM": "xterm"], true, true),
    // The terminal.
    Rule(.auto, ["TERM": "xterm-256color"], true, true),
    Rule(.auto, ["TERM": "xterm-256color"], false, false),
    Rule(.auto, ["TERM": "dumb"], true, false),
    Rule(.auto, ["TERM": ""], true, false),
    Rule(.auto, [:], true, false),
  ]

  @Test(arguments: rules)
  func colorFollowsOptionThenEnvironmentThenTerminal(rule: Rule) {
    let style = Style.resolve(
      choice: rule.choice, environment: rule.environment, isTerminal: rule.isTerminal)
    #expect(style.usesColor == rule.usesColor)
  }

  @Test func textIsUnchangedWithoutColor() {
    for emphasis in Emphasis.allCases {
      #expect(Style.plain.emphasized("x", emphasis) == "x")
    }
  }

  @Test func codesSwitchColorOnAndOff() {
    let style = Style(usesColor: true)
    #expect(style.bold("x") == "\u{1B}[1mx\u{1B}[22m")
    #expect(style.dim("x") == "\u{1B}[2mx\u{1B}[22m")
    #expect(style.emphasized("x", .red) == "\u{1B}[31mx\u{1B}[39m")
    #expect(style.emphasized("x", .green) == "\u{1B}[32mx\u{1B}[39m")
    #expect(style.emphasized("x", .yellow) == "\u{1B}[33mx\u{1B}[39m")
    #expect(style.emphasized("x", .blue) == "\u{1B}[34mx\u{1B}[39m")
    #expect(style.emphasized("x", .magenta) == "\u{1B}[35mx\u{1B}[39m")
    #expect(style.emphasized("x", .cyan) == "\u{1B}[36mx\u{1B}[39m")
    #expect(style.emphasized("x", .plain) == "x")
  }

  @Test func emptyTextGetsNoCodes() {
    #expect(Style(usesColor: true).bold("") == "")
  }
}
