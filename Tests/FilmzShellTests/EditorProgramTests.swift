import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzShell

struct EditorProgramTests {
  @Test(arguments: [
    (["EDITOR": "vim -u NONE", "VISUAL": "code -w"], "vim -u NONE"),
    (["EDITOR": " ", "VISUAL": "code -w"], "code -w"), (["VISUAL": "ed"], "ed"),
    (["EDITOR": "", "PATH": "/nowhere"], nil), ([:], nil),
  ])
  func editorIsTakenFromTheEnvironment(environment: [String: String], editor: String?) {
    #expect(EditorProgram.commandLine(environment: environment) == editor)
  }

  @Test(arguments: [
    ("vi", "exec vi \"$1\""), ("/usr/bin/code -w", "exec /usr/bin/code -w \"$1\""),
    ("vim -c \"set tw=72\"", "exec vim -c \"set tw=72\" \"$1\""),
    (" FOO=1 vi", "exec env  FOO=1 vi \"$1\""),
    ("a && b", "a && b \"$1\""),
  ])
  func scriptStartsTheEditorInTheSameWayAsGit(commandLine: String, script: String) {
    #expect(EditorProgram.script(for: commandLine) == script)
  }

  @Test func defaultIsTheFirstInstalledEditor() throws {
    try ScratchFolder.with { folder in
      let environment = [
        "PATH": "/nowhere:\(folder.path(of: "a")):\(folder.path(of: "b"))"
      ]
      try folder.write("", to: "a/nano")
      #expect(EditorProgram.commandLine(environment: environment) == nil)
      for (program, expected) in [("b/vi", "vi"), ("a/nano", "nano"), ("b/sensible-editor", nil)] {
        try folder.write("", to: program)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o755], ofItemAtPath: folder.path(of: program))
        let commandLine = EditorProgram.commandLine(environment: environment)
        #expect(commandLine == expected ?? "sensible-editor")
      }
    }
  }
}
