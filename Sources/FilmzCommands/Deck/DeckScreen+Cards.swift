import FilmzTerminal
import FilmzViewModels

// The cards, and the prompt below them.
extension DeckScreen {
  /// Shows the cards, and handles the keys, until the deck ends.
  func showCards() async -> DeckEnding {
    var state = NextState.card
    var place = Place.card
    var previousKey: KeyPress?
    while true {
      switch state {
      case .end(let ending):
        if case .ended = ending, case .failedPage(let error) = place { return .failed(error) }
        return ending
      case .ask(let question): place = .question(question)
      case .prompt, .key: break
      case .card:
        switch await nextPlace() {
        case .success(let nextPlace): place = nextPlace
        case .failure(let ending): return ending
        }
      }
      let prompt = prompt(at: place)
      if case .key = state {} else { printer.writePrompt(prompt) }
      let (key, continuesSequence) = await readKey(prompt)
      state = await handle(key, after: continuesSequence ? previousKey : nil, at: place)
      await didHandleKey()
      previousKey = key
    }
  }

  /// Draws the next card, and returns the place of the next prompt, or the ending if the deck ends instead.
  private func nextPlace() async -> Result<Place, DeckEnding> {
    do {
      if let card = try await nextCard() {
        printer.draw(card)
        return .success(.card)
      }
      return await waitsAtEnd() ? .success(.end) : .failure(.ended)
    } catch let ending as DeckEnding {
      return .failure(ending)
    } catch {
      let failure = printer.userFacingError(for: error)
      guard lastPrompt?.retryText != nil else { return .failure(.failed(failure)) }
      printer.write("\n")
      printer.printMessage(failure.text, .red)
      return .success(.failedPage(failure))
    }
  }

  /// Returns the next card, or `nil` after the last one; the user can interrupt the loading of the card's page.
  private func nextCard() async throws -> DeckCard? {
    guard lastPrompt?.retryText != nil, await deck.needsPage else { return try await deck.card() }
    return try await waiting(for: "more films") { try await deck.card() }
  }

  private func prompt(at place: Place) -> String {
    switch place {
    case .card: prompt
    case .question(let question): question.prompt
    case .end: lastPrompt?.text ?? prompt
    case .failedPage: lastPrompt?.retryText ?? prompt
    }
  }

  /// Returns whether the deck prompts after its last card: it does if it has a ``LastPrompt``, and either loads pages
  /// or has an action to undo.
  private func waitsAtEnd() async -> Bool {
    guard let lastPrompt else { return false }
    if lastPrompt.retryText != nil { return true }
    return await !deck.undoEntries.isEmpty
  }

  /// Reads the next key; while the user does not press one, background changes of the deck are shown.
  ///
  /// - Returns: The key, and whether it was pressed in time to continue a sequence.
  private func readKey(_ prompt: String) async -> (key: KeyPress, continuesSequence: Bool) {
    let start = now()
    await deck.setListener { show($0, prompt) }
    let key = await nextKey()
    await deck.setListener(nil)
    return (key, start.duration(to: now()) < Self.sequenceTimeout)
  }

  private func show(_ event: CardDeck<Action>.Event, _ prompt: String) {
    switch event {
    case .cardChanged(let card): printer.redraw(card)
    case .pageFailed(let error):
      printer.write("\n")
      printer.printMessage(printer.userFacingError(for: error).text, .red)
      printer.writePrompt(prompt)
    }
  }
}

/// An event while a deck waits for an operation.
private enum WaitingEvent<Value: Sendable>: Sendable {
  case completed(Result<Value, any Error>)
  /// ``timeUntilWaitingMessage`` has passed.
  case delayed
  /// The reading of keys has ended, after a key that ends the deck or after its cancellation.
  case interrupted
}

/// The time after which a message says what the deck waits for.
private let timeUntilWaitingMessage = Duration.milliseconds(500)

extension DeckScreen {
  /// Returns the result of an operation, which Ctrl-C, Ctrl-D and signals interrupt.
  ///
  /// Other keys are kept, and take effect afterwards.
  ///
  /// - Parameters:
  ///   - awaited: The name of the operation in the message that appears after half a second.
  ///   - operation: The operation, which is cancelled if it is interrupted.
  /// - Returns: The result of the operation.
  /// - Throws: ``DeckEnding`` after an interruption; the errors of the operation.
  func waiting<Value: Sendable>(
    for awaited: String, _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let (events, continuation) = AsyncStream.makeStream(of: WaitingEvent<Value>.self)
    let performing = Task {
      do {
        continuation.yield(.completed(.success(try await operation())))
      } catch {
        continuation.yield(.completed(.failure(error)))
      }
    }
    let delaying = Task {
      if (try? await Task.sleep(for: timeUntilWaitingMessage)) != nil { continuation.yield(.delayed) }
    }
    let reading = Task {
      await keys.readAheadToInterruption()
      continuation.yield(.interrupted)
    }
    let result = await result(of: events, waitingFor: awaited)
    for task in [performing, delaying, reading] { task.cancel() }
    // Two tasks must not read keys at the same time.
    await reading.value
    return try result.get()
  }

  private func result<Value>(
    of events: AsyncStream<WaitingEvent<Value>>, waitingFor awaited: String
  ) async -> Result<Value, any Error> {
    for await event in events {
      switch event {
      case .completed(let result): return result
      case .delayed: printer.printMessage("Waiting for \(awaited); Ctrl-C ends.")
      case .interrupted:
        guard let key = keys.takeInterruption() else { continue }
        printer.echo(key == .interrupted ? "^C" : "")
        return .failure([.endOfInput, .closed].contains(key) ? DeckEnding.ended : .interrupted)
      }
    }
    return .failure(CancellationError())
  }
}
