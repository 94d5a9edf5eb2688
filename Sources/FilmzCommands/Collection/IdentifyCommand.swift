import FilmzDomain
import FilmzExchange
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// The `identify` command, which makes two ids refer to the same film, or identifies imported films that are known by
/// title and year only.
struct IdentifyCommand: ShellCommand {
  static let command = Command(
    of: IdentifyCommand.self, "identify", "Make two ids refer to the same film, or find imported films.",
    usage: """
      identify
      identify ls
      identify --auto
      identify [<target>] <id> [--force]
      identify [<target>] none
      """,
    details: """
      Films that an import could not find are known by their title and year only, and `ls` marks them with ≟. \
      Without arguments, `identify` shows these films in a terminal, one at a time, with the films that they may be; \
      press ? for the keys. --auto finds those that need no question: only one film has exactly this title and year. \
      `identify ls` lists those that are left, with the best film for each.

      With an id, your data for both ids is combined; if both have a value, the newer one is kept. If one of them \
      is an IMDb id, it becomes the film's id, and the other id still finds the film. `undo` separates \
      them again. An id that a source does not have is refused, and so are a film and a series, unless --force \
      is given.

      `identify TARGET none` makes a film that was found by its title a film of its own again, and does not identify it \
      with this id any more.
      """,
    examples: ["identify", "identify --auto", "identify tmdb:movie:603 tt0133093", "identify heat none"])

  static let arguments: [Argument<Self>] = [
    .films(\.words, or: .choice(["none"]), .subcommands(["ls"])),
    .flag("--auto", \.auto, "Find the films that need no question."),
    .flag("--force", \.force, "Also accept ids that a source does not have, or a film and a series."),
  ]

  var words: [Word] = []
  var auto = false
  var force = false

  func run(in session: Session) async throws -> Output {
    if auto {
      guard words.isEmpty else { throw Self.wrongUsage("--auto finds all films; it takes no arguments") }
      return try await identifyByTitle(in: session)
    }
    guard let last = words.last else { return try await InteractiveIdentification().run(in: session) }
    if !last.isQuoted, last.text == "ls", words.count == 1 { return try await list(in: session) }
    if !last.isQuoted, last.text == "none" { return try await reject(in: session) }
    return try await identify(last, in: session)
  }

  /// Makes the id of the target and the id in the last word refer to one film.
  private func identify(_ last: Word, in session: Session) async throws -> Output {
    guard let id = FilmID(last.text) else { throw try await missingID(after: last, in: session) }
    let firstID = try await firstID(in: session)
    guard firstID != id else { throw Self.wrongUsage("both ids are the same") }
    if !force { try await session.viewModels.targetResolver.requireIdentifiable([firstID, id], in: session.context) }
    let names = try await session.viewModels.identification.names(of: [firstID, id])
    let (outcome, otherFilm) = try await session.viewModels.collection.identify(
      firstID, id, in: try await context(in: session))
    let otherFilmText = otherFilm.map { "; one of them previously referred to \($0.caption) \($0.id)" } ?? ""
    return .changed(outcome) { item in
      outcome.step == nil
        ? "\(names[0]) and \(names[1]) are already the same film: \(item.caption)"
        : "\(names[0]) and \(names[1]) are now the same film: \(item.caption)\(otherFilmText)"
    }
  }

  /// Returns the context of the command; its command line has titles and years instead of the ids of films that are
  /// known by title and year only.
  private func context(in session: Session) async throws -> CommandContext {
    let ids = words.compactMap { FilmID($0.text) }
    guard ids.contains(where: \.isNamed) else { return session.context }
    let names = Dictionary(zip(ids, try await session.viewModels.identification.names(of: ids))) { first, _ in first }
    let typed = words.map { word in FilmID(word.text).flatMap { names[$0] }.map { Word($0) } ?? word }
    let options = force ? [Word("--force")] : []
    return session.context.step("identify " + (typed + options).map(\.quotedIfNeeded).joined(separator: " "))
  }

  /// Returns the id of the target, or of the selected film if there is no target.
  ///
  /// An id is returned as it was typed, not replaced by the canonical id of its film.
  private func firstID(in session: Session) async throws -> FilmID {
    let target = Array(words.dropLast())
    if target.count == 1, let id = FilmID(target[0].text) { return id }
    if target.count == 1, target[0].isMistypedID { throw Self.invalidID(target[0]) }
    return try await session.film(target, for: .identifying, task: "identify", verb: "identify").id
  }

