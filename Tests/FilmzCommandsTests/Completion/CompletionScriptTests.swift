import FilmzCommands
import FilmzDomain
import Testing

struct CompletionScriptTests {
  @Test(arguments: ["bash", "zsh", "fish"])
  func scriptOfEveryShellCallsTheProgram(shell: String) throws {
    let script = try CompletionScript.text(for: shell)
    #expect(script.hasSuffix("\n"))
    for part in [" --complete ", ":files", ":folders"] { #expect(script.contains(part)) }
  }

  @Test(arguments: ["tcsh", "", "BASH"])
  func errorForAnotherShellListsTheSupportedOnes(shell: String) throws {
    let error = try #require(throws: CommandError.self) {
      try CompletionScript.text(for: shell)
    }
    #expect(error.exitCategory == .usage)
    for supportedShell in ["bash", "zsh", "fish"] {
      #expect(error.message.contains(supportedShell))
    }
  }
}
