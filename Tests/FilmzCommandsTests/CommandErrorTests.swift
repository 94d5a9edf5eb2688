import FilmzCommands
import FilmzDomain
import Testing

struct CommandErrorTests {
  @Test(arguments: [
    (ExitCategory.failed, Int32(1)), (.usage, 64), (.badData, 65), (.unavailable, 69),
    (.inputOutput, 74), (.interrupted, 130),
  ])
  func everySortOfTroubleHasItsExitStatus(kind: ExitCategory, status: Int32) {
    #expect(kind.exitStatus == status)
  }

  @Test(arguments: [
    (CommandError.unknownVerb("serach", near: "search"), ExitCategory.usage),
    (.unknownVerb("xyzzy", near: nil), .usage), (.ambiguousVerb("se", candidates: ["a"]), .usage),
    (.comesLater("discover"), .usage), (.unbalancedQuote("\""), .usage),
    (.redirectionInScript(">"), .usage), (.wrongUsage("x", verb: "ls"), .usage),
    (.wrongOption("x"), .usage), (.missing("a title", verb: "search"), .usage),
    (.needsYes("rm"), .failed), (.noTerminal("x"), .usage),
    (.wrongRedirection("x"), .usage), (.programInScript, .usage), (.programBehindCommand, .usage),
    (.wrongAlias("w", reason: "x"), .usage), (.programFailed("x", reason: "y"), .failed),
    (.tooManyScripts(50), .failed), (.scriptRunsItself("x"), .failed),
    (.unwritableFile(path: "/x", reason: "y"), .inputOutput),
    (.noEditor, .failed), (.editorFailed("vi", reason: "cannot be run"), .failed),
    (.unreadableScript(path: "/x", reason: "y"), .inputOutput),
    (.outputFailed(reason: "x"), .inputOutput), (.interrupted, .interrupted),
  ])
  func everyErrorIsOfASortAndOneLine(error: CommandError, kind: ExitCategory) {
    #expect(error.kind == kind)
    #expect(!error.message.isEmpty)
    #expect(!error.message.contains { $0.isNewline })
  }

  @Test(arguments: [
    (CommandError.unknownVerb("serach", near: "search"), "did you mean `search`?"),
    (.unknownVerb("xyzzy", near: nil), "see `help`"),
    (.ambiguousVerb("se", candidates: ["search", "seen"]), "\"se\" could be search, seen"),
    (.comesLater("discover"), "`discover` comes later"), (.unbalancedQuote("'"), "a quote '"),
    (.redirectionInScript(">>"), "`>>` works in the shell only"),
    (.missing("a title", verb: "search"), "search needs a title; see `help search`"),
    (.needsYes("rm"), "add --yes"), (.wrongUsage("no", verb: "ls"), "no; see `help ls`"),
    (.unreadableScript(path: "/x", reason: "y"), "cannot read the script /x: y"),
    (.outputFailed(reason: "No space left"), "cannot write the output: No space left"),
    (.unwritableFile(path: "/x", reason: "y"), "cannot write /x: y"),
    (.programInScript, "works in the shell only"),
    (.wrongAlias("w", reason: "holds no command"), "the alias w holds no command"),
    (.noEditor, "set EDITOR"),
    (
      .editorFailed("vi", reason: "cannot be run"),
      "the editor vi cannot be run; nothing was changed"
    ),
  ])
  func anErrorSaysWhatHappenedAndWhatToDo(error: CommandError, words: String) {
    #expect(error.message.contains(words))
  }
}
