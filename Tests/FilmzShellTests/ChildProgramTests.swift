import FilmzTestSupport
import Foundation
import Glibc
import Subprocess
import Testing

@testable import FilmzShell

struct EditorProgramTests {
  @Test(arguments: [
    (["EDITOR": "vim -u NONE", "VISUAL": "code -w"], "vim -u NONE"),
    (["EDITOR": " ", "VISUAL": "code -w"], "code -w"), (["VISUAL": "ed"], "ed"),
    (["EDITOR": "", "PATH": "/nowhere"], nil), ([:], nil),
  ])
  func editorIsTakenFromTheEnvironment(environment: [String: String], editor: String?) {
    #expect(TextEditor.commandLine(environment: environment) == editor)
  }

  @Test(arguments: [
    ("vi", "exec vi \"$1\""), ("/usr/bin/code -w", "exec /usr/bin/code -w \"$1\""),
    ("vim -c \"set tw=72\"", "exec vim -c \"set tw=72\" \"$1\""),
    (" FOO=1 vi", "exec env  FOO=1 vi \"$1\""),
    ("a && b", "a && b \"$1\""),
  ])
  func scriptStartsTheEditorInTheSameWayAsGit(commandLine: String, script: String) {
    #expect(TextEditor.script(for: commandLine) == script)
  }

  @Test func defaultIsTheFirstInstalledEditor() throws {
    try ScratchFolder.with { folder in
      let environment = [
        "PATH": "/nowhere:\(folder.path(of: "a")):\(folder.path(of: "b"))"
      ]
      try folder.write("", to: "a/nano")
      #expect(TextEditor.commandLine(environment: environment) == nil)
      for (program, expected) in [
        ("b/vi", "vi"), ("a/nano", "nano"), ("b/sensible-editor", "nano"), ("b/editor", "editor"),
      ] {
        try folder.write("", to: program)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: program))
        let commandLine = TextEditor.commandLine(environment: environment)
        #expect(commandLine == expected)
      }
    }
  }
}

struct PagerProgramTests {
  @Test(arguments: [
    ("most -s", "most -s"), ("less", "less"), ("", nil), ("  ", nil), ("cat", nil),
    (" cat ", nil), ("cat -n", "cat -n"),
  ])
  func pagerIsTakenFromTheEnvironment(value: String, program: String?) {
    #expect(Pager.commandLine(environment: ["PAGER": value]) == program)
  }

  @Test func thereIsNoPagerIfLessIsNotInstalled() {
    #expect(Pager.commandLine(environment: ["PATH": "/nowhere"]) == nil)
    #expect(Pager.commandLine(environment: [:]) == nil)
  }

  @Test(arguments: [
    ("no-such-pager -x", true), ("sh -c true", false), ("/no/such", false), ("X=1 less", false),
    ("$MINE", false),
  ])
  func missingProgramIsDetectedInSimpleCommandLinesOnly(commandLine: String, isMissing: Bool) {
    let environment = ["PATH": "/nowhere:/bin:/usr/bin"]
    #expect(Pager.isMissing(commandLine, environment: environment) == isMissing)
  }

  @Test(arguments: [
    ("less -FRXK", "less -FRXK +G"), ("less", "less +G"),
    ("/usr/bin/less -R", "/usr/bin/less -R +G"),
    ("more", "more"), ("less | cat", "less | cat"), ("most", "most"), ("lessx", "lessx"),
    ("sh -c less", "sh -c less"),
  ])
  func lessOpensAtTheEnd(commandLine: String, expected: String) {
    #expect(Pager.openingAtEnd(commandLine) == expected)
  }
}

struct TerminationStatusTests {
  private static let cases: [(TerminationStatus, failure: String?, failureExceptSignals: String?)] =
    [
      (.exited(0), nil, nil), (.exited(3), "ended with status 3", "ended with status 3"),
      (.exited(127), "cannot be run", "cannot be run"),
      (.exited(130), "ended with status 130", nil),
      (.signaled(SIGINT), "was terminated by signal 2", nil),
      (.signaled(SIGPIPE), "was terminated by signal 13", nil),
      (.signaled(SIGKILL), "was terminated by signal 9", "was terminated by signal 9"),
    ]

  @Test(arguments: cases)
  func aTerminationIsAFailureUnlessItsSignalIsIgnored(
    termination: TerminationStatus, failure: String?, failureExceptSignals: String?
  ) {
    #expect(termination.failureDescription() == failure)
    #expect(
      termination.failureDescription(ignoring: [SIGINT, SIGPIPE]) == failureExceptSignals)
  }
}
