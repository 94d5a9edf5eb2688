import Testing

@testable import FilmzShell

struct RunningCommandTests {
  @Test func valueOfTheCommandIsReturned() async throws {
    #expect(try await RunningCommand().run { 7 } == 7)
  }

  @Test func errorOfTheCommandIsThrown() async {
    await #expect(throws: CancellationError.self) {
      try await RunningCommand().run { throw CancellationError() }
    }
  }

  @Test func cancellingStopsTheCommand() async {
    let running = RunningCommand()
    await #expect(throws: CancellationError.self) {
      try await running.run {
        running.cancel()
        try await Task.sleep(for: .seconds(60))
      }
    }
  }

  @Test func cancellingWithoutACommandDoesNotAffectLaterOnes() async throws {
    let running = RunningCommand()
    running.cancel()
    #expect(try await running.run { Task.isCancelled } == false)
    running.cancel()
    #expect(try await running.run { Task.isCancelled } == false)
  }

  @Test func foregroundChildIsReportedWhileItRuns() async throws {
    let running = RunningCommand()
    #expect(!running.hasForegroundChild)
    let hasChild = try await running.withForegroundChild { running.hasForegroundChild }
    #expect(hasChild)
    #expect(!running.hasForegroundChild)
  }

  @Test func noForegroundChildIsReportedAfterAFailure() async {
    let running = RunningCommand()
    await #expect(throws: CancellationError.self) {
      try await running.withForegroundChild { throw CancellationError() }
    }
    #expect(!running.hasForegroundChild)
  }

  @Test func cancellingStopsACommandThatHasAForegroundChild() async throws {
    let running = RunningCommand()
    let isCancelled = try await running.run {
      try await running.withForegroundChild {
        running.cancel()
        return Task.isCancelled
      }
    }
    #expect(isCancelled)
  }
}
