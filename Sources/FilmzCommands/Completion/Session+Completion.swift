import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Session {
  /// Completes a line at the cursor with local data; the network is not used.
  package func completion(of line: String, cursor: String.Index) async -> Completion {
    let text = String(line[..<cursor])
    let request = CompletionRequest(text, aliases: await settings.all().aliases)
    let state = await completionState(for: request)
    return Completer.completion(for: request, of: text, before: line[cursor...].first, state: state)
  }

  /// Loads the data that completion needs, so that the first press of Tab is not delayed.
  package func prepareCompletion() async {
    for line in ["show ", "show a", "add --tag "] {
      _ = await completion(of: line, cursor: line.endIndex)
    }
  }

  /// Returns the completions of the last argument of a call of the program, for the completion scripts
  /// of other shells.
  ///
  /// The candidates `:files` and `:folders` tell the script to complete a path by itself.
  package func completion(of words: [String]) async -> [Completion.Candidate] {
    let request = CompletionRequest(call: words, aliases: await settings.all().aliases)
    if request.expects(.file) { return [.init(label: ":files", summary: "")] }
    if request.expects(.folder) { return [.init(label: ":folders", summary: "")] }
    return Completer.candidates(for: request, state: await completionState(for: request))
  }

  /// Loads the data that a request needs; data that cannot be read is left out.
  private func completionState(for request: CompletionRequest) async -> CompletionState {
    var state = CompletionState()
    for expectedWord in request.expectedWords {
      guard case .value(let kind) = expectedWord else { continue }
      switch kind {
      case .film, .collectedFilm, .skippedFilm, .searchText: await addFilms(to: &state, request)
      case .list: state.lists = (try? await viewModels.completion.listNames()) ?? []
      case .followedList: state.lists = (try? await viewModels.following.names()) ?? []
      case .tag: state.tags = (try? await viewModels.completion.tags()) ?? []
      case .platform: state.platforms = (try? await viewModels.completion.platforms()) ?? []
      case .smartCollection, .savedCollection:
        state.smartCollections = await smartCollections(
          for: request, isSaved: kind == .savedCollection)
      case .recommender:
        state.recommenders = (try? await viewModels.completion.recommenders()) ?? []
      case .person:
        state.people =
          (try? await viewModels.completion.people(beginningWith: request.partialWord)) ?? []
      case .query: state.queryNames = queryNames(for: request)
      case .backup: state.backups = backupCandidates
      case .source: state.sources = viewModels.completion.sourceChoiceNames
      case .file, .folder:
        let files = host.files?(request.partialWord, kind == .folder)
        (state.files, state.isTruncated) = (files?.names ?? [], files?.isTruncated ?? false)
      case .setting: state.aliases = await settings.all().aliases.keys.sorted()
      default: break
      }
    }
    return state
  }

  /// Adds the films whose numbers or titles can complete the word.
  private func addFilms(
    to state: inout CompletionState, _ request: CompletionRequest
  ) async {
    let isSearch = request.expects(.searchText)
    let prefix = TitlePrefix(request.partialTitle.text)
    let condition = request.condition
    if !isSearch, request.quote == nil, request.partialTitle.canEndWithNumber {
      state.numberedFilms =
        (try? await viewModels.completion.resultFilms(
          numbered: request.partialWord, where: condition ?? { _ in true })) ?? []
    }
    if request.quote != nil, prefix.isEmpty, !isSearch {
      state.resultFilms =
        (try? await viewModels.completion.resultFilms(
          numbered: "", where: condition ?? { _ in true })) ?? []
    }
    guard !prefix.isEmpty || (state.numberedFilms.isEmpty && !isSearch) else { return }
    guard !request.expects(.skippedFilm) else {
      state.resultFilms = (try? await viewModels.completion.skippedFilms()) ?? []
      return
    }
    state.collectionFilms =
      (try? await viewModels.completion.collectionFilms(beginningWith: prefix.keys)) ?? []
    if condition == nil, !prefix.isEmpty { await addOtherFilms(to: &state, request, prefix) }
    let limit = CompletionViewModel.limit
    state.isTruncated = state.collectionFilms.count >= limit || state.catalogFilms.count >= limit
  }

  /// Returns the smart collections that can complete the word; only saved ones if `isSaved` is `true`.
  private func smartCollections(
    for request: CompletionRequest, isSaved: Bool
  ) async -> [Completion.Candidate] {
    let person = CollectionFamily.person
    let prefix = "@\(person.rawValue):"
    if !isSaved, request.partialWord.lowercased().hasPrefix(prefix) {
      let text = String(request.partialWord.dropFirst(prefix.count)).replacing("-", with: " ")
      let people = (try? await viewModels.completion.people(beginningWith: text)) ?? []
      return people.map { .init(label: person.name(of: $0).text, summary: $0) }
    }
    let collections = (try? await viewModels.completion.smartCollections(at: now())) ?? []
    return collections.filter { $0.isSaved || !isSaved }.map {
      .init(label: $0.name.text, summary: "\($0.title), \($0.filmCount.counted("film"))")
    }
  }

  /// Adds films of the result set and of the catalog.
  private func addOtherFilms(
    to state: inout CompletionState, _ request: CompletionRequest, _ prefix: TitlePrefix
  ) async {
    state.resultFilms = (try? await viewModels.completion.resultFilms()) ?? []
    state.catalogFilms =
      (try? await viewModels.completion.catalogFilms(beginningWith: prefix.keys)) ?? []
    guard TitleMatches(request: request, state: state).values.isEmpty else { return }
    state.localTitleFilms =
      (try? await viewModels.completion.catalogFilms(
        withLocalTitleBeginningWith: prefix.keys)) ?? []
  }

  /// Returns the views, and the columns of the views that the query names; if it names none, of all views.
  private func queryNames(for request: CompletionRequest) -> [Completion.Candidate] {
    let views = viewModels.databases.views
    let words = Set(
      request.query.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init))
    let named = views.filter { words.contains($0.name) }
    var seen: Set<String> = []
    let columns = (named.isEmpty ? views : named).flatMap(\.columns)
      .filter { seen.insert($0.name).inserted }
    return views.map { .init(label: $0.name, summary: $0.summary) }
      + columns.filter { column in !views.contains { $0.name == column.name } }
      .map { .init(label: $0.name, summary: $0.type) }
  }

  private var backupCandidates: [Completion.Candidate] {
    ((try? viewModels.completion.backups()) ?? []).map { backup in
      .init(label: backup.name, summary: backup.films.map { $0.counted("film") } ?? "")
    }
  }
}

extension CompletionRequest {
  /// The condition on the films that the command accepts; `nil` if it accepts any film.
  fileprivate var condition: ((FilmItem) -> Bool)? {
    if expects(.collectedFilm) { return { $0.entry != nil } }
    return expects(.skippedFilm) ? { $0.mark == .skipped } : nil
  }
}
