package import FilmzDomain
import FilmzViewModels

/// The `viewings` command, which lists the viewings of a film or removes one.
package struct ViewingsCommand: ShellCommand {
  package static let command = Command(
    ViewingsCommand.self, "viewings", "List the viewings of a film, or remove one.",
    usage: """
      viewings [<target>]
      viewings rm [<target>] <number>
      """,
    details: """
      Viewings are numbered by date, oldest first; those of unknown date come last. Removing a viewing \
      does not change the film's rating. To name a film called rm, write title:rm.
      """,
    examples: """
      viewings
      viewings the godfather
      viewings rm 3 1
      """)

  package static let arguments: [Argument<Self>] = [
    .films(\.words, .collectedFilm, or: .choice(["rm"]))
  ]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let isRemoval = words.first.map { $0.text == "rm" && !$0.isQuoted } ?? false
    return isRemoval
      ? try await remove(Array(words.dropFirst()), in: session) : try await list(in: session)
  }

  private func list(in session: Session) async throws -> Output {
    let item = try await session.film(words, for: .showing, task: "viewings", verb: "viewings")
    let viewings = try session.viewModels.collection.viewings(of: item)
    let summary = "\(item.name) has \(viewings.count.counted("viewing"))"
    let notice = viewings.isEmpty ? "\(item.name) has no viewings; `watched` adds one" : summary
    return Output(.list(.viewings(viewings)), [.notice(notice)])
  }

  private func remove(_ words: [Word], in session: Session) async throws -> Output {
    let (films, number) = try await TrailingValueParser(session: session, verb: "viewings rm")
      .filmsAndValue(words, requirement: "the number of a viewing", example: "1") { text in
        guard let number = Int(text), number > 0 else { throw Self.invalidNumber(text) }
        return number
      }
    guard films.count == 1, let item = films.first else {
      throw CommandError.wrongUsage(
        "viewings rm takes one film, not \(films.count)", verb: "viewings")
    }
    let outcome = try await session.viewModels.collection.removeViewing(
      number, of: item, in: session.context)
    return .changed(outcome) { item in
      let viewings = outcome.before[item.id]?.viewingsByDate ?? []
      let details = viewings.indices.contains(number - 1) ? viewings[number - 1].details : ""
      return "Removed viewing \(number) of \(item.captionWithTypedTitle): \(details)"
    }
  }

  private static func invalidNumber(_ text: String) -> CommandError {
    .wrongUsage(
      "\"\(text)\" is not the number of a viewing; use a number, as in `viewings rm TARGET 1`",
      verb: "viewings")
  }
}

extension Viewing {
  /// The date and rating, such as `2024-05-01, rated 8`.
  fileprivate var details: String {
    (date?.text ?? "unknown date") + (rating.map { ", rated \($0.text)" } ?? "")
  }
}
