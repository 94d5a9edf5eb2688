import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// The keys and messages of the deck screen for films to discover.
final class DiscoverScreen: Sendable {
  typealias NextState = DeckScreen<MarkChange>.NextState

  static let explanation =
    "s or → seen, k or ← skip, w or ↑ want, 1–9 rate, u undo, ? all keys, q end."

  private static let help = [
    "s or → marks the film as seen and asks for a rating; 1 to 9, and 0 or 10 for ten, mark it as seen"
      + " with this rating; .5 after it makes it 8.5, and = asks for a rating such as 8.3.",
    "k or ← skips the film: discover does not show it again, and `ls --skipped` lists it.",
    "w or ↑ puts the film on your watchlist; l adds it to a list, whose name Tab completes.",
    "u undoes the last mark, also of the method before, and shows its film again; i shows the whole plot, o the"
      + " address of the poster.",
    "m changes to another method, such as netflix; q, Ctrl-D or Ctrl-C ends. Every mark is kept at once.",
  ]

  private static let ratingHelp = [
    "1 to 9, and 0 or 10 for ten, rate the film; = asks for a rating such as 8.3.",
    "Enter leaves the film without a rating; u undoes the mark.",
  ]

  let run: DiscoverViewModel.Run
  private let keys: KeyQueue
  let session: Session
  /// The decks before this one, the last one last, whose marks can be undone too.
  private let earlierRuns: [DiscoverViewModel.Run]
  private let beginOther: @Sendable (DiscoverMethod) async throws -> DiscoverViewModel.Run
  private let otherRun = Mutex<DiscoverViewModel.Run?>(nil)

  /// Creates the screen; `beginOther` starts the deck of another method.
  init(
    _ run: DiscoverViewModel.Run, after earlierRuns: [DiscoverViewModel.Run], keys: KeyQueue,
    session: Session,
    beginOther: @escaping @Sendable (DiscoverMethod) async throws -> DiscoverViewModel.Run
  ) {
    (self.run, self.earlierRuns, self.keys, self.session) = (run, earlierRuns, keys, session)
    self.beginOther = beginOther
  }

  /// The deck to continue with after this one; `nil` if the user ended it.
  var nextRun: DiscoverViewModel.Run? { otherRun.withLock { $0 } }

  var screen: DeckScreen<MarkChange> {
    DeckScreen(
      deck: run.deck, keys: keys, console: session.host.console, color: session.options.color,
      prompt: "s seen, k skip, w want, 1–9 rate, ? = help: ", help: Self.help,
      bindings: bindings, sequences: [["1", "0"]: .command { try await self.rateTen(on: $0) }],
      lastPrompt: .init(
        "No more films. Enter = end, u = undo, m = other method, ? = help: ", keys: ["m", "u"],
        retryText: "Enter = try again, u = undo, m = other method, q = end, ? = help: "),
      draw: draw, describeUndo: Self.describe, log: session.host.log)
  }

  private var bindings: [KeyPress: DeckScreen<MarkChange>.Binding] {
    var bindings: [KeyPress: DeckScreen<MarkChange>.Binding] = [
      "i": .command { try await self.showPlot(on: $0) },
      "l": .command { screen in
        screen.printer.echo("l")
        return try await self.askForList(on: screen)
      },
      "o": .command { try await self.showPosterAddress(on: $0) },
      "m": .command { screen in
        screen.printer.echo("m")
        screen.printer.printMessage(DiscoverMethod.allCases.map(\.rawValue).joined(separator: ", "))
        return try await self.changeMethod(on: screen)
      },
      "u": .command { try await self.undo(on: $0) },
      ".": .command { try await self.addDecimal(on: $0) },
      "=": .command { screen in
        try await screen.readRating { try await self.mark(.seen, $0, on: screen) }
      },
    ]
    let marks: [(KeyPress, Mark)] = [
      ("s", .seen), (.right, .seen), ("k", .skipped), (.left, .skipped), ("w", .wanted),
      (.up, .wanted),
    ]
    for (key, mark) in marks {
      bindings[key] = .command { try await self.mark(mark, nil, on: $0) }
    }
    for (key, rating) in KeyPress.ratings {
      bindings[key] = .command { try await self.mark(.seen, rating, on: $0) }
    }
    return bindings
  }

  // MARK: - Marks