  /// Returns the error for a last word that is not an id; if all words are a target, it names the film and the command
  /// to type.
  ///
  /// - Throws: An error if the words do not refer to one film.
  private func missingID(after last: Word, in session: Session) async throws -> CommandError {
    if last.isMistypedID { return Self.invalidID(last) }
    let item = try await session.film(words, for: .identifying, task: "identify", verb: "identify")
    let target = words.map(\.quotedIfNeeded).joined(separator: " ")
    return Self.wrongUsage("identify needs an id for \(item.caption); type `identify \(target) ID`")
  }

  private static func invalidID(_ word: Word) -> CommandError {
    Self.wrongUsage("\"\(word.text)\" is not an id; use tt0133093, tmdb:movie:603 or own:UUID")
  }

  private func reject(in session: Session) async throws -> Output {
    let item = try await session.film(
      Array(words.dropLast()), for: .identifying, task: "identify", verb: "identify")
    let outcome = try await session.viewModels.identification.reject(item, in: session.context)
    guard outcome.step != nil else {
      throw CommandError.refusedFilms(["\(item.caption) was not found by its title; there is nothing to take back"])
    }
    return .changed(outcome) { film in
      film.id.isNamed
        ? "\(film.caption) is known by its title only again; it is not \(item.id)"
        : "\(film.caption) is \(film.id) again, not \(item.id)"
    }
  }

  // MARK: - Films known by title and year only

  private func identifyByTitle(in session: Session) async throws -> Output {
    let reporter = ImportProgressReporter(progress: session.progress)
    let result = try await session.viewModels.identification.identifyByTitle(
      in: session.context, progress: { reporter.show($0) })
    let needsCatalog = result.left > 0 ? await session.viewModels.identification.hasOnlyStarterCatalog() : false
    return Output(
      .text(
        Self.summary(result), [.init("identified", .integer(result.identified)), .init("left", .integer(result.left))]),
      notice: needsCatalog ? Output.hintOfCatalog : nil)
  }

  /// Returns the numbers of films in one line, such as `Identified 3 films; 9 left`.
  static func summary(_ result: (identified: Int, left: Int)) -> String {
    (result.identified == 0 ? "Identified nothing" : "Identified \(result.identified.grouped("film"))")
      + (result.left == 0 ? "; none left" : "; \(result.left.grouped) left")
  }

  private func list(in session: Session) async throws -> Output {
    let films = try await session.viewModels.identification.leftFilms(in: session.context)
    let notice =
      films.isEmpty ? "There is no film to identify." : "`identify` shows these films one by one in a terminal."
    var output = Output(.list(Rows(films, Self.fields, noun: "film")), notice: notice)
    if films.contains(where: \.candidates.isEmpty), await session.viewModels.identification.hasOnlyStarterCatalog() {
      output.messages.append(.notice(Output.hintOfCatalog))
    }
    return output
  }

  private static let fields: [Field<FilmItem>] = [
    Field("id") { .text($0.id.rawValue) },
    Field("title", Column("Title", isFlexible: true, minimumWidth: 12)) { .optional($0.title) },
    Field("year", Column("Year", dropPriority: 1)) { .optional($0.year) },
    Field(
      "candidates",
      Column("Candidates", alignment: .trailing, dropPriority: 2),
      value: { item in
        .array(
          item.candidates.map { candidate in
            .object([
              .init("id", .text(candidate.item.id.rawValue)), .init("title", .optional(candidate.item.title)),
              .init("year", .optional(candidate.item.year)), .init("director", .optional(candidate.directors)),
              .init("why", .text(candidate.reasons(for: item))),
            ])
          })
      }, cell: { Cell($0.candidates.isEmpty ? "" : String($0.candidates.count)) }),
    Field(Column("Best candidate", isFlexible: true, minimumWidth: 12)) { item in
      Cell(item.candidates.first?.item.caption ?? "none", item.candidates.isEmpty ? .dim : .plain)
    },
    Field(Column("Why", dropPriority: 3, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)) { item in
      Cell(item.candidates.first?.reasons(for: item) ?? "", .dim)
    },
  ]
}

