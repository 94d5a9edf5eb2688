import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The keys and messages of the deck screen for a rating session.
struct RatingScreen {
  private typealias NextState = DeckScreen<RatingAction>.NextState

  private static let help = [
    "1 to 9, and 0 or 10 for ten, rate the film and show the next one.",
    "+ or .5 adds half a point to the previous rating; = asks for a rating such as 8.3.",
    "Enter skips the film, which the next session shows last; u undoes the last rating or skip.",
    "i shows more about the film; q or Ctrl-C ends the session and keeps all ratings. After the last"
      + " film, Enter ends the session.",
  ]

  let deck: RatingDeck
  let keys: KeyInput
  let session: Session

  var screen: DeckScreen<RatingAction> {
    DeckScreen(
      deck: deck, keys: KeyQueue(keys), console: session.host.console, color: session.options.color,
      prompt: "1–9, 0 = ten, Enter = skip, ? = help: ", help: Self.help, bindings: bindings,
      sequences: [["1", "0"]: .command(Self.rateTen)],
      lastPrompt: .init(
        "That was the last film. Enter = end, u = undo, ? = help: ", keys: ["+", "."]),
      draw: { $0.renderedForRating(on: $1) }, describeUndo: Self.describe, log: session.host.log)
  }

  private var bindings: [KeyPress: DeckScreen<RatingAction>.Binding] {
    var bindings: [KeyPress: DeckScreen<RatingAction>.Binding] = [
      .enter: .action(.skip, "skipped"), "+": .command(Self.addHalfPoint),
      ".": .command(Self.addDecimal), "=": .command(Self.readRating),
      "i": .command { [session] in try await Self.showMore(on: $0, in: session) },
    ]
    for (key, rating) in KeyPress.ratings { bindings[key] = .action(.rate(rating), rating.text) }
    return bindings
  }

  /// Changes the previous rating, which the key `1` has just set, to ten.
  ///
  /// If `1` did not rate a film, the key `0` rates the current film. If the film cannot be rated ten, its
  /// card is shown again.
  private static func rateTen(on screen: DeckScreen<RatingAction>) async throws -> NextState {
    guard let ten = Rating(tenths: 100), let one = Rating(tenths: 10) else { return .prompt }
    guard let last = await screen.deck.undoEntries.last, last.action == .rate(one),
      !last.isAmendment, try await screen.deck.undo() != nil
    else { return await screen.handle("0") }
    do {
      let item = try await screen.deck.perform(.rate(ten))
      screen.printer.echo("0")
      screen.printer.printMessage("\(item?.name ?? "") \(ten.text)")
      return .prompt
    } catch {
      screen.printer.printFailure(error)
      return .card
    }
  }

  private static func addHalfPoint(on screen: DeckScreen<RatingAction>) async throws -> NextState {
    try await addHalfPoint(on: screen, key: "+")
  }

  private static func addHalfPoint(
    on screen: DeckScreen<RatingAction>, key: String
  ) async throws -> NextState {
    let result = try await screen.deck.addHalfPoint()
    screen.printer.echo(key)
    switch result {
    case .added(let item):
      screen.printer.printMessage("\(item.name) \(item.entry?.rating?.text ?? "")")
    case .nothingRated: screen.printer.printMessage("Nothing has been rated yet in this session.")
    case .tooHigh(let item):
      let rating = item.entry?.rating?.text ?? ""
      screen.printer.printMessage("\(item.name) is rated \(rating); half a point more is above 10.")
    }
    return .prompt
  }

  /// Reads the key after `.`, and adds half a point if this key is 5.
  ///
  /// When the user types 7.5, the 7 has already rated the film.
  private static func addDecimal(on screen: DeckScreen<RatingAction>) async throws -> NextState {
    screen.printer.echoFirst(".")
    switch await screen.nextKey() {
    case "5": return try await addHalfPoint(on: screen, key: "5")
    case .character(let character):
      screen.printer.echo(String(character).sanitizedForTerminal)
      screen.printer.printMessage(
        "Only half points can be added, with + or .5; = asks for a rating such as 8.3.")
      return .prompt
    case let key:
      screen.printer.echo("")
      return await screen.handle(key)
    }
  }

  private static func readRating(on screen: DeckScreen<RatingAction>) async throws -> NextState {
    try await screen.readRating { rating in
      try await screen.deck.perform(.rate(rating))
      return .card
    }
  }

  private static func showMore(
    on screen: DeckScreen<RatingAction>, in session: Session
  ) async throws -> NextState {
    screen.printer.echo("i")
    guard let item = try await screen.deck.card()?.item else { return .card }
    let card = FilmCard(detail: await session.viewModels.filmDetail.detail(of: item), isFull: true)
      .card
    screen.printer.show(card.rendered(on: screen.printer.renderTarget) + "\n")
    return .prompt
  }

  /// Describes an undone action; the item is the film after the undo.
  private static func describe(_ undoEntry: RatingDeck.UndoEntry, _ item: FilmItem) -> String {
    let restoredRating = item.entry?.rating.map { "\($0.text) again" }
    switch undoEntry.action {
    case .skip: return "\(item.name) is no longer skipped."
    case .rate:
      return "\(item.name): \(restoredRating ?? (undoEntry.isAmendment ? "" : "unrated again"))"
    }
  }
}

extension DeckCard {
  /// Returns the card for rating the film, without a trailing newline.
  func renderedForRating(on renderTarget: RenderTarget) -> String {
    let note = (item.entry?.notes ?? "").sanitizedForTerminal
    return rendered(
      under: "\(number)/\(total)",
      badges: [
        .init("Mine", item.entry?.rating.map { "\($0.text)/10" } ?? "", .cyan),
        .init("IMDb", item.film?.imdbRating.map { "\($0.decimalText)/10" } ?? "", .yellow),
        .init("Watched", dateWatchedText, .green),
      ],
      // A long note is truncated to twice the width of the terminal.
      fields: [.init("Note", note.truncated(toWidth: (renderTarget.width ?? 80) * 2))],
      on: renderTarget)
  }

  /// The date of the last viewing, `yes` if it is unknown, or `not yet`.
  private var dateWatchedText: String {
    guard let entry = item.entry, entry.isWatched else { return "not yet" }
    return entry.dateWatched?.text ?? "yes"
  }
}

// The keys with which films are rated on a card.
extension KeyPress {
  /// The digits with their ratings, 0 for ten.
  static let ratings: [(key: KeyPress, rating: Rating)] = (1...10).compactMap { points in
    Rating(tenths: points * 10).map { (.character(Character(String(points % 10))), $0) }
  }
}

extension DeckScreen {
  /// Reads a line with a rating after the key `=`, and passes the rating to `body`.
  ///
  /// After an invalid rating, asks again.
  func readRating(
    then body: (Rating) async throws -> NextState
  ) async throws -> NextState {
    printer.echo("=")
    return try await askForRating(then: body)
  }

  private func askForRating(
    then body: (Rating) async throws -> NextState
  ) async throws -> NextState {
    try await readLine("Rating: ") { text in
      guard let rating = try? Rating(parsing: text.filter { !$0.isWhitespace }) else {
        printer.printMessage("Rating must be between 0 and 10, such as 8, 8.5 or 4.5/5.", .red)
        return try await askForRating(then: body)
      }
      return try await body(rating)
    }
  }
}
