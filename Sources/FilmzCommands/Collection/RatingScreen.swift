import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The keys and messages of the deck screen for a rating session.
struct RatingScreen {
  private typealias NextState = DeckScreen<RatingAction>.NextState

  private var help: [String] {
    [
      "\(scale.keyNames) rate the film and show the next one. A film without a viewing"
        + " gets one of unknown date, unless `rate` has --no-viewing.",
      "+ or .5 adds half a \(scale.unitName) to the previous rating; = asks for a rating such as \(scale.decimalExample).",
      "Enter skips the film, which the next session shows last; n leaves it for later, b goes back to the card before;"
        + " u undoes the last rating or skip.",
      "i shows more about the film; q or Ctrl-C ends the session and keeps all ratings. After the last"
        + " film, Enter ends the session.",
      "The commands `rate \(scale.example)`, `show` and `undo` do the same.",
    ]
  }

  let deck: RatingDeck
  let keys: KeyInput
  let session: Session

  private var scale: RatingScale { session.ratingScale }

  var screen: DeckScreen<RatingAction> {
    DeckScreen(
      deck: deck, keys: KeyQueue(keys),
      printer: DeckPrinter(
        console: session.host.console, color: session.options.color,
        render: { [scale] in $0.renderedForRating(scale, on: $1) },
        log: session.host.log), prompt: "\(scale.keyHint), Enter = skip, ? = help: ", help: help, bindings: bindings,
      sequences: scale == .points ? [["1", "0"]: .command(Self.rateTen)] : [:],
      lastPrompt: .init(text: "That was the last film. Enter = end, u = undo, ? = help: ", keys: ["+", "."]),
      describeUndo: { [scale] in Self.describe($0, $1, scale) })
  }

  private var bindings: [KeyPress: DeckScreen<RatingAction>.Binding] {
    var bindings: [KeyPress: DeckScreen<RatingAction>.Binding] = [
      .enter: .action(.skip, "skipped"), "+": .command { try await addHalfPoint(on: $0, key: "+") },
      ".": .command(addDecimal), "=": .command(readRating),
      "i": .command { [session] in try await Self.showMore(on: $0, in: session) },
    ]
    for (key, rating) in KeyPress.ratings(on: scale) { bindings[key] = .action(.rate(rating), scale.message(rating)) }
    return bindings
  }

