package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `rate`: gives films a rating of mine, or takes it away.
package struct RateCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Rate films, from 0 to 10.",
    usage: "rate [<target> ...] <rating>",
    discussion: """
      The last word is the rating: 8, 8.5, 4.5/5, ★★★★½, or none to take it away. A film that is \
      not in the collection comes in.

      Examples:
        rate 9
        rate 1-3 8.5
        rate the godfather 10
      """)

  @Argument(help: .target) package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let value = words.last else {
      if session.ask != nil { throw CommandError.comesLater("rate without a rating") }
      throw CommandError.noTerminal("rating film by film needs a terminal; use `rate TARGET R`")
    }
    let rating = try Rating.optional(value.text)
    let (films, _) = try await session.filmsAndValue(words, value: "a rating", verb: "rate")
    let outcome = try await session.collection.rate(
      films, rating, command: session.commandLine, offline: session.options.offline)
    return .changed(outcome) { item in
      let old = outcome.before[item.id]?.rating
      let change = old == nil || old == rating ? "" : "\(old?.text ?? "") → "
      let words = rating.map { "Rated \(item.name) \(change)\($0.text)" }
      return (words ?? "Took the rating of \(item.name) away") + outcome.noteIfAdded(item)
    }
  }
}

extension ChangeOutcome {
  /// Says of a film that it came into the collection with the change.
  func noteIfAdded(_ item: FilmItem) -> String {
    added.contains(item.id) ? ", and added it to the collection" : ""
  }
}
