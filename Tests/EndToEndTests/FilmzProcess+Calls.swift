import FilmzTestSupport
import Testing

extension FilmzProcess {
  /// The key that the replayed OMDb wants in these tests.
  static let key = "s3cr3tkey"

  /// Runs commands without network and gives the last JSON document; they all have to succeed.
  func answer(
    to commands: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    let result = try await run("--offline", "--format", "json", "-c", commands)
    #expect(result.status == 0, "\(result.stderr)", sourceLocation: sourceLocation)
    return try result.json
  }

  /// Runs `body` with a program whose OMDb is a replay on this machine.
  static func withOMDb<T>(_ body: (FilmzProcess, LoopbackServer) async throws -> T) async throws
    -> T
  {
    try await withOMDb(OMDbReplay(key: key).answer, body)
  }

  /// Runs `body` with a program whose OMDb answers everything alike.
  static func withOMDb<T>(
    answering response: LoopbackServer.Response,
    _ body: (FilmzProcess, LoopbackServer) async throws -> T
  ) async throws -> T {
    try await withOMDb({ _ in response }, body)
  }

  /// Runs `body` with a program whose OMDb answers as `handler` says.
  static func withOMDb<T>(
    _ handler: @escaping LoopbackServer.Handler,
    _ body: (FilmzProcess, LoopbackServer) async throws -> T
  ) async throws -> T {
    try await LoopbackServer.with(handler) { server in
      try await with(environment: ["OMDB_BASE_URL": server.baseURL, "OMDB_API_KEY": key]) {
        try await body($0, server)
      }
    }
  }
}

extension ProcessResult {
  /// Whether the program succeeded without a word.
  var isSilentSuccess: Bool { status == 0 && stdout == "" && stderr == "" }

  /// The lines of standard error.
  var errorLines: [String] { stderr.split(separator: "\n").map(String.init) }
}

extension JSON {
  /// The member `key` of each element.
  func each(_ key: String) -> [JSON?] { array.map { $0[key] } }
}