  /// Marks the film of the current card; a film that is seen and has no rating yet can then be rated.
  private func mark(
    _ mark: Mark, _ rating: Rating?, on screen: DeckScreen<MarkChange>
  ) async throws -> NextState {
    guard let item = try await screen.deck.perform(change(mark, rating)) else { return .card }
    screen.printer.echo(mark.word + (rating.map { ", \($0.text)" } ?? ""))
    if let kept = item.mark, kept != mark {
      screen.printer.printMessage("\(item.name) is \(kept.predicate) and stays so.")
    }
    guard mark == .seen, item.entry?.rating == nil else { return .card }
    return .ask(ratingQuestion)
  }

  func change(_ mark: Mark, _ rating: Rating?) -> MarkChange {
    var change = MarkChange(mark)
    change.rating = rating
    change.platform = run.query.method.platform
    return change
  }

  /// The question for a rating after a film was marked as seen; the rating belongs to the same step.
  private var ratingQuestion: DeckScreen<MarkChange>.Question {
    var bindings: [KeyPress: DeckScreen<MarkChange>.Binding] = [
      .enter: .command { screen in
        screen.printer.echo("")
        return .card
      },
      "=": .command { screen in
        try await screen.readRating { try await self.rateLast($0, on: screen) }
      },
    ]
    for (key, rating) in KeyPress.ratings {
      bindings[key] = .command { screen in
        let next = try await self.rateLast(rating, on: screen)
        screen.printer.echo(rating.text)
        return next
      }
    }
    return .init(
      prompt: "Your rating: 1–9, 0 = ten, Enter = none, ? = help: ", help: Self.ratingHelp,
      bindings: bindings)
  }

  private func rateLast(
    _ rating: Rating, on screen: DeckScreen<MarkChange>
  ) async throws -> NextState {
    try await screen.deck.complete(with: change(.seen, rating))
    return .card
  }

  /// Changes the rating, which the key `1` has just set, to ten.
  private func rateTen(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    guard let ten = Rating(tenths: 100), let one = Rating(tenths: 10),
      await screen.deck.undoEntries.last?.action.rating == one,
      let item = try await screen.deck.complete(with: change(.seen, ten))
    else { return await screen.handle("0") }
    screen.printer.echo("0")
    screen.printer.printMessage("\(item.name) \(ten.text)")
    return .prompt
  }

  /// Reads the digit after `.`, and adds it to the rating that a key has just set, as in 8.5.
  private func addDecimal(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    screen.printer.echoFirst(".")
    let key = await screen.nextKey()
    guard case .character(let character) = key, let digit = character.wholeNumberValue else {
      screen.printer.echo("")
      return await screen.handle(key)
    }
    screen.printer.echo(String(character).sanitizedForTerminal)
    guard let rating = await screen.deck.undoEntries.last?.action.rating, rating.tenths % 10 == 0,
      let newRating = Rating(tenths: rating.tenths + digit),
      let item = try await screen.deck.complete(with: change(.seen, newRating))
    else {
      screen.printer.printMessage(
        "A decimal can only follow a rating from 1 to 9; = asks for a rating such as 8.3.")
      return .prompt
    }
    screen.printer.printMessage("\(item.name) \(newRating.text)")
    return .prompt
  }

  /// Undoes the last mark of this deck or, if it has none, that of the last deck before it that has any, which
  /// then continues with the film.
  private func undo(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    guard await screen.deck.undoEntries.isEmpty else { return try await screen.undo() }
    for earlier in earlierRuns.reversed() {
      guard let (undoEntry, item) = try await earlier.deck.undo() else { continue }
      screen.printer.echo("u")
      screen.printer.printMessage(Self.describe(undoEntry, item))
      otherRun.withLock { $0 = earlier }
      return .end(.ended)
    }
    return try await screen.undo()
  }

  /// Describes an undone mark; the item is the film after the undo.
  private static func describe(_ undoEntry: DiscoverDeck.UndoEntry, _ item: FilmItem) -> String {
    guard undoEntry.hasChanged else { return "\(item.name) had not been changed." }
    if let list = undoEntry.action.list { return "\(item.name) is no longer in \"\(list)\"." }
    let mark = undoEntry.action.mark
    guard undoEntry.before.mark != undoEntry.after.mark else {
      return "\(item.name): \(item.entry?.rating.map { "\($0.text) again" } ?? "unrated again")"
    }
    return "\(item.name) is "
      + (item.mark.map { "\($0.predicate) again." } ?? "no longer \(mark.predicate).")
  }

  // MARK: - More about the film

