import FilmzTestSupport
import Testing

@Suite(.processes)
struct RequestsFileTests {
  private static let file = "home/state/requests.json"

  @Test func onlyRequestsAreCounted() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("show", "tt9000001")
      #expect(try Self.counts(filmz) == [1])
      _ = try await filmz.run(
        "-c", "search lantern; next; prev; show 2; show tt9000001; show quince")
      #expect(server.requests.count == 5)
      #expect(try Self.counts(filmz) == [5])
      _ = try await filmz.run("-c", "search lantern; show tt9000001 --offline; ls")
      #expect(try Self.counts(filmz) == [5])
      _ = try await filmz.run("-c", "show tt9000001 --refresh; refresh tt9000001; add tt9000007")
      _ = try await filmz.run("doctor")
      #expect(server.requests.count == 9)
      #expect(try Self.counts(filmz) == [9])
    }
  }

  @Test func repeatedRequestsAreCounted() async throws {
    let busy = LoopbackServer.Response.json("{}", status: 503, headers: ["Retry-After": "0"])
    try await FilmzProcess.withOMDb(answering: busy) { filmz, server async throws in
      #expect(try await filmz.run("show", "tt9000001").status == 69)
      #expect(server.requests.count == 3)
      #expect(try Self.counts(filmz) == [3])
    }
  }

  @Test func concurrentProcessesLoseNoCount() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let statuses = try await withThrowingTaskGroup(of: Int32.self) { group in
        for number in 1...8 {
          group.addTask {
            let commands = "show tt900000\(number); refresh tt900000\(number); search lantern"
            return try await filmz.run("-c", commands).status
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == Array(repeating: 0, count: 8))
      #expect(server.requests.count > 16)
      #expect(try Self.counts(filmz) == [server.requests.count])
    }
  }

  @Test func fileIsPrivateAndContainsNoKey() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("show", "tt9000001")
      #expect(try filmz.folder.mode(of: Self.file) == 0o600)
      #expect(try filmz.folder.mode(of: "home/state") == 0o700)
      #expect(try !filmz.folder.read(Self.file).contains(FilmzProcess.key))
      #expect(try filmz.folder.files().filter { $0.hasPrefix("home/state/") } == [Self.file])
    }
  }

  @Test func keysAreCountedSeparately() async throws {
    try await FilmzProcess.withOMDb(FakeOMDb().respond) { filmz, _ in
      _ = try await filmz.run("-c", "show tt9000001; show tt9000002")
      _ = try await filmz.run(["show", "tt9000003"], environment: ["OMDB_API_KEY": "another"])
      #expect(try Self.counts(filmz) == [1, 2])
    }
  }

  @Test(arguments: ["junk", "", "[]", "{\"day\":\"2001-01-01\",\"accounts\":{}}"])
  func invalidOrOldFileIsReplaced(text: String) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      try filmz.folder.write(text, to: Self.file)
      let result = try await filmz.run("show", "tt9000001")
      #expect(result.status == 0 && result.stderr == "")
      #expect(try Self.counts(filmz) == [1])
    }
  }

  @Test func commandsWithoutRequestsCreateNoFile() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      _ = try await filmz.run("--offline", "show", "tt9000001")
      _ = try await filmz.run("doctor", "--offline")
      _ = try await filmz.run(["show", "tt9000001"], environment: ["OMDB_API_KEY": nil])
      #expect(!filmz.folder.exists(Self.file))
    }
  }

  /// Returns the counts of all accounts, in ascending order.
  private static func counts(_ filmz: FilmzProcess) throws -> [Int] {
    let document = try #require(try JSON.documents(in: filmz.folder.read(file)).first)
    let accounts = try #require(document["accounts"])
    return accounts.keys.compactMap { accounts[$0]?["requests"]?.number.map { Int($0) } }.sorted()
  }
}
