import Testing

@testable import FilmzCommands

/// Texts of actions in panels.
struct ActionTextTests {
  @Test(arguments: [
    ("Heat (1995) is already seen; --force removes its viewings", "Heat (1995) is already seen"),
    (
      "the film is hidden by the kids filter; `kids status` says what is shown", "the film is hidden by the kids filter"
    ),
    ("Movie not found; check the id, or repeat the command with --force", "Movie not found"),
    ("Rated Heat 8; seen, date unknown", "Rated Heat 8; seen, date unknown"),
    ("Added `--x`", "Added `--x`"), ("Added A; B -- C", "Added A; B -- C"), ("", ""),
  ])
  func clausesOfCommandsAreLeftOut(text: String, result: String) {
    #expect(text.withoutClausesOfCommands == result)
  }
}
