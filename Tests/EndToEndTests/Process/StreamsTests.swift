import FilmzTestSupport
import Testing

@Suite(.processes)
struct StreamsTests {
  @Test func pipesReceiveOnlyPlainData() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: "search godfather\nshow 1\nls\n")
      #expect(result.status == 0)
      #expect(result.stdout.contains("The Godfather"))
      #expect(!result.stdout.contains("\u{1B}") && !result.stdout.contains("filmz>"))
      #expect(result.stderr == "")
    }
  }

  @Test(arguments: [
    ("search godfather --limit 2", "1–2 of 3 · page 1/2 · next\n"),
    ("search godfather", "1–3 of 3\n"), ("search qqzzxx", "No results for \"qqzzxx\""),
    ("search godfather; next", "No more results.\n"),
    ("search godfather; prev", "Already at the first page.\n"),
    ("add tt0068646", "Added The Godfather (1972)\n"), ("ls", "Your collection is empty."),
    ("rate tt0068646 9", "Rated The Godfather (1972) 9, and added it to the collection; seen, date unknown\n"),
    ("rate tt0068646 9; rate tt0068646 8.5", "Rated The Godfather (1972) 8.5 (was 9)\n"),
    ("watched tt0068646 --on 2024-05", "Watched The Godfather (1972) in 2024-05"),
    ("config set page.size 5", "Set page.size\n"), ("time on", "Times are shown.\n"),
  ])
  func noticesArePrintedOnlyWithVerbose(commands: String, notice: String) async throws {
    try await FilmzProcess.with { filmz in
      let quiet = try await filmz.run("--offline", "--home", "a", "-c", commands)
      #expect(!quiet.stderr.contains(notice))
      let verbose = try await filmz.run("--offline", "--verbose", "--home", "b", "-c", commands)
      #expect(verbose.stderr.contains(notice))
      #expect(verbose.status == 0)
      #expect(!verbose.stdout.contains(notice))
    }
  }

  @Test func errorsAreOneLineThatBeginsWithTheirLocation() async throws {
    try await FilmzProcess.with { filmz in
      let message = "unknown command \"serach\"; did you mean `search`?"
      let single = try await filmz.run("serach", "x")
      #expect(single.errorLines == ["filmz: \(message)"])
      let script = try await filmz.run(["--offline"], script: "# a\n\nls; serach x\nserach\n")
      #expect(script.errorLines == ["line 3: \(message)", "line 4: \(message)"])
      let commands = try await filmz.run("--offline", "-c", "ls; serach x; ls; serach")
      #expect(commands.errorLines == ["command 2: \(message)", "command 4: \(message)"])
      for result in [single, script, commands] { #expect(result.stdout == "") }
    }
  }

  @Test(arguments: [
    ("ls > films", ">"), ("ls >> films", ">>"), ("ls | head", "|"),
  ])
  func scriptsCannotRedirect(line: String, redirection: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run([], script: line)
      #expect(result.status == 1)
      #expect(result.stderr.hasPrefix("line 1: `\(redirection)` works in the shell only"))
      #expect(try filmz.folder.files() == [])
    }
  }

  @Test func colorIsUsedOnlyOnRequest() async throws {
    try await FilmzProcess.with { filmz in
      let call = ["--offline", "show", "tt0068646"]
      #expect(try await filmz.run(["--color", "always"] + call).stdout.contains("\u{1B}["))
      let forced: [String: String?] = ["CLICOLOR_FORCE": "1"]
      #expect(try await filmz.run(call, environment: forced).stdout.contains("\u{1B}["))
      let never: [String: String?] = ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"]
      let plain = try await filmz.run(call)
      #expect(!plain.stdout.contains("\u{1B}"))
      #expect(try await filmz.run(call, environment: never) == plain)
    }
  }

  @Test func escapeSequencesInDataAreNotPrinted() async throws {
    try await FilmzProcess.with { filmz in
      let note = "red \u{1B}[31m bell \u{7} end"
      _ = try await filmz.run("--offline", "note", "tt0068646", note)
      for format in ["table", "markdown", "json", "jsonl"] {
        let shown = try await filmz.run("--offline", "--format", format, "show", "tt0068646")
        #expect(shown.stdout.contains("red"))
        #expect(!shown.stdout.contains("\u{1B}") && !shown.stdout.contains("\u{7}"))
      }
      #expect(try await filmz.answer(to: "show tt0068646")["notes"] == .string(note))
      let error = try await filmz.run("--offline", "show", "x\u{1B}[31my")
      #expect(!error.stderr.contains("\u{1B}"))
    }
  }

  @Test func tablesAreTruncatedOnlyIfColumnsIsSet() async throws {
    try await FilmzProcess.with { filmz in
      let call = ["--offline", "search", "the", "--limit", "100"]
      let narrow = try await filmz.run(call, environment: ["COLUMNS": "40"]).stdout
      #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
      #expect(narrow.contains("…"))
      let wide = try await filmz.run(call).stdout
      #expect(!wide.contains("…"))
    }
  }

  @Test func elapsedTimesArePrintedOnlyOnRequest() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", "ls; time on; stats; time off; stats")
      let times = result.errorLines.filter { $0.wholeMatch(of: /elapsed \d+\.\d{3} ms/) != nil }
      #expect((1...2).contains(times.count))
      #expect(times.count == result.errorLines.count)
    }
  }
}