  /// Handles the key `0` after the key `1`: changes the rating that `1` has set from 1 to 10.
  ///
  /// If `1` did not rate a film, `0` rates the current film. If the rating cannot be changed, the card is shown again.
  private static func rateTen(on screen: DeckScreen<RatingAction>) async throws -> NextState {
    guard let ten = Rating(tenths: 100), let one = Rating(tenths: 10) else { return .prompt }
    guard let last = await screen.deck.undoEntries.last, last.action == .rate(one), !last.isAmendment,
      try await screen.deck.undo() != nil
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

  private func addHalfPoint(on screen: DeckScreen<RatingAction>, key: String) async throws -> NextState {
    let result = try await screen.deck.addHalfPoint(on: scale)
    screen.printer.echo(key)
    switch result {
    case .added(let item): screen.printer.printMessage("\(item.name) \(item.entry?.rating.map(scale.message) ?? "")")
    case .nothingRated: screen.printer.printMessage("Nothing has been rated yet in this session.")
    case .tooHigh(let item):
      let rating = item.entry?.rating.map(scale.message) ?? ""
      screen.printer.printMessage(
        "\(item.name) is rated \(rating); half a \(scale.unitName) more is above \(scale.rawValue).")
    }
    return .prompt
  }

  /// Reads the key after `.`, and adds half a point to the previous rating if this key is 5.
  ///
  /// When the user types 7.5, the 7 has already rated the film.
  private func addDecimal(on screen: DeckScreen<RatingAction>) async throws -> NextState {
    screen.printer.echoFirst(".")
    switch await screen.nextKey() {
    case "5": return try await addHalfPoint(on: screen, key: "5")
    case .character(let character):
      screen.printer.echo(String(character).sanitizedForTerminal)
      screen.printer.printMessage(
        "Only half \(scale.unitName)s can be added, with + or .5; = asks for a rating such as \(scale.decimalExample).")
      return .prompt
    case let key:
      screen.printer.echo("")
      return await screen.handle(key)
    }
  }

  private func readRating(on screen: DeckScreen<RatingAction>) async throws -> NextState {
    try await screen.readRating(on: scale) { rating in
      try await screen.deck.perform(.rate(rating))
      return .card
    }
  }

  private static func showMore(on screen: DeckScreen<RatingAction>, in session: Session) async throws -> NextState {
    screen.printer.echo("i")
    guard let item = try await screen.deck.card()?.item else { return .card }
    let card = FilmCard(
      detail: await session.viewModels.filmDetail.detail(of: item), isFull: true, scale: session.ratingScale
    ).card
    screen.printer.show(card.rendered(on: screen.printer.renderTarget) + "\n")
    return .prompt
  }

  /// Describes an undone action; the item is the film after the undo.
  private static func describe(_ undoEntry: RatingDeck.UndoEntry, _ item: FilmItem, _ scale: RatingScale) -> String {
    let restoredRating = item.entry?.rating.map { "\(scale.message($0)) again" }
    let noRating = undoEntry.isAmendment ? "" : "unrated again"
    return switch undoEntry.action {
    case .skip: "\(item.name) is no longer skipped."
    case .rate: "\(item.name): \(restoredRating ?? noRating)"
    }
  }
}

extension DeckCard {
  /// Returns the card for rating the film, without a trailing newline.
  func renderedForRating(_ scale: RatingScale, on renderTarget: RenderTarget) -> String {
    let note = (item.entry?.notes ?? "").sanitizedForTerminal
    return rendered(
      under: "\(number)/\(total)",
      badges: [
        .init("Mine", item.entry?.rating.map(scale.fraction) ?? "", .cyan),
        .init("IMDb", item.film?.imdbRating.map { "\($0.decimalText)/10" } ?? "", .yellow),
        .init("Watched", dateWatchedText, .green),
      ],
      // A long note is truncated to twice the width of the terminal.
      fields: [.init("Note", note.truncated(toWidth: (renderTarget.width ?? 80) * 2))], on: renderTarget)
  }

  /// The date of the last viewing, `yes` if it is unknown, or `–` as in tables.
  private var dateWatchedText: String {
    guard let entry = item.entry, entry.isWatched else { return "–" }
    return entry.dateWatched?.text ?? "yes"
  }
}

extension KeyPress {
  /// Returns the keys that rate the film of a card, with their ratings: the digits, 0 for ten points.
  static func ratings(on scale: RatingScale) -> [(key: KeyPress, rating: Rating)] {
    (1...100 / scale.unit).compactMap { number in
      Rating(tenths: number * scale.unit).map { (.character(Character(String(number % 10))), $0) }
    }
  }
}

// Texts about the keys that rate films.
extension RatingScale {
  var unitName: String { self == .points ? "point" : "star" }
  /// The highest rating that one digit sets; on the scale of points, the digit 0 sets ten.
  var lastDigit: Int { self == .points ? 9 : 5 }
  var keyHint: String { self == .points ? "1–9, 0 = ten" : "1–5 stars" }
  var keyNames: String { self == .points ? "1 to 9, and 0 or 10 for ten," : "1 to 5 stars" }
  var decimalExample: String { self == .points ? "8.3" : "4.3" }
}

extension DeckScreen {
  /// Reads a line with a rating after the key `=`, and passes the rating to `body`.
  ///
  /// After an invalid rating, asks again.
  func readRating(on scale: RatingScale, then body: (Rating) async throws -> NextState) async throws -> NextState {
    printer.echo("=")
    return try await askForRating(on: scale, then: body)
  }

  private func askForRating(
    on scale: RatingScale, then body: (Rating) async throws -> NextState
  ) async throws -> NextState {
    try await readLine("Rating: ") { text in
      guard let rating = try? scale.rating(text.filter { !$0.isWhitespace }) else {
        let examples = scale == .points ? "8, 8.5 or 4.5/5" : "4, 4.5 or 9/10"
        printer.printMessage("Rating must be between 0 and \(scale.rawValue), such as \(examples).", .red)
        return try await askForRating(on: scale, then: body)
      }
      return try await body(rating)
    }
  }
}
