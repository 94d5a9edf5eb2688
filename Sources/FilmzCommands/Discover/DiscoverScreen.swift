import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Synchronization

/// The keys and messages of the deck screen for films to discover.
final class DiscoverScreen: Sendable {
  typealias NextState = DeckScreen<MarkChange>.NextState

  static func explanation(on scale: RatingScale) -> String {
    "s or → seen, k or ← skip, w or ↑ want, 1–\(scale.lastDigit) rate, n later, b back, u undo, ? all keys, q end."
  }

  private var help: [String] {
    [
      "s or → marks the film as seen and asks for a rating; \(scale.keyNames) mark it as seen with this rating;"
        + " .5 after it adds half a \(scale.unitName), and = asks for a rating such as \(scale.decimalExample)."
    ] + Self.markHelp
  }

  private static let markHelp = [
    "k or ← skips the film: discover does not show it again, and `ls --skipped` lists it.",
    "w or ↑ puts the film on your watchlist; l adds it to a list, whose name Tab completes.",
    "n leaves the film for later without a mark; b goes back to the card before.",
    "u undoes the last mark, also of the method before, and shows its film again; i shows the whole plot, o the"
      + " address of the poster.",
    "m changes to another method, such as netflix; q, Ctrl-D or Ctrl-C ends. Every mark is kept at once.",
    "The commands `seen`, `skip`, `watchlist add`, `rate`, `list add`, `show --full`, `discover METHOD` and `undo` do"
      + " the same.",
  ]

  private var ratingHelp: [String] {
    [
      "\(scale.keyNames) rate the film; = asks for a rating such as \(scale.decimalExample).",
      "Enter leaves the film without a rating; u undoes the mark.",
    ]
  }

  private var scale: RatingScale { session.ratingScale }

  /// The deck that is shown.
  let run: DiscoverViewModel.Run
  private let keys: KeyQueue
  let session: Session
  /// The decks that were shown before this one, oldest first; their marks can be undone, too.
  private let earlierRuns: [DiscoverViewModel.Run]
  private let beginOther: @Sendable (DiscoverMethod) async throws -> DiscoverViewModel.Run
  /// The deck that the user has changed to.
  private let otherRun = Mutex<DiscoverViewModel.Run?>(nil)

  /// Creates the screen; `beginOther` starts the deck of another method.
  init(
    _ run: DiscoverViewModel.Run, after earlierRuns: [DiscoverViewModel.Run], keys: KeyQueue, session: Session,
    beginOther: @escaping @Sendable (DiscoverMethod) async throws -> DiscoverViewModel.Run
  ) {
    (self.run, self.earlierRuns, self.keys, self.session) = (run, earlierRuns, keys, session)
    self.beginOther = beginOther
  }

  /// The deck to continue with; `nil` if the user ended the command.
  var nextRun: DiscoverViewModel.Run? { otherRun.withLock { $0 } }

