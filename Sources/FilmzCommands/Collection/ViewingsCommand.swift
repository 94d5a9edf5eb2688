import FilmzDomain
import FilmzViewModels

/// `viewings`: lists the viewings of a film, or takes one away.
package struct ViewingsCommand: ShellCommand {
  package static let command = Command(
    ViewingsCommand.self, "viewings", "List when a film was seen; rm takes one viewing away.",
    usage: """
      viewings [<target>]
      viewings rm [<target>] <number>
      """,
    details: """
      The numbers go by date, oldest first; viewings of unknown date come last. Where one is taken \
      away the rating stays. The film called rm is title:rm.
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
      ? try await removal(Array(words.dropFirst()), in: session) : try await list(in: session)
  }

  private func list(in session: Session) async throws -> Output {
    let item = try await session.film(words, for: "viewings", verb: "viewings")
    let viewings = try session.models.collection.viewings(of: item)
    let count = "\(item.name) has \(viewings.count.counted("viewing"))"
    let notice = viewings.isEmpty ? "\(item.name) has no viewings; `watched` adds one" : count
    return Output(.list(.viewings(viewings)), [.notice(notice)])
  }

  private func removal(_ words: [Word], in session: Session) async throws -> Output {
    guard let last = words.last else {
      throw CommandError.wrongUsage("viewings rm needs the number of a viewing", verb: "viewings")
    }
    guard !last.isQuoted, let number = Int(last.text), number > 0 else {
      throw CommandError.wrongUsage(
        "\"\(last.text)\" is no number of a viewing; write `viewings rm TARGET 1`",
        verb: "viewings")
    }
    let item = try await session.film(
      Array(words.dropLast()), for: "viewings rm", verb: "viewings")
    let outcome = try await session.models.collection.removeViewing(
      number, of: item, in: session.context)
    return .changed(outcome) { item in
      let before = outcome.before[item.id]?.viewingsByDate ?? []
      let words = before.indices.contains(number - 1) ? before[number - 1].words : ""
      return "Took viewing \(number) of \(item.name) away: \(words)"
    }
  }
}

extension Viewing {
  /// `2024-05-01, rated 8`.
  fileprivate var words: String {
    (date?.text ?? "unknown date") + (rating.map { ", rated \($0.text)" } ?? "")
  }
}
