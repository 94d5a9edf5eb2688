import FilmzTestSupport

/// Lets a few tests at a time run programs, so that waiting times mean something on a small machine.
actor Turnstile {
  static let shared = Turnstile(places: 4)
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { free = places }

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

extension FilmzProcess {
  /// Runs `body` with the built program in a fresh scratch folder, when it is this test's turn.
  static func inTurn<T>(
    environment: [String: String?] = [:], _ body: (FilmzProcess) async throws -> T
  ) async throws -> T {
    await Turnstile.shared.enter()
    do {
      let result = try await with(environment: environment, body)
      await Turnstile.shared.leave()
      return result
    } catch {
      await Turnstile.shared.leave()
      throw error
    }
  }
}
