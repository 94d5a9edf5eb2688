import FilmzDomain
import FilmzViewModels

extension Session {
  /// The films that words mean; the selected one where there are none.
  func films(
    _ words: [Word], in scope: TargetResolver.Scope, needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    let targets = try Target.parse(words.map { Target.Word($0.text, isQuoted: $0.isQuoted) })
    return try await models.targets.resolve(
      targets, scope: scope, needsFacts: needsFacts, in: context)
  }

  /// Films, and the value that stands behind them as the last word.
  ///
  /// The error where it is missing says what the value is.
  func filmsAndValue(_ words: [Word], value: String, verb: String) async throws
    -> (films: [FilmItem], value: Word)
  {
    guard let last = words.last else { throw CommandError.missing(value, verb: verb) }
    return (try await films(Array(words.dropLast()), in: .local), last)
  }
}

extension Session {
  /// Films, and the text that stands behind them as the last word.
  ///
  /// Where several words without quotes were meant for the text, the error says so.
  func filmsAndText(_ words: [Word], value: String, verb: String) async throws
    -> (films: [FilmItem], value: Word)
  {
    do {
      return try await filmsAndValue(words, value: value, verb: verb)
    } catch ViewModelError.unknownTitle where words.count > 2 && words.last?.isQuoted == false {
      throw CommandError.wrongUsage("put \(value) of several words in quotes", verb: verb)
    }
  }

  /// The one film that words mean; the selected one where there are none.
  ///
  /// The error where they mean several says what takes one only.
  func film(_ words: [Word], for task: String, verb: String) async throws -> FilmItem {
    let items = try await films(words, in: .local)
    guard items.count == 1, let item = items.first else {
      throw CommandError.wrongUsage(
        "\(task) takes one film, and these are \(items.count)", verb: verb)
    }
    return item
  }
}

extension Output {
  /// The rows that a change left, and what it did to each film.
  static func changed(_ outcome: ChangeOutcome, _ words: (FilmItem) -> String) -> Output {
    let done = outcome.items.filter { outcome.refusals[$0.id] == nil }
    let refusals = outcome.items.compactMap { outcome.refusals[$0.id] }
    return Output(
      .changes(.films(outcome.items)),
      done.map { .notice(words($0)) },
      ending: refusals.isEmpty ? .done : .partlyFailed(Refusals(messages: refusals)))
  }
}

/// Films that could not be changed, in one line.
struct Refusals: UserFacingError {
  let messages: [String]
  var message: String { messages.joined(separator: "; ") }
  var kind: ExitCategory { .failed }
}
