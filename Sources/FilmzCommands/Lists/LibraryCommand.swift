import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The `library` command, which gives an overview of the user's films and lists.
struct LibraryCommand: ShellCommand {
  static let command = Command(
    LibraryCommand.self, "library", "Show an overview of your films, lists and collections.",
    details: """
      Shows the films that you want to watch, your lists, your collections, and the films that you added \
      last, with the command that shows more of each.
      """,
    examples: """
      library
      library --format json
      """)

  func run(in session: Session) async throws -> Output {
    let library = try await session.viewModels.library.library(in: session.context)
    let overview = LibraryOverview(library: library)
    let isEmpty = library.counts.total == 0 && library.lists.isEmpty
    return Output(
      .sections(overview.sections, overview.members), isEmpty ? [.notice(.emptyCollection)] : [])
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

extension Rows {
  /// Returns rows of lists.
  static func lists(_ lists: [FilmList]) -> Rows { Rows(lists, listFields, noun: "list") }

  private static let listFields: [Field<FilmList>] = [
    Field("id") { .text($0.id.uuidString) },
    Field(
      "name", Column("Name", isFlexible: true, minimumWidth: 12, distinguishesCutCells: true)
    ) { .text($0.name) },
    Field(
      "description",
      Column(
        "Description", dropPriority: 2, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true),
      .dim
    ) { .optional($0.description) },
    Field("films", Column("Films", alignment: .trailing)) { .integer($0.filmCount) },
    Field("seen", Column("Seen", alignment: .trailing, dropPriority: 1), .green) {
      .integer($0.seenCount)
    },
    Field("createdAt") { .optional($0.createdAt) },
    Field(
      "changedAt", Column("Changed", dropPriority: 3), value: { .optional($0.changedAt) },
      cell: { Cell(PartialDate(day: $0.changedAt).text, .dim) }),
    Field(
      "published", Column("Published", dropPriority: 4, hidesWhenEmpty: true),
      value: { .bool($0.isPublished) }, cell: { Cell($0.isPublished ? "yes" : "", .dim) }),
  ]
}
