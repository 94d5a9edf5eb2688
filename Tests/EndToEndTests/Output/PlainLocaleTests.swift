import FilmzTestSupport
import Testing

/// The output in a locale that is not UTF-8, and on narrow terminals.
struct PlainLocaleTests {
  @Test(arguments: [
    "help", "help add", "help discover", "ls", "show amelie --full", "show 'seven samurai'", "search 'seven samurai'",
    "search kurosawa", "search godfatehr", "stats", "doctor", "rate heat 4.5/5", "rate heat 11", "search xyzzy", "log",
    "list ls", "discover", "find am", "add amelie",
  ])
  func textIsASCIIIfTheLocaleIsNotUTF8(line: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add amelie --note “schön…” --rating 8.5; add heat; watched tt0047478")
      for locale in [["LC_ALL": "C"], ["LC_ALL": nil, "LANG": nil]] as [[String: String?]] {
        let result = try await filmz.run(
          ["--offline", "--verbose", "-c", line.replacing("'", with: "\"")],
          environment: locale.merging(["COLUMNS": "60"]) { $1 })
        for text in [result.stdout, result.stderr] { #expect(text.utf8.allSatisfy { $0 < 0x80 }, "\(text)") }
        #expect(!(result.stdout + result.stderr).isEmpty)
      }
    }
  }

  @Test func listsOfCompletionAndHistorySearchAreASCII() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], environment: ["LC_ALL": "C"])
      _ = try await shell.answer(to: "search amélie")
      try await shell.send("\u{12}lie")
      try await shell.expect("earlier line with `lie`: search amelie")
      try await shell.send("\u{7}\u{15}seen --\t")
      try await shell.expect("Your rating: 0 to 10, 4.5/5 or **** 1/2.")
    }
  }

  @Test func dataForProgramsIsUTF8InAllLocales() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add amelie")
      for format in ["json", "jsonl", "csv", "tsv", "markdown"] {
        let result = try await filmz.run(["--offline", "--format", format, "ls"], environment: ["LC_ALL": "C"])
        #expect(result.stdout.contains("Amélie"), "\(format)")
      }
    }
  }

  @Test(arguments: [(40, "Seven Samurai"), (30, "Seven Sam…"), (80, "Seven Samurai")])
  func titleInThePromptTakesAThirdOfTheWidth(columns: Int, title: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: columns)
      #expect(try await shell.answer(to: "show tt0047478").contains("filmz (\(title))>"))
    }
  }
}
