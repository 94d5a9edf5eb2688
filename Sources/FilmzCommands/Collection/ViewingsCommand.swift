import FilmzDomain
import FilmzViewModels
import Foundation

/// The `viewings` command, which lists the viewings of a film, removes one, or changes one.
struct ViewingsCommand: ShellCommand {
  static let command = Command(
    of: ViewingsCommand.self, "viewings", "List the viewings of a film, or remove or change one.",
    usage: """
      viewings [<target>]
      viewings rm [<target>] <number>
      viewings edit [<target>] <number> [options]
      """,
    details: """
      Viewings are numbered by date, oldest first; those of unknown date come last. Removing or changing a \
      viewing does not change the film's rating. To name a film called rm or edit, write title:rm.
      """,
    examples: ["viewings", "viewings the godfather", "viewings rm 3 1", "viewings edit 3 1 --on 2024-05-01 --rating 8"])

  static let arguments: [Argument<Self>] =
    [.films(\.words, .collectedFilm, or: .subcommands(["rm", "edit"]))]
    + Argument.group(\.values, section: "Options of viewings edit")

  var words: [Word] = []
  var values = ViewingOptions()

  func run(in session: Session) async throws -> Output {
    let subcommand = words.first.flatMap { $0.isQuoted ? nil : $0.text }
    let otherWords = Array(words.dropFirst())
    if subcommand == "edit" { return try await edit(otherWords, in: session) }
    guard values.isEmpty else { throw Self.wrongUsage("\(ViewingOptions.optionNames) only go with `viewings edit`") }
    return subcommand == "rm" ? try await remove(otherWords, in: session) : try await list(in: session)
  }

  private func list(in session: Session) async throws -> Output {
    let item = try await session.film(words, for: .showing, task: "viewings", verb: "viewings")
    let viewings = try session.viewModels.collection.viewings(of: item)
    let summary = "\(item.name) has \(viewings.count.counted("viewing"))"
    let notice = viewings.isEmpty ? "\(item.name) has no viewings; `watched` adds one" : summary
    return Output(.list(.viewings(viewings)), notice: notice)
  }

  private func remove(_ words: [Word], in session: Session) async throws -> Output {
    let (item, number) = try await viewing(words, "viewings rm", in: session)
    let outcome = try await session.viewModels.collection.removeViewing(number, of: item, in: session.context)
    return .changed(outcome) { item in
      let viewings = outcome.before[item.id]?.viewingsByDate ?? []
      let details = viewings.indices.contains(number - 1) ? viewings[number - 1].details(on: session.ratingScale) : ""
      return "Removed viewing \(number) of \(item.captionWithTypedTitle): \(details)"
    }
  }

  private func edit(_ words: [Word], in session: Session) async throws -> Output {
    guard !values.isEmpty else { throw Self.wrongUsage("viewings edit needs \(ViewingOptions.optionNames)") }
    let edit = try values.edit(in: session)
    let (item, number) = try await viewing(words, "viewings edit", in: session)
    let repetition = edit.date.flatMap { RepeatedViewing(of: [item], on: $0, changed: number) }
    guard try await session.confirmRepetition(repetition, action: "viewings edit") else { return .nothingChanged }
    let outcome = try await session.viewModels.collection.editViewing(number, of: item, in: session.context, edit.apply)
    return .changed(outcome) { Self.notice($0, number, before: outcome.before[$0.id], session.ratingScale) }
      .warning(of: repetition, in: session)
  }

  /// Returns the notice for a changed viewing, such as
  /// `Viewing 2 of Heat (1995): date 2024-05-01 (was 2024-04-01); it is viewing 1 now`.
  private static func notice(
    _ item: FilmItem, _ number: Int, before: CollectionEntry?, _ scale: RatingScale
  ) -> String {
    let name = "Viewing \(number) of \(item.captionWithTypedTitle)"
    let viewings = item.entry?.viewingsByDate ?? []
    guard let old = before?.viewingsByDate.dropFirst(number - 1).first,
      let index = viewings.firstIndex(where: { $0.id == old.id }), viewings[index] != old
    else { return "\(name) is unchanged; it has these values already" }
    let newNumber = index + 1 == number ? "" : "; it is viewing \(index + 1) now"
    return "\(name): \(viewings[index].changes(since: old, on: scale))\(newNumber)"
  }

