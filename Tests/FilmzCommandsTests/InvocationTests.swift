import FilmzDomain
import FilmzTerminal
import Testing

@testable import FilmzCommands

struct InvocationTests {
  struct Call: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let action: Invocation.Action

    init(_ arguments: [String], _ action: Invocation.Action) {
      self.arguments = arguments
      self.action = action
    }

    init(_ arguments: [String], words: String...) {
      self.init(arguments, .singleCommand(words.map { Word($0) }))
    }

    var testDescription: String { arguments.description }
  }

  @Test(arguments: [
    Call(["--version"], .version), Call(["--help"], .help), Call(["-h"], .help),
    Call(["--offline", "--version"], .version), Call(["--help", "search", "x"], .help),
    Call(["--version", "--help"], .help), Call(["--help", "--nonsense"], .help),
    Call(["--generate-completion-script=fish"], .completionScript("fish")),
    Call(["--generate-completion-script="], .completionScript("")),
    Call(["--generate-man-page"], .manualPage), Call(["--generate-man-page", "ls"], .manualPage),
  ])
  func standaloneOptionsOverrideEverything(call: Call) throws {
    try expect(call)
  }

  @Test(arguments: [
    Call(["-c", "search a; ls"], .commands("search a; ls")), Call(["-c", ""], .commands("")),
    Call(["-c", "--nonsense"], .commands("--nonsense")),
    Call(["-f", "evening"], .scriptFile("evening")), Call(["-f", "-"], .standardInput),
    Call(["--offline", "-c", "ls"], .commands("ls")),
    Call(["-c", "ls", "--offline"], .commands("ls")),
    Call(["--bail", "-f", "a", "--format", "json"], .scriptFile("a")),
  ])
  func scriptsAreReadFromFilesAndArguments(call: Call) throws {
    try expect(call)
  }

  @Test(arguments: [
    Call(["ls"], words: "ls"),
    Call(["search", "blade", "runner"], words: "search", "blade", "runner"),
    Call(["--offline", "ls"], words: "ls"), Call(["--format", "json", "ls"], words: "ls"),
    Call(["--format=json", "ls"], words: "ls"), Call(["--home", "x", "ls"], words: "ls"),
    Call(["ls", "--format", "json"], words: "ls", "--format", "json"),
    Call(["ls", "--version"], words: "ls", "--version"), Call(["ls", "-h"], words: "ls", "-h"),
    Call(["search", "-c", "x"], words: "search", "-c", "x"), Call(["--", "ls"], words: "ls"),
    Call(["--", "--help"], words: "--help"), Call(["-", "x"], words: "-", "x"),
    Call(["search", "--", "--year"], words: "search", "--", "--year"),
  ])
  func wordsAfterTheOptionsAreOneCommand(call: Call) throws {
    try expect(call)
  }

  @Test func wordsWithSpacesCountAsQuoted() throws {
    let call = try Invocation(["note", ".", "great fun", "", "--note=a b"], isInteractive: true)
    #expect(
      call.action
        == .singleCommand([
          Word("note"), Word("."), Word("great fun", isQuoted: true), Word("", isQuoted: true),
          Word("--note=a b"),
        ]))
  }

  @Test(arguments: [[], ["--offline"], ["--"], ["--home", "x", "--color", "never"]])
  func callWithoutACommandStartsTheShellOrAScript(arguments: [String]) throws {
    #expect(try Invocation(arguments, isInteractive: true).action == .shell)
    #expect(try Invocation(arguments, isInteractive: false).action == .standardInput)
  }

  @Test func optionsBeforeTheVerbApplyToTheProgram() throws {
    let plain = try Invocation(["ls", "--yes"], isInteractive: true)
    #expect(plain.options == RunOptions())
    #expect(plain.home == nil && plain.config == nil && !plain.stopsAtFirstFailure)
    let full = try Invocation(
      [
        "--home=DIR", "--config", "FILE", "--bail", "--format", "csv", "--color=never",
        "--offline", "--yes", "--verbose", "ls",
      ], isInteractive: true)
    #expect(
      full.options
        == RunOptions(format: .csv, color: .never, offline: true, yes: true, verbose: true))
    #expect(full.home == "DIR")
    #expect(full.config == "FILE")
    #expect(full.stopsAtFirstFailure)
  }

  @Test(arguments: [
    ["--nonsense", "ls"], ["--format", "xml", "ls"], ["--format"], ["--color", "sometimes", "ls"],
    ["--home"], ["--config"], ["-c"], ["-f"], ["-x", "ls"], ["--version=2", "ls"],
    ["-f", "a", "-c", "b"], ["-c", "ls", "stats"], ["-f", "a", "ls"], ["--offline=yes", "ls"],
    ["--limit", "3", "ls"],
  ])
  func messageForAnInvalidOptionIsOneLine(arguments: [String]) throws {
    let error = try #require(throws: CommandError.self) {
      try Invocation(arguments, isInteractive: true)
    }
    #expect(error.exitCategory == .usage)
    #expect(error.message.hasSuffix("; see `filmz --help`"))
    #expect(!error.message.contains("\n"))
  }

  @Test(arguments: [
    (["--offline", "--home", "x", "ls", "--yes"], 3), (["ls", "--home", "x"], 0), ([], 0),
    (["--format=json"], 1), (["-f", "-", "ls"], 2), (["--home"], 1), (["-", "--offline"], 0),
  ])
  func argumentsAreSplitAtTheVerb(arguments: [String], count: Int) {
    let (launchOptions, command) = LaunchOptions.split(arguments)
    #expect(launchOptions == Array(arguments.prefix(count)))
    #expect(command == Array(arguments.dropFirst(count)))
  }

  @Test func doubleDashBelongsToNeitherPart() {
    let (launchOptions, command) = LaunchOptions.split(["--offline", "--", "--yes", "--"])
    #expect(launchOptions == ["--offline"])
    #expect(command == ["--yes", "--"])
  }

  private func expect(_ call: Call) throws {
    for isInteractive in [false, true] {
      #expect(try Invocation(call.arguments, isInteractive: isInteractive).action == call.action)
    }
  }
}
