import FilmzDomain
import FilmzViewModels

extension Session {
  /// Returns the films that targets refer to, or the selected film if there are no words.
  ///
  /// If `needsFacts` is `false`, missing facts are not looked up in the film cache and the catalog.
  func films(
    _ words: [Word], in scope: TargetResolver.LookupScope,
    for purpose: TargetResolver.Purpose = .showing, needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    do {
      return try await viewModels.targetResolver.resolve(
        try Target.parse(words), scope: scope, for: purpose, needsFacts: needsFacts,
        splitsWords: mode == .singleCommand, in: context)
    } catch ViewModelError.nothingSelected where mode == .singleCommand {
      throw CommandError.noFilmInSingleCommand(number: nil)
    } catch ViewModelError.noSuchNumber(let number, count: 0, let mayBeTitle)
      where mode == .singleCommand
    {
      throw CommandError.noFilmInSingleCommand(number: mayBeTitle ? number : nil)
    }
  }

  /// Returns the one film that the words refer to, or the selected film if there are no words.
  ///
  /// If the words refer to several films, the error says that `task` takes one film.
  func film(
    _ words: [Word], for purpose: TargetResolver.Purpose, task: String, verb: String
  ) async throws -> FilmItem {
    let items = try await films(words, in: .local, for: purpose)
    guard items.count == 1, let item = items.first else {
      throw CommandError.wrongUsage(
        "\(task) takes one film, not \(items.count)", verb: verb)
    }
    return item
  }
}

extension Output {
  /// Returns the output with the films of a change and a notice for each film that was changed.
  ///
  /// If some films were refused, the output ends with an error that gives the reasons, or has them as
  /// warnings if the change allows refusals.
  static func changed(_ outcome: ChangeOutcome, _ notice: (FilmItem) -> String) -> Output {
    let refusals = outcome.items.compactMap { outcome.refusals[$0.id] }
    let changedItems = outcome.changedItems
    let notices = changedItems.map { Message.notice(notice($0)) }
    let content = Content.changes(.films(outcome.items))
    guard !refusals.isEmpty else { return Output(content, notices) }
    guard outcome.allowsRefusals, !changedItems.isEmpty else {
      return Output(
        content, notices, ending: .partlyFailed(RefusedFilmsError(messages: refusals)))
    }
    return Output(content, notices + refusals.map { .warning($0) })
  }
}

/// An error whose message gives the reason for each film that was not changed.
struct RefusedFilmsError: UserFacingError {
  let messages: [String]
  var message: String { messages.joined(separator: "; ") }
  var exitCategory: ExitCategory { .failed }
}
