/// The files that an update gets (IMDb dataset documentation).
enum DatasetNames {
  /// Titles with their ratings and their local names; people and episodes where they are wanted, for
  /// those files are by far the largest.
  static func wanted(_ choice: CatalogViewModel.Choice) -> [String] {
    let people = ["title.crew", "title.principals", "name.basics"]
    let names =
      ["title.basics", "title.ratings", "title.akas"] + (choice.includesPeople ? people : [])
      + (choice.wantsEpisodes ? ["title.episode"] : [])
    return names.map { "\($0).tsv.gz" }
  }
}
