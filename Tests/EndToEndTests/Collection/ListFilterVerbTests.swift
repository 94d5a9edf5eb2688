import FilmzTestSupport
import Testing

/// The filter `list` in `ls` and in saved collections.
struct ListFilterVerbTests {
  private static let heat = "tt0113277"

  private static func withList(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "seen \(heat); add tt0133093; list create Noir")
      try await body(filmz)
    }
  }

  @Test(arguments: [
    ["ls", "--list", "Nior"], ["ls", "list:nior"], ["collections", "save", "x", "list:Nior"],
  ])
  func unknownListSuggestsANearOne(call: [String]) async throws {
    try await Self.withList { filmz in
      let result = try await filmz.run(["--offline"] + call)
      #expect(result.status == 1 && result.stdout == "")
      #expect(result.stderr.contains("did you mean Noir?"), "\(result.stderr)")
    }
  }

  @Test func listOfASavedFilterIsLookedUpWhenItIsUsed() async throws {
    try await Self.withList { filmz in
      _ = try await filmz.answer(
        to: "list add Noir \(Self.heat); collections save dark --list noir")
      #expect(try await filmz.answer(to: "ls @dark").each("id") == [.string(Self.heat)])
      _ = try await filmz.answer(to: "list delete Noir --yes")
      let result = try await filmz.run("--offline", "ls", "@dark")
      #expect(result.status == 1 && result.stderr.contains("there is no list called \"noir\""))
      let row = try await filmz.answer(to: "collections").array.first { $0["name"] == "@dark" }
      #expect(row?["films"] == 0.0)
    }
  }
}
