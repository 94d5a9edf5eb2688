import FilmzShell
import Testing

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
}
