import FilmzDomain

extension String {
  /// What to do where the collection has no film yet.
  static let emptyCollection = "Your collection is empty. Try `search godfather`, then `add 1`."

  /// What to do about films of which only the name is known, or nothing where there are none.
  static func missingDetails(of films: Int) -> String? {
    guard films > 0 else { return nil }
    let have = films == 1 ? "has" : "have"
    let them = films == 1 ? "it" : "them"
    return "\(films.counted("film")) \(have) no details yet; `refresh --stale` fetches \(them)."
  }
}
