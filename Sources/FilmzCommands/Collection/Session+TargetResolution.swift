import FilmzDomain
import FilmzViewModels

extension Session {
  /// Returns the films that targets refer to, or the selected film if there are no words.
  ///
  /// - Parameters:
  ///   - words: The targets.
  ///   - scope: The data in which titles are looked up.
  ///   - purpose: What the command does with the films. For ``TargetResolver/Purpose/changing``, the user is asked
  ///     before many films of a smart collection are changed.
  ///   - needsFacts: `false` if facts that are missing need not be looked up in the film cache and the catalog.
  ///   - confirms: `false` if the command asks the user itself, or takes one film only.
  ///   - force: `true` to accept ids that the sources do not have. The error for such an id suggests `--force` if this
  ///     is `false`, and `add ID --force` if it is `nil`.
  /// - Returns: The films in the order of the targets.
  /// - Throws: ``DeclinedChange`` if the user does not want to change the films.
  func films(
    _ words: [Word], in scope: TargetResolver.LookupScope, for purpose: TargetResolver.Purpose = .showing,
    needsFacts: Bool = true, confirms: Bool = true, force: Bool? = nil
  ) async throws -> [FilmItem] {
    do {
      let targets = try await targets(words)
      if purpose == .changing { try await requireNoPronoun(words, in: scope) }
      if confirms, purpose == .changing { try await confirmChange(of: targets) }
      // Commands that take several films from these scopes add those that are not in the collection.
      let addsFilms = purpose == .changing && confirms && (scope == .local || scope == .network)
      let addedIDs: TargetResolver.UnknownIDs = force == true ? .forced : .checked(hasForce: force != nil)
      return try await viewModels.targetResolver.resolve(
        targets, scope: scope, for: purpose, needsFacts: needsFacts, splitsWords: mode == .singleCommand,
        unknownIDs: addsFilms ? addedIDs : .accepted, in: context)
    } catch ViewModelError.nothingSelected where mode == .singleCommand {
      throw CommandError.noFilmInSingleCommand(number: nil)
    } catch ViewModelError.noSuchNumber(let number, count: 0, let mayBeTitle) where mode == .singleCommand {
      throw CommandError.noFilmInSingleCommand(number: mayBeTitle ? number : nil)
    }
  }

  /// Parses targets; words such as `12 angry men` are a title unless the result set has a film with this number.
  private func targets(_ words: [Word]) async throws -> [Target] {
    do {
      return try Target.parse(words)
    } catch {
      guard case .titleBeginningWithNumber = error, !words.contains(where: \.isQuoted),
        let number = words.first.flatMap({ Int($0.text) }),
        await !viewModels.targetResolver.hasResults(numbered: [number])
      else { throw error }
      return [.words(words.map(\.text))]
    }
  }

  /// Throws an error if the only word is a pronoun, such as `it`, and a film is selected, unless that film has this
  /// title.
  ///
  /// - Throws: ``ViewModelError/pronoun(_:candidates:)``.
  private func requireNoPronoun(_ words: [Word], in scope: TargetResolver.LookupScope) async throws {
    guard words.count == 1, !words[0].isQuoted, Target.isPronoun(words[0].text),
      await viewModels.browsingState.implicitSelection != nil
    else { return }
    let resolver = viewModels.targetResolver
    let selected = try await resolver.resolve([.selected], scope: scope, needsFacts: true, in: context)
    var candidates = selected.map { ViewModelError.Candidate($0.caption, $0.id) }
    do {
      let titled = try await resolver.resolve([.title(words[0].text)], scope: scope, for: .changing, in: context)
      guard titled.map(\.id) != selected.map(\.id) else { return }
      candidates += titled.map { ViewModelError.Candidate($0.caption, $0.id) }
    } catch ViewModelError.ambiguousTitle(_, let films) {
      candidates += films
    } catch ViewModelError.unknownTitle {}
    var ids: Set<FilmID> = []
    candidates = candidates.filter { ids.insert($0.id).inserted }
    throw ViewModelError.pronoun(words[0].text, candidates: candidates)
  }

  /// The maximum number of films of smart collections that are changed without asking.
  ///
  /// Source: contract, Smart collections.
  private static let maximumUnconfirmedFilms = 20

  /// Asks the user before more films of smart collections are changed than ``maximumUnconfirmedFilms``.
  private func confirmChange(of targets: [Target]) async throws {
    let names = targets.compactMap { if case .collection(let name) = $0 { name.text } else { nil } }
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
  func film(_ words: [Word], for purpose: TargetResolver.Purpose, task: String, verb: String) async throws -> FilmItem {
    let items = try await films(words, in: .local, for: purpose, confirms: false)
    guard items.count == 1, let item = items.first else {
      throw CommandError.wrongUsage("\(task) takes one film, not \(items.count)", verb: verb)
    }
    return item
  }
}

/// The error that is thrown if the user declines to change many films.
struct DeclinedChange: Error {}

extension Output {
  /// Returns the output of a command that changed no film, for the given reason.
  static func unchanged(_ notice: String) -> Output { Output(.changes(.films([])), notice: notice) }

  /// The output after the user declined a change.
  static let nothingChanged = unchanged("Nothing was changed.")

  /// Returns the output with the films of a change and a notice for each film that was changed.
  ///
  /// If films were refused, the output ends with an error that gives the reasons. If the change allows refusals and
  /// changed other films, the reasons are warnings instead.
  static func changed(_ outcome: ChangeOutcome, _ notice: (FilmItem) -> String) -> Output {
    let refusals = outcome.items.compactMap { $0.refusal?.text ?? outcome.refusals[$0.id] }
    let changedItems = outcome.changedItems
    let notices = changedItems.map { Message.notice(notice($0)) }
    let content = Content.changes(.films(outcome.items))
    guard !refusals.isEmpty else { return Output(content, notices) }
    guard outcome.allowsRefusals, !changedItems.isEmpty else {
      return Output(content, notices, ending: .partlyFailed(CommandError.refusedFilms(refusals)))
    }
    return Output(content, notices + refusals.map { .warning($0) })
  }
}

extension String {
  /// The notice for an empty collection.
  static let emptyCollection = "Your collection is empty. Try `search godfather`, then `add 1`."

  /// Returns the notice for a number of films without details, or `nil` for 0.
  static func missingDetails(of filmCount: Int) -> String? {
    guard filmCount > 0 else { return nil }
    let verb = filmCount == 1 ? "has" : "have"
    return "\(filmCount.counted("film")) \(verb) no details yet; `refresh --stale` fetches them."
  }
}

extension ChangeOutcome {
  /// Returns `, and added it to the collection` if the change added the film; otherwise an empty string.
  func additionNotice(_ item: FilmItem) -> String { added.contains(item.id) ? ", and added it to the collection" : "" }
}
