import FilmzTestSupport
import Testing

/// Shells that look films known by title and year only up at a service.
struct BackgroundIdentificationTests {
  private static let question = "at OMDb in the background? [y/N] "
  private static let requests = "home/state/requests.json"

  /// Responds to a title with a film of this title, which is of 2008, and has the number in the title in its id.
  private static let handler: LoopbackServer.Handler = { request in
    guard let title = request.query["t"] else { return OMDbResponse.film() }
    return OMDbResponse.film(["Title": title, "imdbID": "tt920000\(title.last ?? "0")"])
  }

  /// Runs a closure with a home that has imported rows of titles and years without the network.
  private static func with(
    _ rows: [String], _ body: (FilmzProcess, LoopbackServer) async throws -> Void
  ) async throws {
    try await FilmzProcess.withOMDb(handler) { filmz, server in
      try filmz.folder.write((["Title,Year"] + rows).joined(separator: "\n") + "\n", to: "films.csv")
      #expect(try await filmz.run("--offline", "import", "films.csv").status == 0)
      try await body(filmz, server)
    }
  }

  /// Waits until films are identified, and returns the ids.
  private static func waitForAliases(_ count: Int, _ filmz: FilmzProcess, _ shell: PseudoTerminal) async throws
    -> [String]
  {
    let sql = "SELECT film FROM alias ORDER BY film"
    try await shell.wait(for: "\(count) aliases") { try filmz.collectionFile.queryFirstColumn(sql).count >= count }
    return try filmz.collectionFile.queryFirstColumn(sql)
  }

