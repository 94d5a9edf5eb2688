import FilmzTestSupport
import Testing

extension FilmzProcess {
  /// Runs `body` with a program whose collection has three watched films without a rating, in the
  /// order of a session: The Godfather, The Matrix, Heat.
  static func withUnratedFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await with { filmz in
      _ = try await filmz.answer(
        to: "watched tt0113277 --on 2024-01-01; watched tt0133093 --on 2024-02-01;"
          + "watched tt0068646 --on 2024-03-01")
      try await body(filmz)
    }
  }

  /// The ratings of the films, in the order of a session.
  func ratings() async throws -> [JSON?] {
    try await answer(to: "ls --watched").each("myRating")
  }
}

extension PseudoTerminal {
  /// Waits for the line that asks for a key.
  @discardableResult
  func expectKeyPrompt() async throws -> String { try await expect(/\? help: $/) }

  /// Presses keys, and waits for the line that asks for the next one.
  @discardableResult
  func press(_ keys: String) async throws -> String {
    try await send(keys)
    return try await expectKeyPrompt()
  }
}
