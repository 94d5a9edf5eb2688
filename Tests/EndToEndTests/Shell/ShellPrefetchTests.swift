import FilmzTestSupport
import Testing

/// Pages that the shell fetches ahead.
struct ShellPrefetchTests {
  @Test func theFollowingPageIsFetchedAhead() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.answer(to: "config set page.size 10")
      let terminal = try await filmz.openShell()
      #expect(try await terminal.answer(to: "search lantern").contains("1–10 of 25"))
      #expect(try await terminal.answer(to: "next").contains("11–20 of 25"))
      try await server.waitForRequests(3)
      try await waitForCachedFilms(25, of: filmz, in: terminal)
      server.stop()
      #expect(try await terminal.answer(to: "next").contains("21–25 of 25 · page 3/3"))
      _ = try await terminal.answer(to: "next; prev; first; results")
      #expect(server.requests.compactMap { $0.query["page"] } == ["1", "2", "3"])
    }
  }

  @Test func aPageBeingFetchedIsNotRequestedAgain() async throws {
    let (omdb, lastPageOMDb) = (GatedOMDb(), GatedOMDb(isClosed: true))
    defer { lastPageOMDb.open() }
    let handler: LoopbackServer.Handler = { request in
      request.query["page"] == "3"
        ? lastPageOMDb.respond(to: request) : omdb.respond(to: request)
    }
    try await FilmzProcess.withOMDb(handler) { filmz, server in
      _ = try await filmz.answer(to: "config set page.size 10")
      let terminal = try await filmz.openShell()
      _ = try await terminal.answer(to: "search lantern; next")
      try await server.waitForRequests(3)
      try await terminal.send("next\r")
      try await terminal.expect("waiting")
      lastPageOMDb.open()
      #expect(try await terminal.expectPrompt().contains("21–25 of 25 · page 3/3"))
      #expect(server.requests.compactMap { $0.query["page"] } == ["1", "2", "3"])
    }
  }

  @Test(arguments: [["-c", "search lantern; next"], ["--offline"]])
  func scriptsAndOfflineShellsFetchNothingAhead(call: [String]) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("-c", "search lantern; next")
      if call == ["--offline"] {
        let terminal = try await filmz.openShell(call)
        _ = try await terminal.answer(to: "search lantern --source omdb; next")
        #expect(try await terminal.quit() == 0)
      } else {
        _ = try await filmz.run(call)
      }
      #expect(server.requests.count == 2)
    }
  }

  /// Waits until the cache contains a number of films.
  private func waitForCachedFilms(
    _ count: Int, of filmz: FilmzProcess, in terminal: PseudoTerminal
  ) async throws {
    let file = SQLiteFile(path: filmz.folder.path(of: "home/cache/films.sqlite"))
    for _ in 1...500 {
      _ = try await terminal.answer(to: "version")
      if try file.queryFirstColumn("SELECT id FROM film").count == count { return }
    }
    Issue.record("the cache does not contain \(count) films")
  }
}
