import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// Draws the cards of a rating session, and does what the keys say.
struct RatingScreen {
  /// How a session ended.
  enum Ending {
    case ended
    /// By Ctrl-C or a signal.
    case interrupted
    case failed(any Failure)
  }

  /// What stands on the terminal after a key.
  private enum Next {
    case card
    case prompt
    case end(Ending)
  }

  private static let prompt = "1–9, 0 = ten, Enter skips, ? help: "

  private static let help = [
    "1 to 9, and 0 for ten, rate the film and go on.",
    "+ or .5 adds a half to the rating that was given last; = takes a value such as 8.3.",
    "Enter skips the film until the next time; u takes back what was done last.",
    "i shows more about the film; q or Ctrl-C ends, and all that was rated stays.",
  ]

  let session: Session
  let keys: KeyReading
  let films: RatingSession

  /// Goes through the films, until there are no more or the user ends it.
  func run() async -> Ending {
    guard await keys.begin() else { return .interrupted }
    let ending = await loop()
    await keys.end()
    return ending
  }

  private func loop() async -> Ending {
    var next = Next.card
    while true {
      if case .end(let ending) = next { return ending }
      do {
        if case .card = next {
          guard let card = try await films.card() else { return .ended }
          say("\n" + card.rendered(on: canvas) + "\n")
        }
        say(Self.prompt)
        next = await answer(to: await keys.read())
      } catch {
        return .failed(Self.failure(error))
      }
    }
  }

  // MARK: - Keys

  /// Does what a key says; where it cannot be done that is said, and the card stays.
  private func answer(to key: KeyPress) async -> Next {
    do {
      switch key {
      case .character(let character): return try await answer(to: character)
      case .enter: return try await skip()
      case .unknown: return hint()
      case .resumed:
        say("\n")
        return .card
      case .interrupted: return end("^C", .interrupted)
      case .endOfInput: return end("", .ended)
      case .terminated: return end("", .interrupted)
      }
    } catch let gone as ViewModelError where gone.isFilmGone {
      echo("")
      note(gone.text, .red)
      return .card
    } catch {
      echo("")
      note(Self.failure(error).text, .red)
      return .prompt
    }
  }

  private func answer(to character: Character) async throws -> Next {
    switch character {
    case "0": return try await rate(Rating(tenths: 100))
    case "1"..."9":
      return try await rate(character.wholeNumberValue.flatMap { Rating(tenths: $0 * 10) })
    case "+": return try await addHalf()
    case ".": return try await addDecimal()
    case "=": return try await typeValue()
    case "u", "U": return try await undo()
    case "i", "I": return try await showMore()
    case "q", "Q": return end("q", .ended)
    case "?":
      echo("?")
      for line in Self.help { note(line) }
      return .prompt
    default: return hint()
    }
  }

  private func rate(_ rating: Rating?) async throws -> Next {
    guard let rating, try await films.rate(rating) != nil else { return .card }
    echo(rating.text)
    return .card
  }

  private func skip() async throws -> Next {
    try await films.skip()
    echo("skipped")
    return .card
  }

  private func addHalf() async throws -> Next {
    let half = try await films.addHalf()
    echo("+")
    switch half {
    case .added(let item): note("\(item.name) \(item.entry?.rating?.text ?? "")")
    case .nothingRated: note("Nothing was rated yet that a half could be added to.")
    case .tooMuch(let item):
      note("\(item.name) has \(item.entry?.rating?.text ?? ""); a half more is above 10.")
    }
    return .prompt
  }

  /// What somebody means who types `7.5` where 7 has rated already: a half more.
  private func addDecimal() async throws -> Next {
    echo(".")
    switch await keys.read() {
    case .character("5"): return try await addHalf()
    case .character:
      note("Only halves can be added, by + or .5; = takes a value such as 8.3.")
      return .prompt
    case let key: return await answer(to: key)
    }
  }

  private func typeValue() async throws -> Next {
    echo("=")
    switch await keys.readLine("Rating: ") {
    case .none(.endOfInput): return .end(.ended)
    case .none: return .end(.interrupted)
    case .text(let text):
      guard let text = text.nonBlank else { return .prompt }
      guard let rating = try? Rating(parsing: text.filter { !$0.isWhitespace }) else {
        note("Rating must be between 0 and 10, such as 8, 8.5 or 4.5/5.", .red)
        return .prompt
      }
      _ = try await films.rate(rating)
      return .card
    }
  }

  private func undo() async throws -> Next {
    let undone = try await films.undo()
    echo("u")
    guard let (deed, item) = undone else {
      note("Nothing was done yet in this session that could be taken back.")
      return .prompt
    }
    let rating = item.entry?.rating.map { "\($0.text) again" }
    switch deed {
    case .rating: note("\(item.name): \(rating ?? "no rating again")")
    case .half: note("\(item.name): \(rating ?? "")")
    case .skip: note("\(item.name) is not skipped.")
    }
    if case .half = deed { return .prompt }
    return .card
  }

  private func showMore() async throws -> Next {
    echo("i")
    guard let item = try await films.card()?.item else { return .card }
    let card = FilmCard(detail: await session.detail.detail(of: item), isFull: true).card
    say("\n" + card.rendered(on: canvas) + "\n\n")
    return .prompt
  }

  private func hint() -> Next {
    echo("")
    note("? shows the keys.")
    return .prompt
  }

  private func end(_ key: String, _ ending: Ending) -> Next {
    echo(key)
    return .end(ending)
  }

  // MARK: - Drawing

  private var style: Style { session.console.messageStyle(session.options.color) }

  private var width: Int { session.console.canvas(.never).width ?? 80 }

  private var canvas: Canvas { Canvas(width: width, style: style, isTerminal: true) }

  private func say(_ text: String) { session.console.say(text) }

  /// Shows a key on the prompt's line, which ends with it.
  private func echo(_ key: String) { say(style.bold(key) + "\n") }

  private func note(_ text: String, _ emphasis: Emphasis = .dim) {
    for line in text.inert.wrapped(toWidth: width) { say(style.emphasized(line, emphasis) + "\n") }
  }

  private static func failure(_ error: any Error) -> any Failure {
    error as? any Failure ?? CommandError.interrupted
  }
}
