package import FilmzDomain
import FilmzViewModels

/// The `collections save` command, which saves filters as a smart collection.
package struct CollectionsSaveCommand: ShellCommand {
  package static let command = Command(
    CollectionsSaveCommand.self, "collections save", "Save filters as a smart collection.",
    usage: "collections save <name> [@<collection>] [<filters>] [<text> ...] [options]",
    details: """
      The filters are those of `ls`, as options or as words. A saved collection of the same name is replaced. The \
      name has 1 to 40 letters, digits and dashes; `@` before it is optional.
      """,
    examples: """
      collections save rainy --unwatched --genre Comedy --year 1990-2010
      collections save noir-90s genre:Film-Noir year:1990s mine:>=7
      """)

  package static let arguments: [Argument<Self>] =
    [
      .positional(\.name, as: "name", kind: .savedCollection, "The name of the collection."),
      .positionals(
        \.words, as: "filter", kind: .collectionText, "A filter, a collection, or text to find."),
    ] + Argument.group(\.filters)

  var name = Word("")
  package var words: [Word] = []
  var filters = ListFilters()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let name = try CollectionName(saving: name.text)
    guard filters.sort == nil else {
      throw CommandError.wrongUsage(
        "a collection has no order; leave --sort out, and use it with `ls \(name.text)`",
        verb: Self.command.name)
    }
    let filter = try await session.filter(filters, words, verb: Self.command.name)
    guard !filter.isEmpty else {
      throw CommandError.missingArgument("filters", verb: Self.command.name)
    }
    let collection = SavedCollection(name: name, filter: filter)
    let viewModel = session.viewModels.smartCollections
    let old = try await viewModel.save(collection, in: session.context)
    let row = SmartCollection(
      name: name, title: filter.text,
      filmCount: try await viewModel.filmCount(collection, at: session.context.now), isSaved: true)
    return Output(.changes(.smartCollections([row])), [.notice(Self.notice(row, old))])
  }

  private static func notice(_ row: SmartCollection, _ old: String?) -> String {
    let films = row.filmCount.counted("film")
    guard let old else { return "Saved \(row.name.text): \(row.title) (\(films))" }
    return old == row.title
      ? "\(row.name.text) is already saved: \(row.title) (\(films))"
      : "Saved \(row.name.text): \(row.title) (\(films)); was \(old)"
  }
}
