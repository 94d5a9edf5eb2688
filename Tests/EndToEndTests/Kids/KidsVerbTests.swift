import FilmzTestSupport
import Foundation
import Testing

/// The `kids` command, and what changes while the filter is on.
struct KidsVerbTests {
  @Test(arguments: [60, 79, 80])
  func certificationIsOnOneLine(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: columns)
      let lines = try await shell.answer(to: "kids").split(separator: "\n")
      #expect(lines.contains { $0.contains("TV-PG,") }, "\(lines)")
    }
  }

  private static let film = "tt9000004"

  /// Runs a closure with a home in which hidden films have every role.
  private static func with(
    _ body: (FilmzProcess) async throws -> Void
  ) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let setup = try await filmz.run("-c", KidsGateTests.setup)
      #expect(setup.status == 0, "\(setup.stderr)")
      try await body(filmz)
    }
  }

  @Test func turningTheFilterOffBringsEverythingBack() async throws {
    try await Self.with { filmz in
      let lines = [
        "ls", "ls --skipped", "search lantern --limit 30", "log", "stats", "genres", "tag ls",
        "list", "list show Noir", "library", "collections --all", "cache ls",
        "show \(Self.film)",
      ]
      var before: [JSON] = []
      for line in lines { before.append(try await filmz.answer(to: line)) }
      _ = try await filmz.answer(to: "kids on")
      for line in lines.dropLast() {
        #expect(
          try await filmz.answer(to: line) != before[lines.firstIndex(of: line) ?? 0], "\(line)")
      }
      _ = try await filmz.answer(to: "kids off")
      for (line, answer) in zip(lines, before) {
        #expect(try await filmz.answer(to: line) == answer, "\(line)")
      }
    }
  }

  @Test func resultsKeepTheirNumbers() async throws {
    try await Self.with { filmz in
      let all = try await filmz.answer(to: "search lantern --limit 30").array
      let shown = try await filmz.answer(to: "kids on; search lantern --limit 30").array
      #expect(shown.map { $0["id"] } == ["tt9000002"])
      #expect(
        shown.allSatisfy { row in
          all.contains { $0["id"] == row["id"] && $0["index"] == row["index"] }
        })
      let result = try await filmz.run(
        "--offline", "--verbose", "search", "lantern", "--limit", "30")
      // The certifications of two of the hidden films have been fetched.
      #expect(
        result.stderr.contains(
          "2 hidden by the kids filter · \(all.count - 3) hidden: no certification known"), "\(result)")
      let ls = try await filmz.run("--offline", "--verbose", "ls")
      #expect(ls.stderr.contains("1–2 of 2 · 1 hidden by the kids filter · 1 hidden: no certification known"))
    }
  }

  @Test func browseHasTheFilmsThatAreKnownToBeForChildren() async throws {
    try await Self.with { filmz in
      let ids = try await filmz.answer(to: "kids on; browse").each("id")
      #expect(ids.contains("tt9000002") && !ids.contains("tt9000004"))
      let none = try await filmz.run("--offline", "--verbose", "browse", "year:1890")
      #expect(
        none.errorLines.last == "No film that is known to be certified for children with year:1890")
    }
  }

  @Test func staleFilmsThatAreHiddenAreNotRefreshed() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "cache clear --yes; kids on")
      let result = try await filmz.run("--offline", "--verbose", "refresh", "--stale")
      #expect(!result.stderr.contains("hidden"), "\(result)")
    }
  }

  @Test func hiddenRecordsThatMatchAreNotMentioned() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("record", "new", "title=Lantern Secret", "year=2001")
      let warned = try await filmz.run("search", "lantern", "--source", "omdb")
      #expect(warned.stderr.contains("own records"), "\(warned)")
      _ = try await filmz.answer(to: "kids on")
      let result = try await filmz.run("search", "lantern", "--source", "omdb")
      #expect(!result.stderr.contains("own records"), "\(result)")
    }
  }

  /// Each case has a target of a film that is hidden.
  @Test(arguments: [
    "tt9000004", "lantern street", "tt9000027", "the ninth ferryman", "nightshade",
  ])
  func commandsRefuseHiddenFilms(target: String) async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "kids on")
      for verb in ["show", "rm", "rate", "add"] {
        let words = [verb] + target.split(separator: " ").map(String.init)
        let result = try await filmz.run(
          ["--offline", "--yes"] + words + (verb == "rate" ? ["5"] : []))
        #expect(result.status == 1)
        #expect(
          result.stderr
            == "filmz: the film is hidden by the kids filter; `kids status` says what is shown\n")
      }
      _ = try await filmz.answer(to: "kids off")
      #expect(try await filmz.answer(to: "show \(Self.film)")["myRating"] == 8)
    }
  }

  @Test func bulkTargetsTakeTheShownFilms() async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "kids on; tag @seen family; kids off")
      #expect(try await filmz.answer(to: "ls --tag family").each("id") == ["tt9000002"])
      _ = try await filmz.answer(to: "kids on; search lantern --limit 30; tag 1-20 lamp; kids off")
      #expect(try await filmz.answer(to: "ls --tag lamp").each("id") == ["tt9000002"])
    }
  }

  @Test func orderOfAListWithHiddenFilmsIsKept() async throws {
    try await Self.with { filmz in
      let before = try await filmz.answer(to: "list show Noir")
      _ = try await filmz.answer(to: "kids on")
      for line in ["list move Noir 1 end", "list edit Noir"] {
        let result = try await filmz.run("--offline", "-c", line)
        #expect(result.status == 1)
        #expect(
          result.stderr == """
            command 1: the list "Noir" has 1 film hidden by the kids filter; its order cannot be changed; \
            `kids status` says what is shown

            """)
      }
      _ = try await filmz.answer(
        to: "list add Noir tt9000026; list remove Noir tt9000026; kids off")
      #expect(try await filmz.answer(to: "list show Noir") == before)
    }
  }

  @Test func undoCountsHiddenFilms() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("-c", "add tt9000004 tt9000002; kids on")
      let undo = try await filmz.run("--offline", "--verbose", "undo")
      #expect(undo.errorLines.last == "Undid `add …`: 2 films are no longer in the collection")
      _ = try await filmz.answer(to: "kids off")
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
      let redo = try await filmz.answer(to: "kids on; redo; kids off; ls")
      #expect(redo.array.count == 2)
    }
  }

  @Test func certificationOfAFilmIsRequestedIfItIsNotKnown() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("kids", "on")
      #expect(try await filmz.run("--format", "json", "show", "tt9000002").json["rated"] == "PG")
      let title = try await filmz.run("--format", "json", "add", "quince")
      #expect(try title.json.each("id") == ["tt9000026"])
      #expect(try await filmz.run("show", "tt9000003").stderr.contains("hidden by the kids filter"))
      #expect(try await filmz.run("add", "lantern street").status == 1)
    }
  }

  /// The details of the rows are requested once; those of ten films without a certification do not change that.
  @Test func certificationsOfRowsAreRequested() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.answer(to: "add tt9000026 tt9000004; kids on")
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
      #expect(try await filmz.run("--format", "json", "ls").json.each("id") == ["tt9000026"])
      for attempt in 1...2 {
        let count = server.requests.count
        let result = try await filmz.run(
          "--verbose", "--format", "json", "search", "lantern", "--source", "omdb", "--limit", "10")
        #expect(try result.json.each("id") == ["tt9000002"], "\(result)")
        #expect(result.stderr.ranges(of: "hidden: no certification known").count == 1, "\(result)")
        #expect((server.requests.count > count) == (attempt == 1))
      }
    }
  }

  @Test func statusNamesTheCertifications() async throws {
    try await Self.with { filmz in
      let off = try await filmz.run("--offline", "kids")
      #expect(
        off.stdout == """
          The kids filter is off; it would show films rated G, PG, TV-Y, TV-Y7, TV-G, TV-PG, U, 0, 6

          """)
      _ = try await filmz.answer(to: "config set kids.ratings \"G, fsk 6,pg\"; kids on")
      #expect(
        try await filmz.run("--offline", "--format", "json", "kids", "status").stdout == """
          {"kids":"on","ratings":["G","6","PG"],"pin":false,"shown":2,"hidden":2}

          """)
    }
  }

  @Test func completionLeavesHiddenFilmsAndTheirTagsOut() async throws {
    try await Self.with { filmz in
      let calls = [
        ["show", "lantern str"], ["rate", "lantern s"], ["unskip", ""], ["unskip", "the"],
        ["rm", "lan"], ["ls", "--tag", ""], ["add", "--from", ""], ["search", "lantern s"],
        ["comment", "lantern s"], ["comments", "lantern s"], ["edit", "nights"],
        ["record", "edit", "nights"], ["record", "revert", "lan"], ["record", "rm", "nights"],
      ]
      for call in calls {
        let all = try await filmz.run(["--complete"] + call).stdout
        #expect(
          (KidsGateTests.hidden + ["secretive", "Hector"]).contains(where: all.contains), "\(call)")
      }
      _ = try await filmz.answer(to: "kids on")
      for call in calls {
        let shown = try await filmz.run(["--complete"] + call).stdout
        #expect(
          !(KidsGateTests.hidden + ["secretive", "Hector"]).contains(where: shown.contains),
          "\(call)")
      }
    }
  }
}
