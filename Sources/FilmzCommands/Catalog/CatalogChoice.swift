import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// The options that say which titles go into the catalog.
struct CatalogChoice: ParsableArguments {
  @Option(help: "Only some kinds of titles, separated by commas.")
  var only: TypeList?

  @Flag(help: "Take in episodes of series too.") var episodes = false
  @Flag(help: "Take in adult titles too.") var adult = false

  /// The titles that are wanted.
  var choice: CatalogViewModel.Choice {
    var choice = CatalogViewModel.Choice()
    choice.types = only?.types
    choice.includesEpisodes = episodes
    choice.includesAdult = adult
    return choice
  }
}

/// Kinds of titles as people call them, separated by commas: `movies,series`.
struct TypeList: ExpressibleByArgument {
  let types: Set<MediaType>

  init?(argument: String) {
    let words = Word(argument: argument).text
      .split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    let types = words.compactMap { MediaType(named: $0) }
    guard types.count == words.count else { return nil }
    self.types = Set(types)
  }

  static var allValueStrings: [String] { MediaType.friendlyNames }
}
