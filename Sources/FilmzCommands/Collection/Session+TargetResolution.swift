import FilmzDomain
import FilmzViewModels

extension Session {
  /// Returns the films that targets refer to, or the selected film if there are no words.
  ///
  /// - Parameters:
  ///   - words: The targets.
  ///   - scope: The data in which titles are looked up.
  ///   - purpose: The use that is made of the films. Asks before many films of a smart collection are changed.
  ///   - needsFacts: `false` not to look up missing facts in the film cache and the catalog.
  ///   - confirms: `false` not to ask the user, because the command asks or takes one film only.
  ///   - acceptsUnknownIDs: `true` to change films that the sources do not have.
  /// - Returns: The films in the order of the targets.
  /// - Throws: ``DeclinedChange`` if the user does not want to change the films.
  func films(
    _ words: [Word], in scope: TargetResolver.LookupScope,
    for purpose: TargetResolver.Purpose = .showing, needsFacts: Bool = true, confirms: Bool = true,
    acceptsUnknownIDs: Bool = false
  ) async throws -> [FilmItem] {
    do {
      let targets = try Target.parse(words)
      if confirms, purpose == .changing { try await confirmChange(of: targets) }
      // Commands that take several films from these sources add those that are not in the collection.
      let addsFilms = purpose == .changing && confirms && (scope == .local || scope == .network)
      return try await viewModels.targetResolver.resolve(
        targets, scope: scope, for: purpose, needsFacts: needsFacts,
        splitsWords: mode == .singleCommand, checksIDs: addsFilms && !acceptsUnknownIDs, in: context
      )
    } catch ViewModelError.nothingSelected where mode == .singleCommand {
      throw CommandError.noFilmInSingleCommand(number: nil)
    } catch ViewModelError.noSuchNumber(let number, count: 0, let mayBeTitle)
      where mode == .singleCommand
    {
      throw CommandError.noFilmInSingleCommand(number: mayBeTitle ? number : nil)
    }
  }

  /// The maximum number of films of smart collections that are changed without asking.
  ///
  /// Source: contract, Smart collections.
  private static let maximumUnconfirmedFilms = 20

  private func confirmChange(of targets: [Target]) async throws {
    let names = targets.compactMap { target in
      if case .collection(let name) = target { name.text } else { nil }
    }
    guard !names.isEmpty else { return }
    let count = try await viewModels.targetResolver.collectionFilmCount(targets, in: context)
    guard count > Self.maximumUnconfirmedFilms else { return }
    let isConfirmed = try await confirm(
      "Change the \(count) films of \(names.joinedWithAnd)?", action: "changing \(count) films")
    if !isConfirmed { throw DeclinedChange() }
  }

  /// Returns the one film that the words refer to, or the selected film if there are no words.
  ///
  /// If the words refer to several films, the error says that `task` takes one film.
  func film(
    _ words: [Word], for purpose: TargetResolver.Purpose, task: String, verb: String
  ) async throws -> FilmItem {
    let items = try await films(words, in: .local, for: purpose, confirms: false)
    guard items.count == 1, let item = items.first else {
      throw CommandError.wrongUsage(
        "\(task) takes one film, not \(items.count)", verb: verb)
    }
    return item
  }
}

/// The user does not want to change many films.
struct DeclinedChange: Error {}

extension Output {
  /// The output if the user declined a change.
  static let nothingChanged = Output(.changes(.films([])), [.notice("Nothing was changed.")])

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

/// An error whose message gives the reasons for the first films that were not changed, and the number of the others.
struct RefusedFilmsError: UserFacingError {
  private static let maximumReasons = 10

  let messages: [String]
  var message: String {
    let others = messages.count - Self.maximumReasons
    let reasons = messages.prefix(Self.maximumReasons).joined(separator: "; ")
    return reasons + (others > 0 ? "; and \(others.grouped("other film"))" : "")
  }
  var exitCategory: ExitCategory { .failed }
}

extension String {
  /// The notice that is shown if the collection is empty.
  static let emptyCollection = "Your collection is empty. Try `search godfather`, then `add 1`."

  /// Returns the notice for films without details, or `nil` if there are none.
  static func missingDetails(of films: Int) -> String? {
    guard films > 0 else { return nil }
    let verb = films == 1 ? "has" : "have"
    return "\(films.counted("film")) \(verb) no details yet; `refresh --stale` fetches them."
  }
}
