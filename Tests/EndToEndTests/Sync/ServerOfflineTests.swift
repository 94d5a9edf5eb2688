import FilmzTestSupport
import Testing

/// A server is not contacted while offline.
@Suite(.enabled(if: PostgresServer.isInstalled), .processes)
struct ServerOfflineTests {
  @Test func commandsThatNeedTheServerAreRefused() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.setUp("one", as: "ada")
      try await homes.script("one", "list add Noir heat --create")
      let url = try #require(homes.members["ada"])
      let lines = [
        ["sync"], ["sync", "setup", "postgres", url], ["list", "publish", "Noir"],
        ["follow", "AAAAAAAAAAAAAAAAAAAAA9"],
      ]
      for line in lines {
        let result = try await homes.run("one", ["--offline"] + line)
        #expect(
          result.status == 69 && result.stderr.contains("not contacted while offline; leave"),
          "\(line): \(result.stderr)")
      }
      let status = try await homes.run("one", ["--offline", "--format", "json", "sync", "status"])
      #expect(try status.json["state"] == "unreachable")
      #expect(try await homes.answer("one", "sync status")["state"] == "waiting")
    }
  }

  /// At its end, a shell waits for what it still has to send.
  @Test(arguments: [(["--offline"], []), ([], ["offline on"])])
  func shellSendsNothing(options: [String], lines: [String]) async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      let shell = try await homes.filmz.openShell(["--home", "one"] + options)
      for line in lines + ["add heat"] { _ = try await shell.answer(to: line) }
      #expect(try await shell.quit() == 0)
      #expect(try await homes.sync("two")["received"] == 0)
      #expect(try await homes.sync("one")["sent"] != 0)
      #expect(try await homes.sync("two")["received"] != 0)
    }
  }

  @Test func shellSendsWhatItHasWhenItIsOnlineAgain() async throws {
    try await ServerHomes.with(["ada"]) { homes in
      try await homes.setUp("one", as: "ada")
      try await homes.setUp("two", as: "ada")
      let shell = try await homes.filmz.openShell(["--home", "one"])
      for line in ["offline on", "add heat", "offline off"] { _ = try await shell.answer(to: line) }
      let deadline = ContinuousClock.now + .seconds(300)
      while try await homes.sync("two")["received"] == 0 {
        try #require(ContinuousClock.now < deadline)
      }
      #expect(try await shell.quit() == 0)
    }
  }
}
