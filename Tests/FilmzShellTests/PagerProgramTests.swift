import Testing

@testable import FilmzShell

struct PagerProgramTests {
  @Test(arguments: [
    ("most -s", "most -s"), ("less", "less"), ("", nil), ("  ", nil), ("cat", nil),
    (" cat ", nil), ("cat -n", "cat -n"),
  ])
  func pagerIsTakenFromTheEnvironment(value: String, program: String?) {
    #expect(PagerProgram.commandLine(environment: ["PAGER": value]) == program)
  }

  @Test func thereIsNoPagerIfLessIsNotInstalled() {
    #expect(PagerProgram.commandLine(environment: ["PATH": "/nowhere"]) == nil)
    #expect(PagerProgram.commandLine(environment: [:]) == nil)
  }

  @Test(arguments: [
    ("no-such-pager -x", true), ("sh -c true", false), ("/no/such", false), ("X=1 less", false),
    ("$MINE", false),
  ])
  func missingProgramIsDetectedInSimpleCommandLinesOnly(commandLine: String, isMissing: Bool) {
    let environment = ["PATH": "/nowhere:/bin:/usr/bin"]
    #expect(PagerProgram.isMissing(commandLine, environment: environment) == isMissing)
  }

  @Test(arguments: [
    ("less -FRXK", "less -FRXK +G"), ("less", "less +G"),
    ("/usr/bin/less -R", "/usr/bin/less -R +G"),
    ("more", "more"), ("less | cat", "less | cat"), ("most", "most"), ("lessx", "lessx"),
    ("sh -c less", "sh -c less"),
  ])
  func lessOpensAtTheEnd(commandLine: String, expected: String) {
    #expect(PagerProgram.openingAtEnd(commandLine) == expected)
  }
}
