import FilmzDomain
import FilmzViewModels

extension Session {
  /// Returns the films that targets refer to, or the selected film if there are no words.
  ///
  /// If `needsFacts` is `false`, missing facts are not looked up in the film cache and the catalog.
  func films(
    _ words: [Word], in scope: TargetResolver.LookupScope, needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    let targets = try Target.parse(words)
    return try await viewModels.targetResolver.resolve(
      targets, scope: scope, needsFacts: needsFacts, in: context)
  }

  /// Returns the films and the value after them, which is the last word.
  ///
  /// If there are no words, the error says that the value is missing, and describes it with
  /// `value`, such as `a rating`.
  func filmsAndValue(_ words: [Word], value: String, verb: String) async throws
    -> (films: [FilmItem], value: Word)
  {
    guard let last = words.last else { throw CommandError.missingArgument(value, verb: verb) }
    return (try await films(Array(words.dropLast()), in: .local), last)
  }
}

extension Session {
  /// Returns the films and the text after them, which is the last word.
  ///
  /// If there are more than two words, the last one is not quoted, and the words before it are not the
  /// title of a film, the error asks for quotes.
  func filmsAndText(_ words: [Word], value: String, verb: String) async throws
    -> (films: [FilmItem], value: Word)
  {
    do {
      return try await filmsAndValue(words, value: value, verb: verb)
    } catch ViewModelError.unknownTitle where words.count > 2 && words.last?.isQuoted == false {
      throw CommandError.wrongUsage("put \(value) of several words in quotes", verb: verb)
    }
  }

  /// Returns the one film that the words refer to, or the selected film if there are no words.
  ///
  /// If the words refer to several films, the error says that `task` takes one film.
  func film(_ words: [Word], for task: String, verb: String) async throws -> FilmItem {
    let items = try await films(words, in: .local)
    guard items.count == 1, let item = items.first else {
      throw CommandError.wrongUsage(
        "\(task) takes one film, not \(items.count)", verb: verb)
    }
    return item
  }
}

extension Output {
  /// Returns the output with the films of a change and a notice for each film that was not refused.
  ///
  /// If some films were refused, the output ends with an error that gives the reasons.
  static func changed(_ outcome: ChangeOutcome, _ notice: (FilmItem) -> String) -> Output {
    let changedItems = outcome.items.filter { outcome.refusals[$0.id] == nil }
    let refusals = outcome.items.compactMap { outcome.refusals[$0.id] }
    return Output(
      .changes(.films(outcome.items)),
      changedItems.map { .notice(notice($0)) },
      ending: refusals.isEmpty ? .done : .partlyFailed(RefusedFilmsError(messages: refusals)))
  }
}

/// An error whose message gives the reason for each film that was not changed.
struct RefusedFilmsError: UserFacingError {
  let messages: [String]
  var message: String { messages.joined(separator: "; ") }
  var exitCategory: ExitCategory { .failed }
}
