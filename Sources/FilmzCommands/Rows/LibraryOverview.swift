import FilmzDomain
import FilmzViewModels

/// The overview of a library, for `library`.
struct LibraryOverview {
  let library: Library

  /// The maximum number of lists, and of collections, that are shown.
  private static let maximumRows = 10

  // MARK: - For machines

  var members: [JSONValue.Member] {
    let counts = library.counts
    return [
      .init(
        name: "counts",
        value: .object([
          .init(name: "total", value: .integer(counts.total)),
          .init(name: "watched", value: .integer(counts.watched)),
          .init(name: "unwatched", value: .integer(counts.unwatched)),
          .init(name: "rated", value: .integer(counts.rated)),
          .init(name: "skipped", value: .integer(library.skipped)),
          .init(name: "wanted", value: .integer(counts.unwatched)),
          .init(name: "lists", value: .integer(library.lists.count)),
          .init(name: "collections", value: .integer(library.collections.count)),
        ])),
      .init(name: "wanted", value: Self.array(.films(library.wanted))),
      .init(name: "lists", value: Self.array(.lists(library.lists))),
      .init(name: "collections", value: Self.array(.smartCollections(library.collections))),
      .init(name: "following", value: Self.array(.following(library.following))),
      .init(name: "recent", value: Self.array(.films(library.recent))),
    ]
  }

  private static func array(_ rows: Rows) -> JSONValue {
    .array((0..<rows.count).map { .object(rows.members($0)) })
  }

  // MARK: - For people

  /// The sections that have rows; the first one has only the counts.
  var sections: [Output.Section] {
    let lists = library.lists.prefix(Self.maximumRows)
    let collections = library.collections.prefix(Self.maximumRows)
    return [
      Output.Section(title: counts, rows: .films([])),
      section("Want to watch", .films(library.wanted), of: library.counts.unwatched, "watchlist"),
      section("Lists", .lists(Array(lists)), of: library.lists.count, "list"),
      section(
        "Followed lists", .following(library.following), of: library.following.count, "follow"),
      section(
        "Collections", .smartCollections(Array(collections)), of: library.collections.count,
        "collections"),
      section("Recently added", .films(library.recent), of: library.counts.total, "ls"),
    ].compactMap(\.self)
  }

  private var counts: String {
    let counts = library.counts
    let parts = [
      counts.total.counted("film"), "\(counts.watched) watched", "\(counts.unwatched) unwatched",
      "\(counts.rated) rated",
    ]
    return (parts + (library.skipped > 0 ? ["\(library.skipped) skipped"] : []))
      .joined(separator: " · ")
  }

  private func section(
    _ title: String, _ rows: Rows, of total: Int, _ command: String
  ) -> Output.Section? {
    guard rows.count > 0 else { return nil }
    return Output.Section(
      title: title, rows: rows,
      hint: rows.count < total ? "`\(command)` shows all \(total)" : nil)
  }
}