extension Word {
  /// `true` if the word looks like an id, such as `tmdb:603` or `tt01x`, but is not a valid one.
  fileprivate var isMistypedID: Bool {
    guard !isQuoted, FilmID(text) == nil else { return false }
    return text.contains(":") && !text.hasPrefix("title:") || text.prefixMatch(of: /tt[0-9]/.ignoresCase()) != nil
  }
}

extension IdentificationCandidate {
  /// The names of the directors; `nil` if none is known.
  var directors: String? {
    item.film.flatMap { $0.directors.isEmpty ? nil : $0.directors.prefix(3).joined(separator: ", ") }
  }

  /// Returns the reasons for the candidate, such as `same title and year; 12,345 votes; in your collection`.
  func reasons(for film: FilmItem) -> String {
    let isSameYear = film.year != nil && item.year == film.year
    let year = isSameYear ? " and year" : item.year.map { ", \($0)" } ?? ""
    let titleText: String? =
      switch title {
      case .title: "same title" + year
      case .originalTitle: "same original title" + year
      case .localTitle: "local title" + year
      case .words: "title has these words"
      case nil: nil
      }
    let votes = item.film?.imdbVotes.map { $0.grouped("vote") }
    return [titleText, votes, isCollected ? "in your collection" : nil].compactMap(\.self).joined(separator: "; ")
  }
}

/// The `identify` command without arguments, in which the user chooses the films with single keys.
private struct InteractiveIdentification {
  func run(in session: Session) async throws -> Output {
    let identification = session.viewModels.identification
    guard try await identification.isAnyLeft() else { throw IdentifyCommand.missingArgument("an id") }
    guard let keys = session.host.keys else {
      throw CommandError.needsTerminal(
        "choosing films needs a terminal; use `identify --auto`, or `identify ls` and `identify TARGET ID`")
    }
    let (deck, candidates) = try await identification.begin(in: session.context)
    let hint = await identification.hasOnlyStarterCatalog() ? HintOnOneCard(Output.hintOfCatalog) : nil
    let screen = IdentificationScreen(deck: deck, candidates: candidates, keys: keys, session: session, hint: hint)
    let ending = try await session.run(screen.screen)
    return Output(
      .changes(.films(await deck.identifiedFilms)), notice: IdentifyCommand.summary(await deck.summary)
    ).withEnding(ending)
  }
}

/// The keys and messages of the deck screen for films that are known by title and year only.
private struct IdentificationScreen {
  private typealias Screen = DeckScreen<IdentificationAction>

  private static let help = [
    "1 to 9 choose a film: your data belongs to it from then on.",
    "/ searches for another text and shows what it finds; e makes the film your own record, for films that no source knows.",
    "Enter or n leaves the film for later, b goes back to the card before; u undoes the last choice.",
    "q or Ctrl-C ends and keeps all choices. After the last film, Enter ends.",
    "The commands `identify TARGET ID`, `record new`, `identify TARGET none` and `undo` do the same.",
  ]

  let deck: IdentificationDeck
  let candidates: IdentificationCandidates
  let keys: KeyInput
  let session: Session
  /// The hint on the first card without candidates; `nil` if there is none.
  let hint: HintOnOneCard?

  var screen: DeckScreen<IdentificationAction> {
    DeckScreen(
      deck: deck, keys: KeyQueue(keys),
      printer: DeckPrinter(
        console: session.host.console, color: session.options.color,
        render: { [scale = session.ratingScale, hint] in $0.renderedForIdentification(scale, hint, on: $1) },
        log: session.host.log),
      prompt: "Number = choose, / = search, Enter = later, ? = help: ", help: Self.help, bindings: bindings,
      lastPrompt: .init(text: "That was the last film. Enter = end, u = undo, ? = help: ", keys: []),
      describeUndo: { undoEntry, item in
        item.id.isNamed
          ? "\(item.caption) is not identified any more." : "\(undoEntry.before.caption) is \(item.id) again."
      })
  }

  private var bindings: [KeyPress: Screen.Binding] {
    var bindings: [KeyPress: Screen.Binding] = [
      .enter: .command { await $0.handle("n") }, "/": .command(search), "e": .command(askForRecord),
    ]
    for number in 1...9 {
      bindings[.character(Character(String(number)))] = .command { try await Self.choose(number, on: $0) }
    }
    return bindings
  }

