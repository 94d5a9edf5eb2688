import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The deck screen of a rating session: its keys, and how they are worded.
struct RatingScreen {
  private typealias Next = DeckScreen<RatingAction>.Next

  private static let help = [
    "1 to 9, and 0 for ten, rate the film and go on.",
    "+ or .5 adds a half to the rating that was given last; = takes a value such as 8.3.",
    "Enter skips the film until the next time; u takes back what was done last.",
    "i shows more about the film; q or Ctrl-C ends, and all that was rated stays.",
  ]

  let deck: RatingDeck
  let keys: KeyReading
  let session: Session

  var screen: DeckScreen<RatingAction> {
    DeckScreen(
      deck: deck, keys: keys, console: session.host.console, color: session.options.color,
      prompt: "1–9, 0 = ten, Enter skips, ? help: ", help: Self.help, bindings: bindings,
      draw: { $0.rendered(on: $1) }, describeUndo: Self.describe, log: session.host.log)
  }

  private var bindings: [KeyPress: DeckScreen<RatingAction>.Binding] {
    var bindings: [KeyPress: DeckScreen<RatingAction>.Binding] = [
      .enter: .action(.skip, "skipped"), "+": .command(Self.addHalf),
      ".": .command(Self.addDecimal), "=": .command(Self.typeValue),
      "i": .command { [session] in try await Self.showMore(on: $0, in: session) },
    ]
    for points in 1...10 {
      guard let rating = Rating(tenths: points * 10) else { continue }
      bindings[.character(Character(String(points % 10)))] = .action(.rate(rating), rating.text)
    }
    return bindings
  }

  private static func addHalf(on screen: DeckScreen<RatingAction>) async throws -> Next {
    let result = try await screen.deck.addHalf()
    screen.echo("+")
    switch result {
    case .added(let item): screen.note("\(item.name) \(item.entry?.rating?.text ?? "")")
    case .nothingRated: screen.note("Nothing was rated yet that a half could be added to.")
    case .tooHigh(let item):
      screen.note("\(item.name) has \(item.entry?.rating?.text ?? ""); a half more is above 10.")
    }
    return .prompt
  }

  /// What somebody means who types `7.5` where 7 has rated already: a half more.
  private static func addDecimal(on screen: DeckScreen<RatingAction>) async throws -> Next {
    screen.echo(".")
    switch await screen.readKey() {
    case "5": return try await addHalf(on: screen)
    case .character:
      screen.note("Only halves can be added, by + or .5; = takes a value such as 8.3.")
      return .prompt
    case let key: return await screen.answer(to: key)
    }
  }

  private static func typeValue(on screen: DeckScreen<RatingAction>) async throws -> Next {
    screen.echo("=")
    return try await screen.readLine("Rating: ") { text in
      guard let rating = try? Rating(parsing: text.filter { !$0.isWhitespace }) else {
        screen.note("Rating must be between 0 and 10, such as 8, 8.5 or 4.5/5.", .red)
        return .prompt
      }
      try await screen.deck.perform(.rate(rating))
      return .card
    }
  }

  private static func showMore(
    on screen: DeckScreen<RatingAction>, in session: Session
  ) async throws -> Next {
    screen.echo("i")
    guard let item = try await screen.deck.card()?.item else { return .card }
    let card = FilmCard(detail: await session.models.detail.detail(of: item), isFull: true).card
    screen.show(card.rendered(on: screen.canvas) + "\n")
    return .prompt
  }

  private static func describe(_ entry: RatingDeck.UndoEntry, _ item: FilmItem) -> String {
    let rating = item.entry?.rating.map { "\($0.text) again" }
    switch entry.action {
    case .skip: return "\(item.name) is not skipped."
    case .rate: return "\(item.name): \(rating ?? (entry.isAmendment ? "" : "no rating again"))"
    }
  }
}

extension DeckCard {
  /// People of each sort that are named.
  private static let mostPeople = 4

  /// Its place, and what helps to remember the film; no line break at the end.
  func rendered(on canvas: RenderTarget) -> String {
    canvas.style.dim("\(number)/\(total)") + "\n" + card(width: canvas.width).rendered(on: canvas)
  }

  private func card(width: Int?) -> Card {
    Card(
      title: item.caption, subtitle: subtitle,
      badges: badges.filter { !$0.value.isEmpty },
      fields: fields(width).filter { !$0.value.isEmpty })
  }

  private var subtitle: String {
    let film = item.film
    let parts = [
      film?.type?.label, film?.runtimeMinutes.map { "\($0) min" },
      film?.genres.joined(separator: ", "),
    ]
    return parts.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " • ")
  }

  private var badges: [Card.Field] {
    [
      .init("Mine", item.entry?.rating.map { "\($0.text)/10" } ?? "", .cyan),
      .init("IMDb", item.film?.imdbRating.map { "\($0.decimalText)/10" } ?? "", .yellow),
      .init("Seen", seen, .green),
    ]
  }

  private var seen: String {
    guard let entry = item.entry, entry.isWatched else { return "not yet" }
    return entry.dateWatched?.text ?? "yes"
  }

  /// A long note is cut to two lines of the terminal.
  private func fields(_ width: Int?) -> [Card.Field] {
    [
      .init("Directed by", people(item.film?.directors)),
      .init("With", people(item.film?.actors)),
      .init(
        "Note", (item.entry?.notes ?? "").sanitizedForTerminal.truncated(toWidth: (width ?? 80) * 2)
      ),
    ]
  }

  private func people(_ names: [String]?) -> String {
    (names ?? []).prefix(Self.mostPeople).joined(separator: ", ")
  }
}
