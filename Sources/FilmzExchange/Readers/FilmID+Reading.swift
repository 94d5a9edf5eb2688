import FilmzDomain

extension FilmID {
  /// Returns the first id of IMDb, of TMDB, and of the user's own films, in this order.
  static func oneOfEachSource(_ ids: [FilmID]) -> [FilmID] {
    guard ids.count > 1 else { return ids }
    return [ids.first { $0.imdbID != nil }, ids.first { $0.tmdb != nil }, ids.first { $0.isOwn }].compactMap(\.self)
  }

  /// Returns whether both are ids of IMDb, of TMDB, or of the user's own films.
  func hasSameSource(as other: FilmID) -> Bool {
    (imdbID != nil) == (other.imdbID != nil) && (tmdb != nil) == (other.tmdb != nil) && isOwn == other.isOwn
  }

  /// Parses an id as users write it, or IMDb's number of a film: spreadsheets and other programs leave out `tt`.
  init?(orIMDbNumber text: String) {
    guard let id = FilmID(text) ?? text.wholeNumber.flatMap({ FilmID("tt\($0)") }) else { return nil }
    self = id
  }

  /// Returns the number of a film at TMDB; `nil` for another text, and for a number that ids cannot have.
  static func tmdbNumber(_ text: String) -> Int? {
    guard let number = text.wholeNumber, (1...Int(Int32.max)).contains(number) else { return nil }
    return number
  }
}
