import FilmzDomain
import FilmzTerminal

extension Rows {
  /// Returns rows of lists of films to discover, with their groups.
  static func discoverMethods(_ methods: [DiscoverMethod]) -> Rows {
    Rows(
      methods,
      [
        Field("name", Column("Name")) { .text($0.rawValue) },
        Field("title", Column("Title")) { .text($0.title) },
        Field("group", Column("Group", dropPriority: 1), .dim) { .text($0.group.rawValue) },
        Field("provider") { .optional($0.provider) },
      ], noun: "list")
  }
}
