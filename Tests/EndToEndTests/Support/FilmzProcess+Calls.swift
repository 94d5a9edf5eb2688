import FilmzTestSupport
import Testing

extension FilmzProcess {
  /// The API key that the fake OMDb of these tests accepts.
  static let key = "s3cr3tkey"

  /// Runs commands with `--offline` and returns the last JSON document.
  ///
  /// All commands must succeed.
  func answer(
    to commands: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    let result = try await run("--offline", "--format", "json", "-c", commands)
    #expect(result.status == 0, "\(result.stderr)", sourceLocation: sourceLocation)
    return try result.json
  }

  /// Runs `body` with a process whose OMDb is a local ``FakeOMDb``.
  static func withOMDb<T>(_ body: (FilmzProcess, LoopbackServer) async throws -> T) async throws
    -> T
  {
    try await withOMDb(FakeOMDb(key: key).respond, body)
  }

  /// Runs `body` with a process whose OMDb sends the same response to all requests.
  static func withOMDb<T>(
    answering response: LoopbackServer.Response,
    _ body: (FilmzProcess, LoopbackServer) async throws -> T
  ) async throws -> T {
    try await withOMDb({ _ in response }, body)
  }

  /// Runs `body` with a process whose OMDb sends the responses of `handler`.
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
  /// `true` if the process succeeded without any output.
  var isSilentSuccess: Bool { status == 0 && stdout == "" && stderr == "" }

  /// The lines of standard error without those that tell how long a command has waited, as on a busy machine.
  var errorLines: [String] {
    stderr.split(separator: "\n").map(String.init).filter { $0.wholeMatch(of: /waiting \d+ s/) == nil }
  }
}

extension JSON {
  /// Returns the member `key` of each element.
  func each(_ key: String) -> [JSON?] { array.map { $0[key] } }
}
