import FilmzDomain
import FilmzTerminal
import FilmzViewModels

// Live results in a shell.
extension Session {
  /// `true` if live results can be shown: in a shell on a terminal that is large enough, whose data is printed there as
  /// a table.
  var canShowLiveResults: Bool {
    pagesLists && !options.isTableNamed && host.keys != nil && PanelScreen.isAvailable(on: host.console)
  }

  /// Checks that live results can be shown.
  ///
  /// - Throws: ``CommandError/needsTerminal(_:)`` if they cannot be shown.
  func requireLiveResults() throws(CommandError) {
    guard !canShowLiveResults else { return }
    let size = PanelScreen.minimumSize
    throw .needsTerminal(
      "--live needs a shell in a terminal with at least \(size.columns) columns and \(size.rows) rows,"
        + " and neither --format nor a redirection; leave --live out")
  }

  /// Shows a panel until the user chooses films or leaves.
  ///
  /// A chosen film is shown, and the rows of the panel are the result set; several films are the result set themselves.
  /// The words are the panel's first text. The text at the end is added to the shell history as a line with the verb
  /// and the options.
  func showLiveResults(
    _ panel: LivePanel, query words: [Word], verb: String, options: [Word] = []
  ) async throws -> Output {
    let source = await panel.source(
      prompt: "\(verb)> ", enter: "Enter shows the film, or the marked films as results.")
    let query = words.map { $0.text.contains(":") ? $0.quotedIfNeeded : $0.text }.joined(separator: " ")
    switch await run(source, query: query) {
    case .chosen(let ids, let text):
      if let text = text.nonBlank { await host.addHistory?(Self.line(verb, text, options)) }
      return Output(.nothing, ending: .rerun(try await commandToShow(ids, of: panel)))
    case .terminated: throw CommandError.interrupted
    case .left, .interrupted, nil: return Output(.nothing)
    }
  }

  /// Returns the line of a command with a text, which is quoted unless the line is one command without a redirection.
  static func line(_ verb: String, _ text: String, _ options: [Word]) -> String {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let commands = try? LineParser.commands(in: "\(verb) \(text)", isTyped: true)
    let isPlain = commands?.count == 1 && commands?.first?.redirection == nil
    let shownText = isPlain ? text : Word(text, isQuoted: true).quotedIfNeeded
    return ([verb, shownText] + options.map(\.quotedIfNeeded)).joined(separator: " ")
  }

  /// Makes the chosen films, or the rows of the panel, the result set, and returns the command that shows the films.
  private func commandToShow(_ ids: [String], of panel: LivePanel) async throws -> ParsedCommand {
    if ids.count == 1, let results = panel.chosenResults,
      let number = results.items.first(where: { $0.id.rawValue == ids[0] })?.number
    {
      await viewModels.live.keep(results, in: context)
      return ParsedCommand(words: [Word("show"), Word(String(number))])
    }
    let items = try await films(ids.map { Word($0) }, in: .local)
    await viewModels.live.keep(viewModels.live.films("", among: items), in: context)
    return ParsedCommand(words: items.count == 1 ? [Word("show"), Word("1")] : [Word("results")])
  }
}

// Live results at the prompt, and in place of candidates.
extension Session {
  /// Returns whether Ctrl-T and titles that mean many films show live results.
  package func hasLiveKeys() async -> Bool {
    guard canShowLiveResults else { return false }
    return await settings.all().hasLiveKeys
  }

  /// Lets the user choose films for the word at the cursor of a line, and returns the line with the films in its place;
  /// `nil` if none were chosen.
  ///
  /// The cursor of the terminal must be in the first column of the row below the line.
  package func choosingFilms(in line: String, cursor: String.Index) async -> EditedLine? {
    let session = await beginningNothing()
    let word = LineWord(in: line, cursor: cursor)
    let panel = await LivePanel(.search, in: session)
    let source = await panel.source(prompt: "film> ", enter: "Enter puts the film, or the marked films, into the line.")
    guard case .chosen(let ids, _)? = await session.run(source, query: word.text) else { return nil }
    var targets: [String] = []
    for id in ids { targets.append(await session.target(of: id).quotedIfNeeded) }
    return word.replaced(with: targets.joined(separator: " "))
  }

  /// Lets the user choose among the films that a title may mean; `nil` if none were chosen.
  ///
  /// - Throws: ``CommandError/interrupted`` after Ctrl-C, or an error of the collection.
  func films(chosenAmong ids: [FilmID]) async throws -> [FilmID]? {
    let session = await beginningNothing()
    let items = try await session.films(ids.map { Word($0.rawValue) }, in: .local)
    let panel = await LivePanel(.films(items), in: session)
    let source = await panel.source(prompt: "which film> ", enter: "With Enter, the command goes on with the film.")
    switch await session.run(source) {
    case .chosen(let ids, _): return ids.compactMap { FilmID($0) }
    case .left, nil: return nil
    case .interrupted, .terminated: throw CommandError.interrupted
    }
  }

  /// Returns the session for a panel that does not belong to a command.
  private func beginningNothing() async -> Session {
    var (session, options) = (self, options)
    if await preferences.isOffline { options.offline = true }
    session.begin("", options, await settings.all())
    return session
  }

  /// Returns the word for a film: its title and year in quotes, or its id if these do not refer to this film only.
  private func target(of id: String) async -> Word {
    guard let item = try? await films([Word(id)], in: .local).first, let title = item.title,
      title.sanitizedForTerminal == title
    else { return Word(id) }
    let word = Word(Caption(title: title, year: item.year).text, isQuoted: true)
    // A change looks a title up more strictly than a command that only shows the film.
    for purpose in [TargetResolver.Purpose.showing, .changing] {
      let found = try? await films([word], in: .local, for: purpose, needsFacts: false, confirms: false)
      guard found?.map(\.id) == [item.id] else { return Word(id) }
    }
    return word
  }
}

/// A line with a new text, and the cursor as an offset in Unicode scalars.
package struct EditedLine: Sendable, Equatable {
  package let text: String
  package let cursor: Int
}

/// The word at the cursor of a line.
struct LineWord: Sendable {
  /// The text of the word without its quotation marks; empty if there is no word at the cursor.
  let text: String
  private let before: String
  private let after: String

  init(in line: String, cursor: String.Index) {
    let typed = String(line[..<cursor])
    let offset = PartialLine(typed).currentToken.map { typed.utf8.distance(from: typed.startIndex, to: $0.start) }
    let start = offset.map { line.utf8.index(line.startIndex, offsetBy: $0) } ?? cursor
    let rest = String(line[start...])
    var scanner = LineScanner(rest)
    let word = rest.first.map(\.isWhitespace) ?? true ? Word("") : scanner.scanPartialWord().word
    text = word.text
    before = String(line[..<start])
    after = scanner.remainingText
  }

  /// Returns the line with another text in place of the word, and the cursor after this text; at the end of the line, a
  /// space follows the text.
  func replaced(with newText: String) -> EditedLine {
    let text = before + newText + (after.isEmpty ? " " : "")
    return EditedLine(text: text + after, cursor: text.unicodeScalars.count)
  }
}
