import FilmzTestSupport
import Testing

/// Own records and the kids filter: the certification of a film is that of its merged facts.
struct KidsRecordTests {
  private static let message =
    "filmz: the film is hidden by the kids filter; `kids status` says what is shown\n"

  /// Runs a closure with a home with `Lantern Street`, rated PG-13, and `Quince`, rated PG.
  private static func with(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let setup = try await filmz.run(
        "-c", "add tt9000004 tt9000026; list add Two tt9000004 tt9000026 --create")
      #expect(setup.status == 0, "\(setup.stderr)")
      try await body(filmz)
    }
  }

  /// Checks that rows, counts, and completion have one film and not the other.
  private static func expectOnly(
    _ film: (id: JSON, title: String), not hidden: (id: JSON, title: String), _ filmz: FilmzProcess
  ) async throws {
    for line in ["ls", "list show Two", "find an", "search lantern street", "search quince"] {
      let rows = try await filmz.answer(to: line).each("id")
      #expect(!rows.contains(hidden.id), "\(line)")
    }
    #expect(try await filmz.answer(to: "ls").each("id") == [film.id])
    #expect(try await filmz.answer(to: "list show Two").each("id") == [film.id])
    #expect(try await filmz.answer(to: "stats")["total"] == 1)
    #expect(try await filmz.answer(to: "list")[0]?["films"] == 1)
    let status = try await filmz.answer(to: "kids status")
    #expect(status["shown"] == 1 && status["hidden"] == 1)
    for verb in ["show", "rate", "edit", "rm"] {
      let completion = try await filmz.run("--complete", verb, String(film.title.prefix(5))).stdout
      #expect(completion.contains(film.title), "\(verb)")
      let none = try await filmz.run("--complete", verb, String(hidden.title.prefix(5))).stdout
      #expect(!none.contains(hidden.title), "\(verb)")
    }
    #expect(try await filmz.run("--offline", "show", hidden.title).stderr == message)
    #expect(try await filmz.answer(to: "show \"\(film.title)\"")["id"] == film.id)
  }

  @Test(arguments: ["R", "none", "Not Rated"])
  func ownCertificationHidesAndShowsFilms(rated: String) async throws {
    let street = (id: JSON.string("tt9000004"), title: "Lantern Street")
    let quince = (id: JSON.string("tt9000026"), title: "Quince")
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "kids on")
      try await Self.expectOnly(quince, not: street, filmz)
      _ = try await filmz.answer(
        to: "kids off; edit tt9000004 rated=G; edit tt9000026 rated=\(rated); kids on")
      try await Self.expectOnly(street, not: quince, filmz)
      _ = try await filmz.answer(
        to: "kids off; record revert tt9000004 rated; record revert tt9000026; kids on")
      try await Self.expectOnly(quince, not: street, filmz)
    }
  }

  @Test(arguments: ["edit", "record edit"])
  func filmThatBecomesHiddenIsNotShownAgain(verb: String) async throws {
    try await Self.with { filmz in
      let result = try await filmz.run(
        "--offline", "--format", "csv", "-c",
        "config set kids.ratings G,PG --format jsonl; kids on; \(verb) tt9000026 rated=R; show .")
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(result.stderr.contains("hidden by the kids filter"))
      #expect(!result.stdout.contains("tt9000026"))
    }
  }

  @Test(arguments: [
    "edit tt9000004 rated=G", "record edit lantern street rated=G", "record edit tt9000004",
    "record revert tt9000004", "record rm tt9000004", "record rm nightshade",
    "edit nightshade rated=G", "record new id=tt9000004 title=x year=2000",
  ])
  func commandsForHiddenFilmsAreRefused(line: String) async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(
        to: "record new title=Nightshade year=2001 --add; edit tt9000004 plot=Dark; kids on")
      let words = line.split(separator: " ").map(String.init)
      let result = try await filmz.run(["--offline", "--yes"] + words)
      #expect(result.status == 1 && result.stderr == Self.message)
      _ = try await filmz.answer(to: "kids off")
      #expect(try await filmz.answer(to: "record ls").array.count == 2)
      #expect(try await filmz.answer(to: "show tt9000004")["rated"] == "PG-13")
    }
  }

  @Test func hiddenFilmOfTheSameTitleIsNotNamed() async throws {
    try await Self.with { filmz in
      func enter(_ title: String, _ year: Int) async throws -> ProcessResult {
        try await filmz.run(
          "--offline", "record", "new", "title=\(title)", "year=\(year)", "rated=G")
      }
      #expect(try await enter("lantern street", 1988).stderr.contains("--yes"))
      _ = try await filmz.answer(to: "kids on")
      #expect(try await enter("quince", 2021).stderr.contains("--yes"))
      #expect(try await enter("lantern street", 1988).isSilentSuccess)
      #expect(try await filmz.answer(to: "record ls").each("title") == ["lantern street"])
    }
  }

  @Test func filmWithoutCertificationIsHiddenAtOnce() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "kids on")
      let words = ["record", "new", "title=Nightshade", "year=2001"]
      let result = try await filmz.run(["--offline", "--verbose", "--format", "json"] + words)
      #expect(result.stdout == "[]\n")
      #expect(result.stderr == "Entered Nightshade (2001); it is hidden by the kids filter\n")
      let list = try await filmz.run("--offline", "--verbose", "record", "ls")
      #expect(list.stdout == "" && list.stderr.contains("1 hidden: no certification known"))
    }
  }

  @Test func historyOfHiddenRecordsHasNoFacts() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(
        to: "edit tt9000004 plot=Sombre; record new title=Nightshade year=2001 --add; kids on")
      for line in ["log", "undo 2", "redo 2", "log"] {
        let result = try await filmz.run("--offline", "--verbose", "--format", "csv", "-c", line)
        #expect(result.status == 0)
        let output = result.stdout + result.stderr
        for text in ["Sombre", "tt9000004", "Lantern Street", "Nightshade", "own:"] {
          #expect(!output.contains(text), "\(line): \(output)")
        }
      }
    }
  }

  @Test func promptDoesNotNameAHiddenOwnFilm() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("record new title=Nightshade year=2001\r")
      try await shell.expect(/filmz \(Nightshade\)> $/)
      try await shell.send("kids on\r")
      try await shell.expect(/\nfilmz kids> $/)
      try await shell.send("edit . rated=G\r")
      try await shell.expect(/hidden by the kids filter[\s\S]*\nfilmz kids> $/)
      try await shell.send("kids off\r")
      try await shell.expect(/filmz \(Nightshade\)> $/)
      #expect(try await shell.quit() == 0)
    }
  }
}