  var screen: DeckScreen<MarkChange> {
    DeckScreen(
      deck: run.deck, keys: keys,
      printer: DeckPrinter(
        console: session.host.console, color: session.options.color, render: render, log: session.host.log),
      prompt: "s seen, k skip, w want, 1–\(scale.lastDigit) rate, ? = help: ", help: help, bindings: bindings,
      sequences: scale == .points ? [["1", "0"]: .command { try await self.rateTen(on: $0) }] : [:],
      lastPrompt: .init(
        text: "No more films. Enter = end, u = undo, m = other method, ? = help: ", keys: ["m", "u"],
        retryText: "Enter = try again, u = undo, m = other method, q = end, ? = help: "), describeUndo: describe)
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
        try await screen.readRating(on: self.scale) { try await self.mark(.seen, $0, on: screen) }
      },
    ]
    let marks: [(KeyPress, Mark)] = [
      ("s", .seen), (.right, .seen), ("k", .skipped), (.left, .skipped), ("w", .wanted),
      (.up, .wanted),
    ]
    for (key, mark) in marks { bindings[key] = .command { try await self.mark(mark, nil, on: $0) } }
    for (key, rating) in KeyPress.ratings(on: scale) {
      bindings[key] = .command { try await self.mark(.seen, rating, on: $0) }
    }
    return bindings
  }

  // MARK: - Marks

  /// Marks the film of the current card; after a film without a rating was marked as seen, asks for a rating.
  private func mark(_ mark: Mark, _ rating: Rating?, on screen: DeckScreen<MarkChange>) async throws -> NextState {
    guard let item = try await screen.deck.perform(change(mark, rating)) else { return .card }
    screen.printer.echo(mark.word + (rating.map { ", \(scale.message($0))" } ?? ""))
    if let keptMark = item.mark, keptMark != mark {
      screen.printer.printMessage("\(item.name) is \(keptMark.predicate) and stays so.")
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

  /// The question for a rating after a film was marked as seen; the rating becomes part of the same journal step.
  private var ratingQuestion: DeckScreen<MarkChange>.Question {
    var bindings: [KeyPress: DeckScreen<MarkChange>.Binding] = [
      .enter: .command { screen in
        screen.printer.echo("")
        return .card
      },
      "=": .command { screen in try await screen.readRating(on: self.scale) { try await self.rateLast($0, on: screen) }
      },
    ]
    for (key, rating) in KeyPress.ratings(on: scale) {
      bindings[key] = .command { screen in
        let next = try await self.rateLast(rating, on: screen)
        screen.printer.echo(self.scale.message(rating))
        return next
      }
    }
    return .init(
      prompt: "Your rating: \(scale.keyHint), Enter = none, ? = help: ", help: ratingHelp, bindings: bindings)
  }

  private func rateLast(_ rating: Rating, on screen: DeckScreen<MarkChange>) async throws -> NextState {
    try await screen.deck.extendLastStep(with: change(.seen, rating))
    return .card
  }

  /// Handles the key `0` after the key `1`: changes the rating that `1` has set from 1 to 10.
  ///
  /// If `1` did not set a rating, `0` is handled as a key of its own.
  private func rateTen(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    guard let ten = Rating(tenths: 100), let one = Rating(tenths: 10),
      await screen.deck.undoEntries.last?.action.rating == one,
      let item = try await screen.deck.extendLastStep(with: change(.seen, ten))
    else { return await screen.handle("0") }
    screen.printer.echo("0")
    screen.printer.printMessage("\(item.name) \(ten.text)")
    return .prompt
  }

  /// Reads the digit after `.`, and adds it to the rating that the key before `.` has set, as in 8.5.
  private func addDecimal(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    screen.printer.echoFirst(".")
    let key = await screen.nextKey()
    guard case .character(let character) = key, let digit = character.wholeNumberValue else {
      screen.printer.echo("")
      return await screen.handle(key)
    }
    screen.printer.echo(String(character).sanitizedForTerminal)
    guard let rating = await screen.deck.undoEntries.last?.action.rating, rating.tenths % scale.unit == 0,
      let newRating = Rating(tenths: rating.tenths + digit * scale.unit / 10),
      let item = try await screen.deck.extendLastStep(with: change(.seen, newRating))
    else {
      screen.printer.printMessage(
        "A decimal can only follow a rating from 1 to \(100 / scale.unit - 1);"
          + " = asks for a rating such as \(scale.decimalExample).")
      return .prompt
    }
    screen.printer.printMessage("\(item.name) \(scale.message(newRating))")
    return .prompt
  }

  /// Undoes the last mark of this deck.
  ///
  /// If this deck has no mark, undoes the last mark of an earlier deck, and continues with that deck.
  private func undo(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    guard await screen.deck.undoEntries.isEmpty else { return try await screen.undo() }
    for earlierRun in earlierRuns.reversed() {
      guard let (undoEntry, item) = try await earlierRun.deck.undo() else { continue }
      screen.printer.echo("u")
      screen.printer.printMessage(describe(undoEntry, item))
      otherRun.withLock { $0 = earlierRun }
      return .end(.ended)
    }
    return try await screen.undo()
  }

  /// Describes an undone mark; the item is the film after the undo.
  private func describe(_ undoEntry: DiscoverDeck.UndoEntry, _ item: FilmItem) -> String {
    guard undoEntry.hasChanged else { return "\(item.name) had not been changed." }
    if let list = undoEntry.action.list { return "\(item.name) is no longer in \"\(list)\"." }
    let mark = undoEntry.action.mark
    guard undoEntry.before.mark != undoEntry.after.mark else {
      return "\(item.name): \(item.entry?.rating.map { "\(scale.message($0)) again" } ?? "unrated again")"
    }
    return "\(item.name) is " + (item.mark.map { "\($0.predicate) again." } ?? "no longer \(mark.predicate).")
  }

  // MARK: - More about the film

  private func showPlot(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    screen.printer.echo("i")
    guard let item = try await screen.deck.card()?.item else { return .card }
    let detail = try await screen.waiting(for: "the plot") {
      try await self.session.viewModels.filmDetail.show(item, refresh: false, in: self.session.context)
    }
    for warning in detail.warnings { screen.printer.printMessage(warning.text, .yellow) }
    screen.printer.printMessage(detail.value.item.film?.plot ?? "No plot of \(item.caption) is known.", .plain)
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

  /// Reads the name of a method, and starts its deck; asks again if there is no such method, or several.
  private func changeMethod(on screen: DeckScreen<MarkChange>) async throws -> NextState {
    try await screen.readLine("Method: ") { text in
      let methods = DiscoverMethod.named(text)
      guard methods.count == 1, let method = methods.first else {
        let suggestion = "Did you mean \(methods.map(\.rawValue).joinedWithOr)?"
        screen.printer.printMessage(methods.isEmpty ? "There is no method \"\(text)\"." : suggestion, .red)
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

  // MARK: - Rendering

  /// Returns a card with its mark, ratings, services, and the beginning of the plot.
  private func render(_ card: DeckCard, on renderTarget: RenderTarget) -> String {
    let film = card.item.film
    let width = renderTarget.width ?? 80
    let plot = film?.plot?.sanitizedForTerminal.truncated(toWidth: width * Self.plotLines - width / 2)
    return card.rendered(
      under: "\(card.number) · \(run.query.method.title)",
      badges: [
        .init("Mark", card.item.mark?.word ?? "", .green),
        .init("Mine", card.item.entry?.rating.map(scale.fraction) ?? "", .cyan),
        .init("IMDb", film?.imdbRating.map { "\($0.decimalText)/10" } ?? "", .yellow),
        .init("TMDB", card.item.tmdbRating ?? "", .yellow),
      ],
      paragraphs: [plot].compactMap(\.self),
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
  /// Reads the name of a list, adds the film of the current card to it, and marks the film as wanted.
  ///
  /// If no list has the name, asks again; Enter or the same name then creates the list.
  func askForList(on screen: DeckScreen<MarkChange>, creating newName: String? = nil) async throws -> NextState {
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

  private func add(to name: String, on screen: DeckScreen<MarkChange>) async throws -> NextState {
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
