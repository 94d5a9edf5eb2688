import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// Redirection with `>` and `>>` to existing and shared files, links, pipes and terminals.
struct ShellOutputFileTests {
  @Test func concurrentAppendsLoseNothing() async throws {
    try await FilmzProcess.with { filmz async throws in
      try await withThrowingTaskGroup { group in
        for _ in 1...3 {
          group.addTask {
            let shell = try await filmz.openShell(["--offline"])
            for _ in 1...10 {
              let line = Array(repeating: "version >> out", count: 10).joined(separator: "; ")
              _ = try await shell.answer(to: line)
            }
          }
        }
        try await group.waitForAll()
      }
      let lines = try filmz.folder.read("out").split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == 301 && Set(lines) == ["filmz 0.1.0", ""])
    }
  }

  @Test func failedCommandsKeepDanglingLinks() async throws {
    try await FilmzProcess.with { filmz async throws in
      #expect(symlink("later", filmz.folder.path(of: "link")) == 0)
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "ls --nonsense > link")
      _ = try await shell.answer(to: "version > link")
      #expect(try filmz.folder.read("later") == "filmz 0.1.0\n")
      let link = filmz.folder.path(of: "link")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "later")
    }
  }

  @Test(arguments: [">", ">>"])
  func ctrlCCancelsWritingToAFullPipe(redirection: String) async throws {
    try await FilmzProcess.with { filmz async throws in
      let path = filmz.folder.path(of: "pipe")
      try #require(mkfifo(path, 0o600) == 0)
      let reader = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(reader) }
      try filmz.folder.write(String(repeating: "help ls\n", count: 200), to: "much")
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("source much \(redirection) pipe; version\r")
      try Self.waitForData(in: reader)
      try await shell.send("\u{3}")
      let seen = try await shell.expectPrompt()
      #expect(seen.contains("interrupted") && !seen.contains("filmz 0."))
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
    }
  }

  @Test(arguments: ["csv", "tsv", "markdown", "json", "table"])
  func redirectionToATerminalWritesNoEscapeSequencesOfData(format: String) async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.answer(to: "add tt9100001")
      try filmz.collectionFile.execute(
        "UPDATE entry SET title = 'Zed' || char(27) || '[31m' || char(8238, 155) || 'row'")
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("ls --format \(format) > /dev/tty\r")
      try await shell.expectPrompt()
      let scalars = shell.screen.rawOutput.unicodeScalars
      #expect(shell.screen.rawOutput.contains("Zed"))
      #expect(!scalars.contains { $0 == "\u{202E}" || $0 == "\u{9B}" })
      #expect(!shell.screen.rawOutput.contains("\u{1B}[31m"))
    }
  }

  @Test(arguments: [">", ">>"])
  func ctrlCLeavesTheFileUnchanged(redirection: String) async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      try filmz.folder.write("version\nshow tt9000001\n", to: "one")
      try filmz.folder.write("old\n", to: "old")
      let shell = try await filmz.openShell()
      for (count, name) in ["old", "new"].enumerated() {
        try await shell.send("source one \(redirection) \(name)\r")
        try await server.waitForRequests(count + 1)
        try await shell.send("\u{3}")
        #expect(try await shell.expectPrompt().contains("interrupted"))
      }
      #expect(try filmz.folder.read("old") == "old\n")
      #expect(!filmz.folder.exists("new"))
    }
  }

  @Test func afterCtrlCThePipedProgramIsNotStarted() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      try filmz.folder.write("version\nshow tt9000001\n", to: "one")
      let shell = try await filmz.openShell()
      try await shell.send("source one | tee ran\r")
      try await server.waitForRequests(1)
      try await shell.send("\u{3}")
      #expect(try await shell.expectPrompt().contains("interrupted"))
      #expect(!filmz.folder.exists("ran"))
    }
  }

  @Test func largeOutputIsWrittenCompletely() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write(String(repeating: "help ls\n", count: 300), to: "much")
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "source much > file")
      _ = try await shell.answer(to: "source much | cmp - file && touch same")
      let help = try await filmz.run("help", "ls").stdout
      let content = try filmz.folder.read("file")
      #expect(content.utf8.count == help.utf8.count * 300 && content.hasPrefix(help + help))
      #expect(filmz.folder.exists("same"))
    }
  }

  /// Waits until a pipe contains data.
  private static func waitForData(in descriptor: CInt) throws {
    var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    try #require(poll(&pipe, 1, 60_000) == 1)
  }
}
