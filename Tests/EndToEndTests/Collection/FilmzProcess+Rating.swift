import FilmzTestSupport
import Testing

extension FilmzProcess {
  /// Runs `body` with a collection of three watched films without ratings.
  ///
  /// A rating session shows The Godfather, The Matrix and Heat, in this order.
  static func withUnratedFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await with { filmz in
      _ = try await filmz.answer(
        to: "watched tt0113277 --on 2024-01-01; watched tt0133093 --on 2024-02-01;"
          + "watched tt0068646 --on 2024-03-01")
      try await body(filmz)
    }
  }

  /// Returns the ratings of the films, in the order of a rating session.
  func ratings() async throws -> [JSON?] {
    try await answer(to: "ls --watched").each("myRating")
  }
}

extension PseudoTerminal {
  /// Waits for the prompt for a key, and returns the new text on the screen.
  @discardableResult
  func expectKeyPrompt() async throws -> String { try await expect(/\? = help: $/) }

  /// Presses keys, waits for the next prompt for a key, and returns the new text on the screen.
  @discardableResult
  func press(_ keys: String) async throws -> String {
    try await send(keys)
    return try await expectKeyPrompt()
  }
}
