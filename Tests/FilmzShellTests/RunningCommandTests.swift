import Testing

@testable import FilmzShell

struct RunningCommandTests {
  @Test func whatRunsGivesItsValue() async throws {
    #expect(try await RunningCommand().run { 7 } == 7)
  }

  @Test func whatRunsThrowsItsError() async {
    await #expect(throws: CancellationError.self) {
      try await RunningCommand().run { throw CancellationError() }
    }
  }

  @Test func cancellingStopsWhatRuns() async {
    let running = RunningCommand()
    await #expect(throws: CancellationError.self) {
      try await running.run {
        running.cancel()
        try await Task.sleep(for: .seconds(60))
      }
    }
  }

  @Test func cancellingWhileNothingRunsStopsNothingLater() async throws {
    let running = RunningCommand()
    running.cancel()
    #expect(try await running.run { Task.isCancelled } == false)
    running.cancel()
    #expect(try await running.run { Task.isCancelled } == false)
  }

  @Test func itIsKnownWhetherAnotherProgramHasTheTerminal() async throws {
    let running = RunningCommand()
    #expect(!running.hasLentTerminal)
    let isLent = try await running.lendingTerminal { running.hasLentTerminal }
    #expect(isLent)
    #expect(!running.hasLentTerminal)
  }

  @Test func theTerminalIsBackAfterAFailure() async {
    let running = RunningCommand()
    await #expect(throws: CancellationError.self) {
      try await running.lendingTerminal { throw CancellationError() }
    }
    #expect(!running.hasLentTerminal)
  }

  @Test func anEndOfTheProgramStopsWhatRunsAlsoThen() async throws {
    let running = RunningCommand()
    let isStopped = try await running.run {
      try await running.lendingTerminal {
        running.cancel()
        return Task.isCancelled
      }
    }
    #expect(isStopped)
  }
}
