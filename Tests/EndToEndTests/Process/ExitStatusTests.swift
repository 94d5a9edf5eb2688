import FilmzTestSupport
import Glibc
import Testing

@Suite(.processes)
struct ExitStatusTests {
  @Test(arguments: [
    LoopbackServer.Response.close, .json("{}", status: 500), .text("sorry", status: 200),
    .json("{\"Response\":\"False\",\"Error\":\"Invalid API key!\"}", status: 401),
    .json("{\"Response\":\"False\",\"Error\":\"Request limit reached!\"}", status: 401),
    .truncated("{\"Title\":\"Lantern\",\"imdbID\":\"tt9000001\",\"Response\":\"True\"}"),
    .json("[]"), .json(""),
  ])
  func unusableResponseExitsWith69(response: LoopbackServer.Response) async throws {
    try await FilmzProcess.withOMDb(answering: response) { filmz, _ in
      for call in [["search", "lantern", "--source", "omdb"], ["show", "tt9000001"]] {
        let result = try await filmz.run(call)
        #expect(result.status == 69, "\(call): \(result.stderr)")
        #expect(result.stdout == "")
        #expect(result.errorLines.count == 1 && result.stderr.contains("OMDb"))
      }
      let script = try await filmz.run("-c", "search lantern --source omdb")
      #expect(script.status == 1)
    }
  }

  @Test func unreachableSourceExitsWith69() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      server.stop()
      let result = try await filmz.run("show", "tt9000001")
      #expect(result.status == 69)
      #expect(result.stderr.contains("could not be reached") || result.stderr.contains("was lost"))
      let noKey = try await filmz.run(
        ["search", "x", "--source", "omdb"], environment: ["OMDB_API_KEY": nil])
      #expect(noKey.status == 69)
      #expect(noKey.stderr.contains("OMDb needs a key"))
    }
  }

  @Test func unknownFilmExitsWith1() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run("show", "tt9999999")
      #expect(result.status == 1)
      #expect(result.errorLines.count == 1)
    }
  }

  @Test(arguments: [
    ["show", "tt9000001"], ["search", "lantern"], ["-c", "search lantern; version"],
  ])
  func interruptedCommandExitsWith130(call: [String]) async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try filmz.openTerminal(call)
      try await server.waitForRequests(1)
      terminal.kill(SIGINT)
      #expect(try await terminal.waitForExit() == 130)
      #expect(!terminal.screen.newText.contains("filmz 0"))
    }
  }

  @Test func controlCOutsideTheShellExitsWith130() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try filmz.openTerminal(["show", "tt9000001"])
      try await server.waitForRequests(1)
      try await terminal.send("\u{3}")
      #expect(try await terminal.waitForExit() == 130)
      #expect(try terminal.isCanonical && terminal.isEchoing)
    }
  }

  /// Other threads may still use the libraries.
  @Test func theProgramEndsWithoutDestructors() async throws {
    try await FilmzProcess.with { filmz in
      let calls = filmz.folder.path(of: "calls")
      let result = try await filmz.run(
        ["--offline", "add", "tt0133093"],
        environment: [
          "LD_PRELOAD": try FilmzProcess.builtFile("libFaultInjection.so"), "FILMZ_CALLS": calls,
        ])
      #expect(result.status == 0, "\(result)")
      let log = try filmz.folder.read("calls")
      #expect(log.contains("fsync") && !log.contains("destructors"), "\(log)")
    }
  }

  @Test func terminatedCommandEndsImmediately() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try filmz.openTerminal(["show", "tt9000001"])
      try await server.waitForRequests(1)
      terminal.kill(SIGTERM)
      let status = try await terminal.waitForExit()
      #expect(status == 143)
    }
  }
}