  /// Returns the film and the number of a viewing that the words name.
  private func viewing(
    _ words: [Word], _ verb: String, in session: Session
  ) async throws -> (item: FilmItem, number: Int) {
    let (films, number) = try await TrailingValueParser(session: session, verb: verb).filmsAndValue(
      words, requirement: "the number of a viewing", placeholder: "NUMBER", example: "1"
    ) { text in
      guard let number = Int(text), number > 0 else {
        throw Self.wrongUsage("\"\(text)\" is not the number of a viewing; use a number, as in `\(verb) TARGET 1`")
      }
      return number
    }
    guard films.count == 1, let item = films.first else {
      throw Self.wrongUsage("\(verb) takes one film, not \(films.count)")
    }
    return (item, number)
  }
}

extension Viewing {
  /// Returns the date and rating, such as `2024-05-01, rated 8`.
  fileprivate func details(on scale: RatingScale) -> String {
    (date?.text ?? "unknown date") + (rating.map { ", rated \(scale.message($0))" } ?? "")
  }
}

extension Viewing {
  /// Returns the values that differ from those before a change, such as `rating 8 (was none)`; empty if none
  /// differ.
  func changes(since old: Viewing, on scale: RatingScale) -> String {
    let values: [(name: String, new: String, old: String)] = [
      ("date", date?.text ?? "unknown", old.date?.text ?? "unknown"),
      ("rating", rating.map(scale.message) ?? "none", old.rating.map(scale.message) ?? "none"),
      ("note", note.quotedOrNone, old.note.quotedOrNone), ("tags", tags.joinedOrNone, old.tags.joinedOrNone),
    ]
    return values.filter { $0.new != $0.old }.map { "\($0.name) \($0.new) (was \($0.old))" }.joined(separator: ", ")
  }
}

extension String? { fileprivate var quotedOrNone: String { map { "\"\($0.onOneLine())\"" } ?? "none" } }

extension [String] { fileprivate var joinedOrNone: String { isEmpty ? "none" : joined(separator: ", ") } }

/// The options of `viewings edit`.
struct ViewingOptions: ArgumentGroup {
  static let optionNames = "--on, --rating, --note, --tag or --untag"

  static let arguments: [Argument<Self>] = [
    .option("--on", \.on, as: "date", kind: .date, "The new date, or unknown."),
    .option("--rating", \.rating, "Your new rating: 0 to 10, 4.5/5 or ★★★★½, or none."),
    .option("--note", \.note, as: "text", "The new note about the viewing, or none."),
    .option("--tag", \.tag, kind: .tag, "A tag to add to the viewing; can be repeated."),
    .option("--untag", \.untag, as: "tag", kind: .tag, "A tag to remove; can be repeated."),
  ]

  var on: Word?
  var rating: Word?
  var note: Word?
  var tag: [Word] = []
  var untag: [Word] = []

  /// `true` if no option was typed.
  var isEmpty: Bool { [on, rating, note].allSatisfy { $0 == nil } && tag.isEmpty && untag.isEmpty }

  /// Returns the new values of the options.
  ///
  /// - Throws: ``DomainError`` if the date or the rating is invalid.
  func edit(in session: Session) throws -> ViewingEdit {
    var edit = ViewingEdit()
    edit.date = try on.map { try PartialDate.viewing($0.text, now: session.now()) }
    edit.rating = try rating.map { try session.typedScale.ratingOrNone($0.text) }
    edit.note = note.map(\.textUnlessNone)
    edit.addedTags = tag.tags
    edit.removedTags = untag.tags
    return edit
  }
}

/// The new values of `viewings edit` for a viewing; values that were not typed are kept.
struct ViewingEdit: Sendable {
  // An optional is `nil` if the value is kept, and `.some(nil)` if the value is removed.

  var date: PartialDate??
  var rating: Rating??
  var note: String??
  var addedTags: [String] = []
  var removedTags: [String] = []

  /// Sets the new values of a viewing.
  func apply(to viewing: inout Viewing) {
    if let date { viewing.date = date }
    if let rating { viewing.rating = rating }
    if let note { viewing.note = note }
    for tag in addedTags where !viewing.tags.contains(where: { $0.isSameTag(as: tag) }) { viewing.tags.append(tag) }
    viewing.tags.removeAll { tag in removedTags.contains { $0.isSameTag(as: tag) } }
  }
}