  @Test func shellAsksOnceAndIdentifiesTheFilms() async throws {
    try await Self.with(["Glasshouse 1,2008", "Glasshouse 2,2008"]) { filmz, server in
      let shell = try await filmz.openShell()
      try await shell.send("import films.csv --offline\r")
      #expect(try await shell.expect(Self.question).contains("Look the 2 films up"))
      _ = try await shell.answer(to: "y")
      let ids = try await Self.waitForAliases(2, filmz, shell)
      #expect(ids == ["tt9200001", "tt9200002"])
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.run("config", "get", "identify.background").stdout == "on\n")
      #expect(
        server.requests.compactMap { $0.query["t"] }.sorted() == ["Glasshouse 1", "Glasshouse 2"])
      #expect(try await filmz.answer(to: "ls").each("identified") == [true, true])
      #expect(try await filmz.answer(to: "log").array.count == 1)
    }
  }

  @Test func answerNoIsStored() async throws {
    try await FilmzProcess.withOMDb(Self.handler) { filmz, server in
      let shell = try await filmz.openShell()
      for (number, isAsked) in [(1, true), (2, false)] {
        try filmz.folder.write("Title,Year\nGlasshouse \(number),2008\n", to: "more.csv")
        try await shell.send("import more.csv --offline\r")
        if isAsked {
          #expect(try await shell.expect(Self.question).contains("Look the film up"))
          _ = try await shell.answer(to: "")
        } else {
          #expect(try await !shell.expectPrompt().contains(Self.question))
        }
      }
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.run("config", "get", "identify.background").stdout == "off\n")
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [["import", "films.csv", "--offline"], ["-c", "import films.csv --offline"]])
  func callsAndScriptsDoNotAsk(call: [String]) async throws {
    try await FilmzProcess.withOMDb(Self.handler) { filmz, server in
      try filmz.folder.write("Title,Year\nGlasshouse 1,2008\n", to: "films.csv")
      #expect(try await filmz.run("config", "set", "identify.background", "on").status == 0)
      let result = try await filmz.run(call)
      #expect(result.status == 0 && !(result.stdout + result.stderr).contains("background"), "\(result)")
      #expect(server.requests.isEmpty)
    }
  }

  /// A film of another year is not the film; the service is not asked about it again on this day.
  @Test func onlyTheExactYearIdentifies() async throws {
    try await Self.with(["Glasshouse 1,2008", "Glasshouse 2,2009", "Glasshouse 3,"]) { filmz, server in
      #expect(try await filmz.run("config", "set", "identify.background", "on").status == 0)
      let shell = try await filmz.openShell()
      let cache = SQLiteFile(path: filmz.folder.path(of: "home/cache/films.sqlite"))
      try await shell.wait(for: "answers") {
        try cache.queryFirstColumn("SELECT key FROM page WHERE key LIKE '% candidates %'").count == 2
      }
      #expect(try await Self.waitForAliases(1, filmz, shell) == ["tt9200001"])
      #expect(try await shell.quit() == 0)
      let again = try await filmz.openShell()
      #expect(try await again.quit() == 0)
      #expect(try await filmz.answer(to: "ls --sort year").each("identified") == [true, false, false])
      #expect(server.requests.compactMap { $0.query["t"] }.sorted() == ["Glasshouse 1", "Glasshouse 2"])
    }
  }

  /// The first film is identified before the shell starts.
  @Test(arguments: [("on", ["Glasshouse 2"]), ("off", []), ("ask", [])])
  func onlyFilmsThatAreLeftAreLookedUp(setting: String, titles: [String]) async throws {
    try await Self.with(["Glasshouse 1,2008", "Glasshouse 2,2008"]) { filmz, server in
      _ = try await filmz.answer(to: "identify \"glasshouse 1\" tt9200001 --force")
      #expect(try await filmz.run("config", "set", "identify.background", setting).status == 0)
      let shell = try await filmz.openShell()
      if !titles.isEmpty { #expect(try await Self.waitForAliases(2, filmz, shell) == ["tt9200001", "tt9200002"]) }
      #expect(try await !shell.answer(to: "ls").contains("in the background?"))
      #expect(try await shell.quit() == 0)
      #expect(server.requests.compactMap { $0.query["t"] } == titles)
      #expect(try await filmz.answer(to: "ls --sort title").each("identified") == [true, .bool(!titles.isEmpty)])
    }
  }

  /// Requests of shells count separately from those of commands.
  @Test func noMoreThanTheRequestsOfADayAreSent() async throws {
    try await Self.with(["Glasshouse 1,2008"]) { filmz, server in
      #expect(try await filmz.run("config", "set", "identify.background", "on").status == 0)
      let shell = try await filmz.openShell()
      #expect(try await Self.waitForAliases(1, filmz, shell) == ["tt9200001"])
      #expect(try await shell.quit() == 0)
      let count = /in the background":\{[^}]*"requests":1\b/
      let text = try filmz.folder.read(Self.requests)
      try #require(text.contains(count), "\(text)")
      try filmz.folder.write(
        text.replacing(count) { $0.output.replacing("\"requests\":1", with: "\"requests\":299") }, to: Self.requests)
      try filmz.folder.write("Title,Year\nGlasshouse 2,2008\nGlasshouse 3,2008\n", to: "more.csv")
      #expect(try await filmz.run("--offline", "import", "more.csv").status == 0)
      for _ in 1...2 {
        let shell = try await filmz.openShell()
        #expect(try await Self.waitForAliases(2, filmz, shell).count == 2)
        #expect(try await shell.quit() == 0)
      }
      #expect(server.requests.count { $0.query["t"] != nil } == 2)
      #expect(try filmz.folder.read(Self.requests).contains(/in the background":\{[^}]*"requests":300\b/))
    }
  }

  /// The last 300 requests of a day remain for commands.
  @Test(arguments: [(699, 1), (700, 0)])
  func lastRequestsOfADayAreNotUsed(used: Int, sent: Int) async throws {
    try await Self.with(["Glasshouse 1,2008", "Glasshouse 2,2008"]) { filmz, server in
      _ = try await filmz.run("show", OMDbResponse.id)
      let text = try filmz.folder.read(Self.requests)
      try #require(text.contains("\"requests\":1"))
      try filmz.folder.write(text.replacing("\"requests\":1", with: "\"requests\":\(used)"), to: Self.requests)
      #expect(try await filmz.run("config", "set", "identify.background", "on").status == 0)
      for _ in 1...2 {
        let shell = try await filmz.openShell()
        if sent > 0 { #expect(try await Self.waitForAliases(sent, filmz, shell).count == sent) }
        #expect(try await shell.quit() == 0)
      }
      #expect(server.requests.count { $0.query["t"] != nil } == sent)
    }
  }
}
