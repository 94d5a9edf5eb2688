import FilmzDomain
import FilmzStore
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
    for line in ["show ", "show a", "add --tag "] { _ = await completion(of: line, cursor: line.endIndex) }
  }

  /// Returns the completions of the last argument of a call of the program, for the completion scripts
  /// of other shells.
  ///
  /// The candidates `:files` and `:folders` make the script complete a path by itself.
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
      case .tag: state.tags = (try? await viewModels.completion.values().tags) ?? []
      case .platform: state.platforms = (try? await viewModels.completion.values().platforms) ?? []
      case .smartCollection, .savedCollection:
        state.smartCollections = await smartCollections(for: request, isSaved: kind == .savedCollection)
      case .recommender: state.recommenders = (try? await viewModels.completion.values().recommenders) ?? []
      case .person: state.people = (try? await viewModels.completion.people(beginningWith: request.partialWord)) ?? []
      case .query: state.queryNames = queryNames(for: request)
      case .backup: state.backups = backupCandidates
      case .source: state.sources = viewModels.search.sourceChoiceNames
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
  private func addFilms(to state: inout CompletionState, _ request: CompletionRequest) async {
    let isSearch = request.expects(.searchText)
    let prefix = TitlePrefix(request.partialTitle.text)
    let condition = request.condition
    let accepts = condition ?? { _ in true }
    if !isSearch, request.quote == nil, request.partialTitle.canEndWithNumber {
      state.numberedFilms =
        (try? await viewModels.completion.resultFilms(numbered: request.partialWord, where: accepts)) ?? []
    }
    if request.quote != nil, prefix.isEmpty, !isSearch {
      state.resultFilms = (try? await viewModels.completion.resultFilms(numbered: "", where: accepts)) ?? []
    }
    guard !prefix.isEmpty || (state.numberedFilms.isEmpty && !isSearch) else { return }
    guard !request.expects(.skippedFilm) else {
      state.resultFilms = (try? await viewModels.completion.skippedFilms()) ?? []
      return
    }
    state.collectionFilms =
      (try? await viewModels.completion.collectionFilms(beginningWith: prefix.keysInAllSpellings)) ?? []
    if condition == nil, !prefix.isEmpty { await addOtherFilms(to: &state, request, prefix) }
    let limit = CompletionViewModel.limit
    state.isTruncated = state.collectionFilms.count >= limit || state.catalogFilms.count >= limit
  }

  /// Returns the smart collections that can complete the word; only saved ones if `isSaved` is `true`.
  private func smartCollections(for request: CompletionRequest, isSaved: Bool) async -> [Completion.Candidate] {
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
    state.catalogFilms = (try? await viewModels.completion.catalogFilms(beginningWith: prefix.keysInAllSpellings)) ?? []
    guard TitleMatches(request: request, state: state).values.isEmpty else { return }
    state.localTitleFilms =
      (try? await viewModels.completion.catalogFilms(withLocalTitleBeginningWith: prefix.keys)) ?? []
  }

  /// Returns the names of all views, and of the columns of those views that the query mentions; of the columns of all
  /// views if it mentions none.
  private func queryNames(for request: CompletionRequest) -> [Completion.Candidate] {
    let views = CollectionDatabase.queryViews
    let words = Set(request.query.lowercased().split { !$0.isLetter && $0 != "_" }.map(String.init))
    let queriedViews = views.filter { words.contains($0.name) }
    var names = Set(views.map(\.name))
    let columns = (queriedViews.isEmpty ? views : queriedViews).flatMap(\.columns)
    return views.map { .init(label: $0.name, summary: $0.summary) }
      + columns.filter { names.insert($0.name).inserted }.map { .init(label: $0.name, summary: $0.type) }
  }

  private var backupCandidates: [Completion.Candidate] {
    ((try? viewModels.database.backups.list()) ?? []).map { backup in
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

/// The completions of a number or a title: films of the result set first, then films of the
/// collection, then films of the catalog.
struct TitleMatches {
  let request: CompletionRequest
  let state: CompletionState

  /// `true` in a search text, in which titles need no quotes, and numbers do not refer to the result set.
  private var isSearch: Bool { request.expects(.searchText) }

  /// The numbers and the titles.
  ///
  /// In a search text, there are only titles. If nothing has been typed and there are numbers, there
  /// are only numbers.
  var values: [Completer.Value] {
    if isSearch { return titles }
    let numbers = numbers
    return request.partialTitle.text.isEmpty && !numbers.isEmpty ? numbers : numbers + titles
  }

  /// The numbers in the result set that begin with the typed digits.
  private var numbers: [Completer.Value] {
    guard request.quote == nil, request.partialTitle.canEndWithNumber else { return [] }
    return state.numberedFilms.compactMap { film in
      guard let number = film.number.map(String.init), number.hasPrefix(request.partialWord) else { return nil }
      return .init(text: number, label: number, summary: film.caption)
    }
  }

  /// The titles; only if no title matches, local titles.
  private var titles: [Completer.Value] {
    let prefix = TitlePrefix(request.partialTitle.text)
    let isBlank = request.partialTitle.text.allSatisfy(\.isWhitespace)
    // The prefix of text that consists of punctuation only is empty, and would match all titles.
    guard prefix.isEmpty == isBlank, !isSearch || !isBlank else { return [] }
    let films = (state.resultFilms + state.collectionFilms + state.catalogFilms).filter(prefix.matches)
    return films.isEmpty
      ? values(of: state.localTitleFilms, isPrefix: { _ in true }) : values(of: films, isPrefix: prefix.matches)
  }

  /// Returns the values of films: their titles, with the year if several films have the title, or if the typed text is
  /// not a prefix of the title alone (`isPrefix`).
  private func values(of films: [TitledFilm], isPrefix: (_ title: String) -> Bool) -> [Completer.Value] {
    var uniqueIDs: Set<FilmID> = []
    let films = films.filter { $0.title.sanitizedForTerminal == $0.title && uniqueIDs.insert($0.id).inserted }
    let filmsByTitle = Dictionary(grouping: films) { TextFolding.key($0.title) }
    var uniqueTexts: Set<String> = []
    return films.compactMap { film in
      let isUnambiguous = isSearch || filmsByTitle[TextFolding.key(film.title)]?.count == 1
      let text = isUnambiguous && isPrefix(film.title) ? film.title : titleWithYear(of: film)
      guard uniqueTexts.insert(text).inserted else { return nil }
      let summary = text == film.title ? film.year.map(String.init) ?? "" : ""
      return .init(text: text, label: text, summary: summary, isTitle: true, isFromTruncatableList: true)
    }
  }

  /// Returns `Heat 1995` in a search text, otherwise `Heat (1995)`; only the title if the year is
  /// unknown.
  private func titleWithYear(of film: TitledFilm) -> String {
    guard isSearch, let year = film.year else { return film.caption }
    return "\(film.title) \(year)"
  }
}

/// A folded prefix of a title, which also matches titles without their leading article.
struct TitlePrefix: Sendable {
  /// The folded prefix, with a space at the end if the typed text ends with whitespace.
  let key: String

  init(_ text: String) {
    let key = TextFolding.wordsSpellingAnd(text).joined(separator: " ")
    self.key = key.isEmpty || text.last?.isWhitespace != true ? key : key + " "
  }

  var isEmpty: Bool { key.isEmpty }

  /// The prefixes to look for.
  ///
  /// The first one is the whole prefix. If its last word consists of digits and is not its only
  /// word, the second one is the part before this word, because the digits may be the beginning of
  /// a year.
  var keys: [String] {
    guard let lastWord = key.split(separator: " ").last, lastWord.count < key.count, lastWord.allSatisfy(\.isNumber)
    else { return [key] }
    return [key, String(key[..<lastWord.startIndex])]
  }

  /// The prefixes to look for in an index, which may omit the word `and` for the `&` or `+` of a title.
  ///
  /// These are ``keys``, followed by the same prefixes without `and`.
  var keysInAllSpellings: [String] {
    let others = keys.map { key in
      TextFolding.wordsWithoutAnd(key).joined(separator: " ") + (key.hasSuffix(" ") ? " " : "")
    }
    return keys + others.filter { !keys.contains($0) }
  }

  /// Returns whether a film's title, or its title followed by its year, has this prefix.
  func matches(_ film: TitledFilm) -> Bool {
    matches(film.title) || film.year.map { matches("\(film.title) \($0)") } ?? false
  }

  /// Returns whether a title has this prefix.
  func matches(_ title: String) -> Bool { TextFolding.isPrefix(key, of: title) }
}
