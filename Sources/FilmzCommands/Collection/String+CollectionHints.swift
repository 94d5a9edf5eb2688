import FilmzDomain

extension String {
  /// The notice that is shown if the collection is empty.
  static let emptyCollection = "Your collection is empty. Try `search godfather`, then `add 1`."

  /// Returns the notice for films without details, or `nil` if there are none.
  static func missingDetails(of films: Int) -> String? {
    guard films > 0 else { return nil }
    let verb = films == 1 ? "has" : "have"
    return "\(films.counted("film")) \(verb) no details yet; `refresh --stale` fetches them."
  }
}
