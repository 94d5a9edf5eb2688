import FilmzDomain
import FilmzViewModels
import Foundation

// The values of options.
extension DiscoverCommand {
  /// Returns the type that a list of types stands for; `nil` for films and series.
  static func mediaType(_ text: String) throws -> MediaType? {
    var types: Set<MediaType> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) {
      switch name.lowercased() {
      case "all": types.formUnion([.movie, .series])
      case "tv", "show", "shows": types.insert(.series)
      default:
        guard let type = MediaType(named: name), [.movie, .series].contains(type) else {
          throw CommandError.wrongUsage(
            "--type takes all, movie or series, not \"\(name)\"", verb: "discover")
        }
        types.insert(type)
      }
    }
    return types.count == 1 ? types.first : nil
  }

  /// Returns a genre in IMDb's spelling, or as it was typed if it is TMDB's name for several of these.
  static func genre(_ text: String, in session: Session) async throws -> String {
    let names = Genre.names(of: text.trimmed)
    guard !text.contains(",") else {
      throw CommandError.wrongUsage("--genre takes one genre", verb: "discover")
    }
    var filter = FilmFilter()
    filter.genres = [names]
    try await session.viewModels.search.filterCheck.requireKnownGenres(filter)
    return names.count == 1 ? names[0] : text.trimmed
  }

  /// Returns a range of years from the first films to the announced ones of the next two years.
  static func years(_ text: String, now: Date) throws -> ClosedRange<Int> {
    var filter = FilmFilter()
    try filter.narrow("year", to: text, in: .search, shown: "--year \(text)")
    let lastYear = Calendar(identifier: .gregorian).component(.year, from: now) + 2
    let allYears = 1874...max(1874, lastYear)
    guard let years = filter.years, years.overlaps(allYears) else {
      throw CommandError.wrongUsage(
        "--year takes years from \(allYears.lowerBound) to \(allYears.upperBound), not \"\(text)\"",
        verb: "discover")
    }
    return years.clamped(to: allYears)
  }
}
