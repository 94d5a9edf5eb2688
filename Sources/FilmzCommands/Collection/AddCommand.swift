import FilmzDomain
import FilmzViewModels

/// `add`: takes films into the collection.
package struct AddCommand: ShellCommand {
  package static let command = Command(
    AddCommand.self, "add", "Take films into the collection.",
    details: """
      What filmz knows of them comes in at once, the rest is fetched behind it.
      """,
    examples: """
      add 1
      add 1-4,7 --watched --on 2024-05
      add "Heat (1995)" --rating 8.5 --note "for a rainy day"
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--watched", \.watched, "It has been seen."),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "When it was seen: 2024-05-01, 2024-05, 2024, today, yesterday or unknown."),
    .option("--rating", \.rating, "0 to 10, 4.5/5 or ★★★★½."),
    .option("--audience", \.audience, "Whom it is for."),
    .option("--from", \.from, as: "name", kind: .recommender, "Who recommended it."),
    .option("--note", \.note, as: "text", "A note of yours."),
    .option("--tag", \.tag, kind: .tag, "A tag; may be given several times."),
  ]

  package var words: [Word] = []
  var watched = false
  var on: Word?
  var rating: Word?
  var audience: Audience?
  var from: Word?
  var note: Word?
  var tag: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let new = try entry(in: session)
    let items = try await session.films(words, in: .network)
    let outcome = try await session.models.collection.add(
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
