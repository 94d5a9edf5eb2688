import FilmzDomain
import FilmzViewModels

/// The options that say which titles go into the catalog.
struct CatalogChoice: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option("--only", \.only, "Only some kinds of titles, separated by commas."),
    .flag("--episodes", \.episodes, "Take in episodes of series too."),
    .flag("--adult", \.adult, "Take in adult titles too."),
  ]

  var only: TypeList?
  var episodes = false
  var adult = false

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
struct TypeList: ArgumentValue {
  let types: Set<MediaType>

  init?(argument word: Word) {
    let words = word.text
      .split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    let types = words.compactMap { MediaType(named: $0) }
    guard types.count == words.count else { return nil }
    self.types = Set(types)
  }

  static var kind: ValueKind { .choice(MediaType.friendlyNames) }
}
