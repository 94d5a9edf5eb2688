import FilmzTestSupport
import Testing

/// The notice on how to get plots, below the card of a film without one.
struct PlotHintTests {
  private static func hintCount(_ text: String) -> Int {
    text.split(separator: "\n").count { $0.hasPrefix("No plot is known") }
  }

  @Test func theHintIsShownOncePerSession() async throws {
    try await FilmzProcess.with { filmz in
      let script = "show tt0068646; show tt0133093; show tt0068646"
      for _ in 1...2 {
        let result = try await filmz.run("--offline", "--verbose", "-c", script)
        #expect(Self.hintCount(result.stderr) == 1, "\(result.stderr)")
        #expect(result.stderr.contains("`config set omdb.apiKey -`"))
      }
      #expect(try await filmz.run("--offline", "-c", script).stderr == "")
      let terminal = try filmz.openTerminal(["--offline", "show", "tt0068646"], columns: 200)
      #expect(try await terminal.waitForExit() == 0)
      #expect(Self.hintCount(terminal.screen.newText) == 1)
    }
  }

  @Test(arguments: [["--offline"], []])
  func thereIsNoHintWithAKeyOrAPlot(options: [String]) async throws {
    try await FilmzProcess.withOMDb(answering: OMDbResponse.film(["Plot": "A plot."])) { filmz, _ in
      let id = options.isEmpty ? OMDbResponse.id : "tt0068646"
      let result = try await filmz.run(options + ["--verbose", "show", id])
      #expect(result.status == 0 && Self.hintCount(result.stderr) == 0, "\(result.stderr)")
    }
  }
}
