import FilmzDomain
import FilmzViewModels

/// The options that select the titles to import into the catalog.
struct CatalogImportOptions: ArgumentGroup {
  static let arguments: [Argument<Self>] = [
    .option(
      "--only", \.only, as: "types", "Import only these types of titles, separated by commas."),
    .flag("--episodes", \.episodes, "Also import episodes of series."),
    .flag("--adult", \.adult, "Also import adult titles."),
  ]

  var only: MediaTypeList?
  var episodes = false
  var adult = false

  /// The titles that the options select.
  var selection: CatalogViewModel.ImportSelection {
    var selection = CatalogViewModel.ImportSelection()
    selection.types = only?.types
    selection.includesEpisodes = episodes
    selection.includesAdult = adult
    return selection
  }
}

/// A comma-separated list of the names of title types, such as `movies,series`.
struct MediaTypeList: ArgumentValue {
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
