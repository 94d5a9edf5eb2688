import FilmzDomain
import FilmzViewModels

extension Command {
  /// The `library` command, which gives an overview of the user's films and lists.
  static let library = Command(
    "library", "Show an overview of your films, lists and collections.",
    details: """
      Shows the films that you want to watch, your lists, your collections, and the films that you added \
      last, with the command that shows more of each.
      """, examples: ["library", "library --format json"]
  ) { session in
    let library = try await session.viewModels.lists.library(in: session.context)
    let overview = LibraryOverview(library: library)
    var messages = try await session.noticesOfHiddenFilms()
    if library.namedCount > 0 {
      messages.append(.notice(Remedy.identifyFilms(library.namedCount).text + "."))
    } else if messages.isEmpty, library.counts.total == 0, library.lists.isEmpty {
      messages.append(.notice(.emptyCollection))
    }
    return Output(.sections(overview.sections, overview.members), messages)
  }
}

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
        "counts",
        .object([
          .init("total", .integer(counts.total)), .init("watched", .integer(counts.watched)),
          .init("unwatched", .integer(counts.unwatched)), .init("rated", .integer(counts.rated)),
          .init("skipped", .integer(library.skipped)), .init("wanted", .integer(counts.unwatched)),
          .init("lists", .integer(library.lists.count)), .init("collections", .integer(library.collections.count)),
          .init("byTitle", .integer(library.namedCount)),
        ])), .init("wanted", Self.array(.films(library.wanted))), .init("lists", Self.array(.lists(library.lists))),
      .init("collections", Self.array(.smartCollections(library.collections))),
      .init("following", Self.array(.following(library.following))),
      .init("recent", Self.array(.films(library.recent))),
    ]
  }

  private static func array(_ rows: Rows) -> JSONValue { .array((0..<rows.count).map { .object(rows.members($0)) }) }

  // MARK: - For people

  /// The sections that have rows; the first one has only the counts.
  var sections: [Output.Section] {
    let lists = library.lists.prefix(Self.maximumRows)
    let collections = library.collections.prefix(Self.maximumRows)
    return [
      Output.Section(title: countsText, rows: .films([])),
      section("Want to watch", .films(library.wanted), of: library.counts.unwatched, "watchlist"),
      section("Lists", .lists(Array(lists)), of: library.lists.count, "list"),
      section("Followed lists", .following(library.following), of: library.following.count, "follow"),
      section("Collections", .smartCollections(Array(collections)), of: library.collections.count, "collections"),
      section("Recently added", .films(library.recent), of: library.counts.total, "ls"),
    ].compactMap(\.self)
  }

  private var countsText: String {
    let counts = library.counts
    let parts = [
      counts.total.counted("film"), "\(counts.watched) watched", "\(counts.unwatched) unwatched",
      "\(counts.rated) rated",
    ]
    let others = [(library.skipped, "skipped"), (library.namedCount, "by title and year only")].filter { $0.0 > 0 }
    return (parts + others.map { "\($0.0) \($0.1)" }).joined(separator: " · ")
  }

  /// Returns a section, or `nil` without rows; if `total` is greater than the number of rows, a hint names the command
  /// that shows all.
  private func section(_ title: String, _ rows: Rows, of total: Int, _ command: String) -> Output.Section? {
    guard rows.count > 0 else { return nil }
    return Output.Section(title: title, rows: rows, hint: rows.count < total ? "`\(command)` shows all \(total)" : nil)
  }
}
