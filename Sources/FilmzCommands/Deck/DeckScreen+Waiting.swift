/// The ending of a deck, thrown if the user interrupts what the deck waits for.
struct DeckEnded: Error { let ending: DeckEnding }

/// What happens while a deck waits.
private enum WaitingEvent<Value: Sendable>: Sendable {
  case completed(Result<Value, any Error>)
  /// Waiting takes so long that the user is told.
  case delayed
  /// A key was pressed that ends the deck.
  case interrupted
}

/// The time after which the user is told that the deck waits.
private let timeUntilWaitingMessage = Duration.milliseconds(500)

extension DeckScreen {
  /// Returns the result of an operation, which Ctrl-C, Ctrl-D and signals interrupt.
  ///
  /// Other keys are kept, and take effect afterwards.
  ///
  /// - Parameters:
  ///   - awaited: What the user is told to wait for if that takes longer than half a second.
  ///   - operation: The operation, which is cancelled if it is interrupted.
  /// - Returns: The result of the operation.
  /// - Throws: ``DeckEnded`` after an interruption; the errors of the operation.
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
      if (try? await Task.sleep(for: timeUntilWaitingMessage)) != nil {
        continuation.yield(.delayed)
      }
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
        return .failure(DeckEnded(ending: key == .endOfInput ? .ended : .interrupted))
      }
    }
    return .failure(CancellationError())
  }
}