  private static func choose(_ number: Int, on screen: Screen) async throws -> Screen.NextState {
    guard let alias = await screen.deck.currentID, let item = try await screen.deck.card()?.item else { return .card }
    guard item.candidates.indices.contains(number - 1) else {
      screen.printer.echo(String(number))
      screen.printer.printMessage(
        item.candidates.isEmpty
          ? "There is no film to choose; / searches for one." : "Choose from 1 to \(item.candidates.count).")
      return .prompt
    }
    let candidate = item.candidates[number - 1]
    guard try await screen.deck.perform(.identify(alias: alias, candidate)) != nil else { return .card }
    screen.printer.echo("\(number) \(candidate.item.caption)".sanitizedForTerminal)
    return .card
  }

  /// Reads a text, and shows the card with the films that a search for it finds.
  private func search(on screen: Screen) async throws -> Screen.NextState {
    screen.printer.echo("/")
    guard let item = try await screen.deck.card()?.item else { return .card }
    return try await screen.readLine("Search: ") { text in
      let hasFound = try await screen.waiting(for: "the search") { try await candidates.search(text, for: item) }
      guard hasFound else {
        screen.printer.printMessage("Nothing was found for \"\(text)\".")
        return .prompt
      }
      await screen.deck.reloadCard()
      return .card
    }
  }

  private func askForRecord(on screen: Screen) async throws -> Screen.NextState {
    screen.printer.echo("e")
    guard let item = try await screen.deck.card()?.item else { return .card }
    let no: Screen.Binding = .command { screen in
      screen.printer.echo("no")
      return .card
    }
    return .ask(
      .init(
        prompt: "Make \(item.caption.sanitizedForTerminal) your own record? y/N, ? = help: ",
        help: ["y makes it a film with facts of your own, which `record edit` changes; Enter or n does not."],
        bindings: ["y": .action(.makeRecord, "yes"), "n": no, .enter: no]))
  }
}

/// A hint that is shown on one card only, the first one that requests it.
private final class HintOnOneCard: Sendable {
  private let text: String
  private let cardNumber = Mutex<Int?>(nil)

  init(_ text: String) { self.text = text }

  /// Returns the hint for the card with a number; `nil` if another card has requested it before.
  func text(for number: Int) -> String? {
    cardNumber.withLock { first in
      first = first ?? number
      return first == number ? text : nil
    }
  }
}

extension DeckCard {
  /// Returns the card of a film with the user's data and its candidates, without a trailing newline; the hint is shown
  /// only if there are no candidates.
  fileprivate func renderedForIdentification(
    _ scale: RatingScale, _ hint: HintOnOneCard?, on renderTarget: RenderTarget
  ) -> String {
    let width = renderTarget.width ?? 80
    let note = (item.entry?.notes ?? "").sanitizedForTerminal.truncated(toWidth: width)
    let card = rendered(
      under: "\(number)/\(total)",
      badges: [
        .init("Mine", item.entry?.rating.map(scale.fraction) ?? "", .cyan),
        .init("Watched", item.entry?.isWatched == true ? item.entry?.dateWatched?.text ?? "yes" : "", .green),
      ], fields: [.init("Note", note)], on: renderTarget)
    let lines = item.candidates.enumerated().map { index, candidate in
      let facts = [candidate.directors, candidate.item.id.rawValue, candidate.reasons(for: item)].compactMap(\.self)
      let line = "\(index + 1)  \(candidate.item.caption)".sanitizedForTerminal
      let details = facts.filter { !$0.isEmpty }.joined(separator: " · ").sanitizedForTerminal
      return line.truncated(toWidth: width) + "\n" + renderTarget.style.dim(("   " + details).truncated(toWidth: width))
    }
    guard lines.isEmpty else { return card + "\n\n" + lines.joined(separator: "\n") }
    let text = ["No film with this title is known here.", hint?.text(for: number)].compactMap(\.self)
      .joined(separator: " ")
    let textLines = text.wrapped(toWidth: width, cuttingWords: false).map(renderTarget.style.dim)
    return card + "\n\n" + textLines.joined(separator: "\n")
  }
}
