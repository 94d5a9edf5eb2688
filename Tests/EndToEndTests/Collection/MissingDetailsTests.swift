import FilmzTestSupport
import Testing

/// The details that a shell fetches when it starts, for films that were added offline.
struct MissingDetailsTests {
  @Test func filmAddedOfflineGetsItsDetailsAndItsCaption() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.answer(to: "add tt9000026; add tt9000027 --rating 7")
      #expect(try await filmz.answer(to: "ls").each("title") == [.null, .null])
      let terminal = try await filmz.openShell()
      try await server.waitForRequests(2)
      try await Self.wait { try await filmz.answer(to: "cache ls").array.count == 2 }
      let captions = "SELECT title || ' ' || year FROM entry ORDER BY id"
      let expectedCaptions = ["Quince 2021", "The Ninth Ferryman 1931"]
      try await Self.wait {
        try filmz.collectionFile.queryFirstColumn(captions) == expectedCaptions
      }
      #expect(Set(server.requests.map { $0.query["i"] }) == ["tt9000026", "tt9000027"])
      #expect(try await terminal.answer(to: "ls").contains("Quince"))
      #expect(server.requests.count == 2)
      #expect(try await terminal.quit() == 0)
      let steps = try await filmz.answer(to: "log")
      #expect(steps.each("command") == ["add tt9000027 --rating 7", "add tt9000026"])
      let undone = try await filmz.run("--offline", "undo", "2")
      #expect(undone.isSilentSuccess, "\(undone.stderr)")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(
        try await filmz.answer(to: "redo 2; ls").each("title") == ["The Ninth Ferryman", "Quince"])
    }
  }

  @Test(arguments: [["--offline"], ["--offline", "--verbose"]])
  func offlineShellSendsNoRequests(options: [String]) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.answer(to: "add tt9000026")
      let terminal = try await filmz.openShell(options)
      _ = try await terminal.answer(to: "ls")
      #expect(try await terminal.quit() == 0)
      #expect(server.requests.isEmpty)
      #expect(try await filmz.answer(to: "ls").each("title") == [.null])
    }
  }

  @Test func atMostAHundredNewestFilmsAreFetched() async throws {
    try await FilmzProcess.withOMDb(Self.respond) { filmz, server in
      let olderIDs = (0..<5).map { "tt\(9_500_000 + $0)" }
      let newerIDs = (0..<100).map { "tt\(9_501_000 + $0)" }
      _ = try await filmz.answer(to: "add " + olderIDs.joined(separator: " "))
      _ = try await filmz.answer(to: "add " + newerIDs.joined(separator: " "))
      let terminal = try await filmz.openShell()
      try await server.waitForRequests(100)
      try await Self.wait { try await filmz.answer(to: "cache ls").array.count == 100 }
      #expect(try await terminal.answer(to: "show tt9509999").contains("Film tt9509999"))
      #expect(try await terminal.quit() == 0)
      let requestedIDs = server.requests.compactMap { $0.query["i"] }
      #expect(requestedIDs.last == "tt9509999")
      #expect(requestedIDs.dropLast().sorted() == newerIDs)
    }
  }

  @Test func scriptsAndSingleCommandsFetchNoMissingDetails() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.answer(to: "add tt9000026")
      #expect(try await filmz.run("ls").status == 0)
      #expect(try await filmz.run("-c", "ls; stats; genres").status == 0)
      #expect(server.requests.isEmpty)
    }
  }

  /// Returns a film with the requested id.
  private static func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    let id = request.query["i"] ?? ""
    return OMDbResponse.film(["imdbID": id, "Title": "Film \(id)"])
  }

  /// Waits until a condition is true.
  private static func wait(
    _ condition: () async throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let start = ContinuousClock.now
    while start.duration(to: .now) < .seconds(60) {
      if try await condition() { return }
    }
    Issue.record("the condition did not become true", sourceLocation: sourceLocation)
  }
}
