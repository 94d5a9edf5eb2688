import FilmzCommands
import FilmzDomain
import Testing

struct CommandErrorTests {
  @Test(arguments: [
    (ExitCategory.failed, Int32(1)), (.usage, 64), (.badData, 65), (.unavailable, 69),
    (.inputOutput, 74), (.interrupted, 130),
  ])
  func everyExitCategoryHasAnExitStatus(category: ExitCategory, status: Int32) {
    #expect(category.exitStatus == status)
  }

  @Test(arguments: [
    (CommandError.unknownVerb("serach", suggestion: "search"), ExitCategory.usage),
    (.unknownVerb("xyzzy", suggestion: nil), .usage),
    (.ambiguousVerb("se", candidates: ["a"]), .usage),
    (.notAvailableYet("poster"), .usage), (.unclosedQuote("\""), .usage),
    (.redirectionInScript(">"), .usage), (.wrongUsage("x", verb: "ls"), .usage),
    (.wrongOption("x"), .usage), (.missingArgument("a title", verb: "search"), .usage),
    (.needsConfirmation("rm"), .failed), (.needsTerminal("x"), .usage),
    (.wrongRedirection("x"), .usage), (.programInScript, .usage), (.programNotAtLineStart, .usage),
    (.invalidAlias("w", reason: "x"), .usage), (.programFailed("x", reason: "y"), .failed),
    (.scriptsNestedTooDeeply(50), .failed), (.scriptRunsItself("x"), .failed),
    (.startedOffline, .failed),
    (.unwritableFile(path: "/x", reason: "y"), .inputOutput),
    (.noEditor, .failed), (.editorFailed("vi", reason: "cannot be run"), .failed),
    (.unreadableScript(path: "/x", reason: "y"), .inputOutput),
    (.outputFailed(reason: "x"), .inputOutput), (.interrupted, .interrupted),
  ])
  func everyErrorHasACategoryAndAOneLineMessage(error: CommandError, category: ExitCategory) {
    #expect(error.exitCategory == category)
    #expect(!error.message.isEmpty)
    #expect(!error.message.contains { $0.isNewline })
  }

  @Test(arguments: [
    (CommandError.unknownVerb("serach", suggestion: "search"), "did you mean `search`?"),
    (.unknownVerb("xyzzy", suggestion: nil), "see `help`"),
    (
      .ambiguousVerb("se", candidates: ["search", "seen"]),
      "\"se\" could be search or seen; type `sea` or `see`"
    ),
    (.ambiguousVerb("bac", candidates: ["back", "backup"]), "type `back` or `backu`"),
    (.ambiguousVerb("wat", candidates: ["watched", "watchlist"]), "type `watche` or `watchl`"),
    (.notAvailableYet("poster"), "`poster` comes later"),
    (.unclosedQuote("'"), "the quote '"),
    (.redirectionInScript(">>"), "`>>` works in the shell only"),
    (.missingArgument("a title", verb: "search"), "search needs a title; see `help search`"),
    (.needsConfirmation("rm"), "add --yes"), (.wrongUsage("no", verb: "ls"), "no; see `help ls`"),
    (.unreadableScript(path: "/x", reason: "y"), "cannot read the script /x: y"),
    (.outputFailed(reason: "No space left"), "cannot write the output: No space left"),
    (.unwritableFile(path: "/x", reason: "y"), "cannot write /x: y"),
    (.programInScript, "works in the shell only"),
    (.invalidAlias("w", reason: "contains no command"), "the alias w contains no command"),
    (.noEditor, "set EDITOR"),
    (
      .editorFailed("vi", reason: "cannot be run"),
      "the editor vi cannot be run; nothing was changed"
    ),
  ])
  func messageSaysWhatHappenedAndWhatToDo(error: CommandError, part: String) {
    #expect(error.message.contains(part))
  }
}
