import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Session {
  /// Completes a line at its cursor with what is there on this machine.
  package func completion(of line: String, cursor: String.Index) async -> Completion {
    let text = String(line[..<cursor])
    let question = CompletionRequest(text, aliases: await settings.all().aliases)
    let state = await completionState(for: question)
    return Completer.answer(question, to: text, before: line[cursor...].first, state: state)
  }

  /// Reads what the first press of Tab would have to wait for.
  package func prepareCompletion() async {
    for line in ["show ", "show a", "add --tag "] {
      _ = await completion(of: line, cursor: line.endIndex)
    }
  }

  /// What fits the last of some words, for the shell that calls the program.
  ///
  /// Names of files and folders are left to that shell: `:files` and `:folders` ask it for them.
  package func completion(of words: [String]) async -> [Completion.Candidate] {
    let question = CompletionRequest(call: words, aliases: await settings.all().aliases)
    if question.wants(.file) { return [.init(label: ":files", summary: "")] }
    if question.wants(.folder) { return [.init(label: ":folders", summary: "")] }
    return Completer.candidates(question, state: await completionState(for: question))
  }

  /// Knows what a question asks for; what cannot be read is left out.
  private func completionState(for question: CompletionRequest) async -> CompletionState {
    var state = CompletionState()
    for wanted in question.wanted {
      guard case .value(let kind) = wanted else { continue }
      switch kind {
      case .film, .collectedFilm, .title: await addFilms(to: &state, question)
      case .tag: state.tags = (try? await models.completion.tags()) ?? []
      case .recommender: state.recommenders = (try? await models.completion.recommenders()) ?? []
      case .person:
        state.people = (try? await models.completion.people(beginningWith: question.typed)) ?? []
      case .backup: state.backups = backupEntries
      case .source: state.sources = models.completion.sources
      case .file, .folder:
        let found = host.files?(question.typed, kind == .folder)
        (state.files, state.isCut) = (found?.names ?? [], found?.isCut ?? false)
      case .setting: state.aliases = await settings.all().aliases.keys.sorted()
      default: break
      }
    }
    return state
  }

  private func addFilms(
    to state: inout CompletionState, _ question: CompletionRequest
  ) async {
    let isSearch = question.wants(.title)
    let prefix = TitlePrefix(question.phrase.text)
    let ofMine = question.wants(.collectedFilm)
    if !isSearch, question.quote == nil, question.phrase.mayEndWithNumber {
      state.numbered =
        (try? await models.completion.results(numbered: question.typed, inCollectionOnly: ofMine))
        ?? []
    }
    if question.quote != nil, prefix.isEmpty, !isSearch {
      state.results =
        (try? await models.completion.results(numbered: "", inCollectionOnly: ofMine)) ?? []
    }
    guard !prefix.isEmpty || (state.numbered.isEmpty && !isSearch) else { return }
    state.collection = (try? await models.completion.collection(beginningWith: prefix.keys)) ?? []
    if !ofMine, !prefix.isEmpty {
      state.results = await models.completion.foundFilms()
      state.catalog = (try? await models.completion.catalog(beginningWith: prefix.keys)) ?? []
    }
    let most = CompletionViewModel.limit
    state.isCut = state.collection.count >= most || state.catalog.count >= most
  }

  private var backupEntries: [Completion.Candidate] {
    ((try? models.completion.backups()) ?? []).map { backup in
      .init(label: backup.name, summary: backup.films.map { $0.counted("film") } ?? "")
    }
  }
}
