import FilmzTestSupport
import Foundation
import Testing

/// Shells sync by themselves.
struct BackgroundSyncTests {
  private func openShell(_ machines: SyncMachines, _ name: String) async throws -> PseudoTerminal {
    try await machines.filmz.openShell(["--home", name, "--offline"])
  }

  /// Waits until a shell tells that something has come, which the first prompt may have told.
  private func expectNews(_ shell: PseudoTerminal, _ text: String) async throws {
    if shell.screen.visibleText.contains(text) { return }
    let deadline = ContinuousClock.now + .seconds(120)
    while try await !shell.answer(to: "").contains(text) {
      try #require(ContinuousClock.now < deadline)
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  @Test func changeReachesAnotherOpenShell() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      let (first, second) = (
        try await openShell(machines, "desktop"), try await openShell(machines, "laptop")
      )
      _ = try await first.answer(to: "add heat")
      try await expectNews(second, "Sync: received 1 from desktop")
      #expect(try await second.answer(to: "ls").contains("Heat"))
      #expect(try await first.quit() == 0)
      #expect(try await second.quit() == 0)
      try await machines.expectAlike(["desktop", "laptop"])
    }
  }

  @Test func changeBeforeTheEndIsSent() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      let shell = try await openShell(machines, "desktop")
      _ = try await shell.answer(to: "add heat")
      #expect(try await shell.quit() == 0)
      #expect(try await machines.sync("laptop")["received"] == 1)
      let other = try await openShell(machines, "laptop")
      _ = try await other.answer(to: "config set sync.auto off")
      #expect(try await other.quit() == 0)
      try await machines.script("desktop", "add alien")
      try await machines.sync("desktop")
      let silent = try await openShell(machines, "laptop")
      #expect(try await !silent.answer(to: "ls").contains("Alien"))
      #expect(try await silent.quit() == 0)
      #expect(try await machines.sync("laptop")["received"] == 1)
    }
  }

  @Test func ratingReachesAnotherOpenShellDuringASession() async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try await machines.script(
        "desktop", "watched heat\nwatched alien\nconfig set sync.interval 3600")
      try await machines.script("laptop", "config set sync.interval 3600")
      let (first, second) = (
        try await openShell(machines, "desktop"), try await openShell(machines, "laptop")
      )
      try await first.press("rate\r")
      try await first.press("8")
      try await expectNews(second, "from desktop")
      let deadline = ContinuousClock.now + .seconds(120)
      while try await !second.answer(to: "ls --rating 8").contains("1 of 1") {
        try #require(ContinuousClock.now < deadline)
        try await Task.sleep(for: .milliseconds(100))
      }
      try await first.send("q")
      try await first.expectPrompt()
      #expect(try await first.quit() == 0)
      #expect(try await second.quit() == 0)
    }
  }

  @Test func missingFolderIsToldOnceAndWaitsForNothing() async throws {
    try await SyncMachines.with(["desktop"]) { machines in
      try FileManager.default.removeItem(at: machines.filmz.folder.url(of: SyncMachines.folder))
      let shell = try await openShell(machines, "desktop")
      try await expectNews(shell, "Sync: ")
      for _ in 1...3 {
        #expect(try await !shell.answer(to: "add heat").contains("Sync: "))
      }
      #expect(try await shell.quit() == 0)
      let log = try String(
        contentsOf: machines.filmz.folder.url(of: "desktop/state/log"), encoding: .utf8)
      #expect(log.split(separator: "\n").count { $0.contains("sync: ") } == 1)
    }
  }
}
