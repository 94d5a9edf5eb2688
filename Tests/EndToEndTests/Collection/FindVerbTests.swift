import FilmzTestSupport
import Testing

struct FindVerbTests {
  @Test(arguments: [
    "find godfather", "find the godfather", "find al pacino --sort -year",
    "find --unwatched pacino",
    "find pacino --limit 1", "find pacino --limit 1 --page 2", "find \"al pacino\"", "find xyzzy",
    "find 1972", "find '--watched'", "find pacino --genre crime --type movie",
  ])
  func findListsTheSameFilmsAsGrep(line: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "watched tt0068646; add tt0071562; add tt0113277; note tt0113277 \"no --watched\"")
      let (text, options) = Self.split(line)
      let list = try await filmz.answer(to: "ls --grep \"\(text)\" \(options)")
      #expect(try await filmz.answer(to: line) == list)
      #expect(list.array.isEmpty == (text == "xyzzy"))
    }
  }

  @Test func numbersOfTheListCanBeUsed() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; add tt0113277")
      let rated = try await filmz.answer(to: "find michael mann; rate 1 8")
      #expect(rated.each("id") == ["tt0113277"])
    }
  }

  @Test(arguments: [
    ("find heat grep:nosuchword", []), ("find heat grep:pacino", ["tt0113277"]),
    ("find --type movie --year 1995", ["tt0113277"]),
  ])
  func filtersAndWordsAreCombined(line: String, ids: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; add tt0113277")
      let found = try await filmz.answer(to: line).each("id").compactMap { $0?.string }
      #expect(found == ids)
    }
  }

  @Test(arguments: [
    (["find"], "find needs text or a filter; see `help find`"),
    (["find", ""], "find needs text or a filter; see `help find`"),
    (
      ["find", "x", "--grep", "y"],
      "find takes its text as arguments, not with --grep; see `help find`"
    ),
    (
      ["find", "x", "--watched", "--unwatched"],
      "--watched and --unwatched cannot be used together; see `help find`"
    ),
  ])
  func invalidArgumentsAreUsageErrors(arguments: [String], text: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + arguments)
      #expect(result.status == 64)
      #expect(result.errorLines == ["filmz: \(text)"])
    }
  }

  @Test func listIsPagedInTheShell() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "search the --limit 12; add 1-12; config set page.size 5")
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.answer(to: "find the").contains("1–5 of 12 · page 1/3 · next"))
      #expect(try await terminal.answer(to: "next").contains("6–10 of 12"))
      #expect(
        try await terminal.answer(to: "find xyzzy")
          .contains("No film in your collection matches. `ls` lists all films, and `search xyzzy`"))
    }
  }

  /// Splits a `find` line into its search text and its options.
  private static func split(_ line: String) -> (text: String, options: String) {
    var words = line.split(separator: " ").dropFirst().map(String.init)
    var options: [String] = []
    while let index = words.firstIndex(where: { $0.hasPrefix("--") }) {
      let takesValue = words[index] != "--unwatched"
      options += words[index...].prefix(takesValue ? 2 : 1)
      words.removeSubrange(index..<min(words.count, index + (takesValue ? 2 : 1)))
    }
    let text = words.joined(separator: " ").filter { $0 != "\"" && $0 != "'" }
    return (text, options.joined(separator: " "))
  }
}
