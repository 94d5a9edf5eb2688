package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `add`: takes films into the collection.
package struct AddCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Take films into the collection.",
    discussion: """
      What filmz knows of them comes in at once, the rest is fetched behind it.

      Examples:
        add 1
        add 1-4,7 --watched --on 2024-05
        add "Heat (1995)" --rating 8.5 --note "for a rainy day"
      """)

  @Argument(help: .target) package var words: [Word] = []

  @Flag(help: "It has been seen.")
  var watched = false

  @Option(help: .viewingDate) var on: Word?
  @Option(help: .rating) var rating: Word?

  @Option(help: "Whom it is for.")
  var audience: Audience?

  @Option(help: ArgumentHelp("Who recommended it.", valueName: "name"))
  var from: Word?

  @Option(help: ArgumentHelp("A note of yours.", valueName: "text"))
  var note: Word?

  @Option(help: ArgumentHelp("A tag; may be given several times.", valueName: "tag"))
  var tag: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let new = try entry(in: session)
    let items = try await session.films(words, in: .network)
    let outcome = try await session.collection.add(
      items, as: new, in: session.context)
    return .changed(outcome) { "Added \($0.name)" }
  }

  private func entry(in session: Session) throws -> NewEntry {
    var new = NewEntry()
    new.isWatched = watched || on != nil
    new.date =
      try new.isWatched ? PartialDate.viewing(on?.text ?? "today", now: session.now()) : nil
    new.rating = try rating.flatMap { try Rating.optional($0.text) }
    new.audience = audience
    new.recommendedBy = from?.textOrNone?.trimmed
    new.notes = note?.textOrNone
    new.tags = tag.tags
    return new
  }
}
