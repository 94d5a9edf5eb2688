import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Command {
  /// The `collections` command, which groups the commands for smart collections.
  static let collections = Command(
    "collections", "List, save, or remove smart collections.",
    details: """
      A smart collection stands for all films that match its filters. The built-in ones are @favorites (rated 8 \
      or more), @wanted, @seen, @movies, @series, @recent (added in the last 30 days), @unrated (seen, not \
      rated), @rewatched (seen on two or more dates), @genre:Horror, @platform:netflix, @decade:1990s and \
      @person:toshiro-mifune; all except @wanted and @recent have only films that you have seen.

      `ls`, `find` and `rate` accept a collection together with filters, and commands for films accept it in \
      place of a title: `ls @favorites genre:Drama`, `note @unrated "rate this"`. Before more than 20 films are \
      changed, you are asked. Case, accents and dashes make no difference.
      """,
    examples: [
      "collections",
      "collections --all",
      "collections save rainy --unwatched --genre Comedy --year 1990-2010",
      "collections rm rainy",
    ],
    subcommands: [CollectionsListCommand.command, CollectionsSaveCommand.command, CollectionsRemoveCommand.command])
}

/// The `collections ls` command, which lists the smart collections with the numbers of their films.
struct CollectionsListCommand: ShellCommand {
  static let command = Command(
    of: CollectionsListCommand.self, "collections ls", "List the smart collections.",
    details: """
      Lists the collections that have films, the largest first, and all saved ones. Of the genres, only the ten \
      with the most films are listed.
      """, examples: ["collections ls", "collections ls --all"])

  static let arguments: [Argument<Self>] = [.flag("--all", \.all, "List all genres with at least two films.")]

  var all = false

  func run(in session: Session) async throws -> Output {
    let collections = try await session.viewModels.smartCollections.list(
      includesAllGenres: all, at: session.context.now)
    return Output(.list(.smartCollections(collections)), notice: collections.isEmpty ? .emptyCollection : nil)
  }
}

/// The `collections save` command, which saves filters as a smart collection.
struct CollectionsSaveCommand: ShellCommand {
  static let command = Command(
    of: CollectionsSaveCommand.self, "collections save", "Save filters as a smart collection.",
    usage: "collections save <name> [@<collection>] [<filters>] [<text> ...] [options]",
    details: """
      The filters are those of `ls`, as options or as words. A saved collection of the same name is replaced. The \
      name has 1 to 40 letters, digits and dashes; `@` before it is optional.
      """,
    examples: [
      "collections save rainy --unwatched --genre Comedy --year 1990-2010",
      "collections save noir-90s genre:Film-Noir year:1990s mine:>=7",
    ])

  static let arguments: [Argument<Self>] =
    [
      .positional(\.name, as: "name", kind: .savedCollection, "The name of the collection."),
      .positionals(\.words, as: "filter", kind: .collectionText, "A filter, a collection, or text to find."),
    ] + Argument.group(\.filters)

  var name = Word("")
  var words: [Word] = []
  var filters = ListFilterOptions()

  func run(in session: Session) async throws -> Output {
    let name = try CollectionName(saving: name.text)
    guard filters.sort == nil else {
      throw Self.wrongUsage("a collection has no order; leave --sort out, and use it with `ls \(name.text)`")
    }
    let filter = try await session.filter(filters, words, verb: Self.command.name)
    guard !filter.isEmpty else { throw Self.missingArgument("filters") }
    let collection = (name: name, filter: filter)
    let viewModel = session.viewModels.smartCollections
    let old = try await viewModel.save(collection, in: session.context)
    let row = SmartCollection(
      name: name, title: filter.text,
      filmCount: try await viewModel.filmCount(collection, at: session.context.now), isSaved: true)
    return Output(.changes(.smartCollections([row])), notice: Self.notice(row, old, session.typedScale))
  }

  private static func notice(_ row: SmartCollection, _ old: String?, _ scale: RatingScale) -> String {
    let collection = "\(row.title(on: scale)) (\(row.filmCount.counted("film")))"
    guard let old else { return "Saved \(row.name.text): \(collection)" }
    return old == row.title
      ? "\(row.name.text) is already saved: \(collection)"
      : "Saved \(row.name.text): \(collection); was \(FilmFilter.text(old, on: scale))"
  }
}

/// The `collections rm` command, which removes a saved smart collection.
struct CollectionsRemoveCommand: ShellCommand {
  static let command = Command(
    of: CollectionsRemoveCommand.self, "collections rm", "Remove a saved smart collection.",
    details: "The films stay as they are; `undo` restores the collection.",
    examples: ["collections rm rainy", "collections rm @rainy"])

  static let arguments: [Argument<Self>] = [
    .positional(\.name, as: "name", kind: .savedCollection, "The name of the collection.")
  ]

  var name = Word("")

  func run(in session: Session) async throws -> Output {
    let name = try CollectionName(saving: name.text)
    let removed = try await session.viewModels.smartCollections.remove(name, in: session.context)
    return Output(
      .changes(.smartCollections([removed])),
      notice: "Removed \(removed.name.text) (\(removed.title(on: session.typedScale)))")
  }
}

extension SmartCollection {
  /// Returns the title; ratings in the text of a saved filter are on `scale`.
  fileprivate func title(on scale: RatingScale) -> String { isSaved ? FilmFilter.text(title, on: scale) : title }
}

extension Rows {
  /// Returns rows of smart collections with the numbers of their films.
  static func smartCollections(_ collections: [SmartCollection]) -> Rows {
    Rows(
      collections,
      [
        Field("name", Column("Collection", isFlexible: true, minimumWidth: 12)) { .text($0.name.text) },
        Field("title", Column("Title", dropPriority: 1, isFlexible: true, minimumWidth: 8), .dim) { $0.title(on: $1) },
        Field("films", Column("Films", alignment: .trailing)) { .integer($0.filmCount) },
        Field("saved") { .bool($0.isSaved) },
      ], noun: "collection")
  }
}
