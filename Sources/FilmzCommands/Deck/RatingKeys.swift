import FilmzDomain
import FilmzTerminal

// The keys with which films are rated on a card.
extension KeyPress {
  /// The digits with their ratings, 0 for ten.
  static let ratings: [(key: KeyPress, rating: Rating)] = (1...10).compactMap { points in
    Rating(tenths: points * 10).map { (.character(Character(String(points % 10))), $0) }
  }
}

extension DeckScreen {
  /// Reads a line with a rating after the key `=`, and passes the rating to `body`.
  ///
  /// After an invalid rating, asks again.
  func readRating(
    then body: (Rating) async throws -> NextState
  ) async throws -> NextState {
    printer.echo("=")
    return try await askForRating(then: body)
  }

  private func askForRating(
    then body: (Rating) async throws -> NextState
  ) async throws -> NextState {
    try await readLine("Rating: ") { text in
      guard let rating = try? Rating(parsing: text.filter { !$0.isWhitespace }) else {
        printer.printMessage("Rating must be between 0 and 10, such as 8, 8.5 or 4.5/5.", .red)
        return try await askForRating(then: body)
      }
      return try await body(rating)
    }
  }
}