  private func showPlot(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    screen.printer.echo("i")
    guard let item = try await screen.deck.card()?.item else { return .card }
    let detail = try await screen.waiting(for: "the plot") {
      try await self.session.viewModels.filmDetail.show(
        item, refresh: false, in: self.session.context)
    }
    for warning in detail.warnings { screen.printer.printMessage(warning.text, .yellow) }
    screen.printer.printMessage(
      detail.value.item.film?.plot ?? "No plot of \(item.caption) is known.", .plain)
    return .prompt
  }

  private func showPosterAddress(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    screen.printer.echo("o")
    guard let item = try await screen.deck.card()?.item else { return .card }
    guard let address = item.film?.poster else {
      screen.printer.printMessage("No poster of \(item.caption) is known.")
      return .prompt
    }
    screen.printer.printUnbroken(address)
    return .prompt
  }

  /// Reads the name of a method, and starts its deck; after a name that is not one, asks again.
  private func changeMethod(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    try await screen.readLine("Method: ") { text in
      let methods = DiscoverMethod.named(text)
      guard methods.count == 1, let method = methods.first else {
        screen.printer.printMessage(
          methods.isEmpty
            ? "There is no method \"\(text)\"."
            : "Did you mean \(methods.map(\.rawValue).joinedWithOr)?", .red)
        return try await self.changeMethod(on: screen)
      }
      let next = try await self.beginOther(method)
      guard try await next.deck.card() != nil else {
        await next.deck.close()
        screen.printer.printMessage("\(method.title) has no films that you have not marked.")
        return .prompt
      }
      self.otherRun.withLock { $0 = next }
      return .end(.ended)
    }
  }

  // MARK: - Drawing

  /// Draws a card with its mark, ratings, services, and the beginning of the plot.
  private func draw(_ card: DeckCard, on renderTarget: RenderTarget) -> String {
    let film = card.item.film
    let width = renderTarget.width ?? 80
    return card.rendered(
      under: "\(card.number) · \(run.query.method.title)",
      badges: [
        .init("Mark", card.item.mark?.word ?? "", .green),
        .init("Mine", card.item.entry?.rating.map { "\($0.text)/10" } ?? "", .cyan),
        .init("IMDb", film?.imdbRating.map { "\($0.decimalText)/10" } ?? "", .yellow),
        .init("TMDB", card.item.tmdbRating ?? "", .yellow),
      ],
      paragraphs: film?.plot.map {
        [$0.sanitizedForTerminal.truncated(toWidth: width * Self.plotLines - width / 2)]
      } ?? [],
      fields: [.init("Watch", film?.watch.text(isFull: false) ?? "")], on: renderTarget)
  }

  /// The maximum number of lines of the plot on a card.
  private static let plotLines = 3
}

extension Mark {
  /// The name of the mark on a card.
  fileprivate var word: String {
    switch self {
    case .seen: "seen"
    case .wanted: "wanted"
    case .skipped: "skipped"
    }
  }
}

// The key that adds the film of a card to a list.
extension DiscoverScreen {
  /// Reads the name of a list, and adds the film of the current card to it, which is also wanted then.
  ///
  /// After a name that no list has, asks again; Enter or the same name creates the list.
  func askForList(
    on screen: DeckScreen<MarkChange>, creating newName: String? = nil
  ) async throws -> NextState {
    let names = try await session.viewModels.lists.names()
    let prompt = (newName.map { "Enter creates \"\($0.sanitizedForTerminal)\". " } ?? "") + "List: "
    return try await screen.readName(prompt, among: names.all, default: newName) { text in
      let existingName = names.id(named: text).flatMap(names.name(of:))
      if existingName == nil, text != newName {
        let name = try FilmList.validName(text)
        screen.printer.printMessage("There is no list \"\(name)\".", .red)
        return try await self.askForList(on: screen, creating: name)
      }
      return try await self.add(to: existingName ?? text, on: screen)
    }
  }

  private func add(
    to name: String, on screen: DeckScreen<MarkChange>
  ) async throws -> NextState {
    var change = change(.wanted, nil)
    change.list = name
    guard let item = try await screen.deck.perform(change) else { return .card }
    let isChanged = await screen.deck.undoEntries.last?.hasChanged ?? false
    screen.printer.printMessage(
      "\(item.caption) is \(isChanged ? "in" : "already in") \"\(name)\""
        + (item.mark == .wanted ? " and on your watchlist." : "."))
    return .card
  }
}
