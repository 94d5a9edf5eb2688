package import FilmzDomain
import FilmzViewModels

/// How a deck ended.
package enum DeckEnding: Sendable {
  /// The user ended it, or there are no more cards.
  case ended
  /// Ctrl-C or a signal ended it, or single keys could not be read.
  case interrupted
  /// A card could not be loaded.
  case failed(any UserFacingError)
}

extension Session {
  /// Runs a deck until it ends.
  ///
  /// Ctrl-C cancels the task of the command and is also read as a key. The deck runs in a task of its own,
  /// which is not cancelled, so that keys typed before Ctrl-C still take effect.
  func run<Action>(_ screen: DeckScreen<Action>) async throws -> DeckEnding {
    progress?.stop()
    trace.setListener(nil)
    try Task.checkCancellation()
    var screen = screen
    screen.didHandleKey = { [sync = viewModels.backgroundSync] in await sync.syncSoon() }
    return await Task { [screen] in await screen.run() }.value
  }
}

extension Output {
  /// Returns the output with the ending that corresponds to the ending of a deck.
  func withEnding(_ ending: DeckEnding) -> Output {
    var output = self
    switch ending {
    case .ended: break
    case .interrupted: output.ending = .interrupted
    case .failed(let failure): output.ending = .partlyFailed(failure)
    }
    return output
  }
}
