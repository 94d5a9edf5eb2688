import FilmzTestSupport

extension FilmzProcess {
  /// The token that the fake TMDB of these tests accepts.
  static let token = "s3cr3t-tmdb-t0k3n"

  /// Runs `body` with a process whose TMDB is a local ``FakeTMDB``, and which has no OMDb key.
  static func withTMDB<T>(_ body: (FilmzProcess, LoopbackServer) async throws -> T) async throws
    -> T
  {
    try await withTMDB(FakeTMDB(token: token).respond, body)
  }

  /// Runs `body` with a process whose TMDB sends the same response to all requests.
  static func withTMDB<T>(
    answering response: LoopbackServer.Response,
    _ body: (FilmzProcess, LoopbackServer) async throws -> T
  ) async throws -> T {
    try await withTMDB({ _ in response }, body)
  }

  /// Runs `body` with a process whose TMDB sends the responses of `handler`, and which has no OMDb key.
  static func withTMDB<T>(
    _ handler: @escaping LoopbackServer.Handler,
    _ body: (FilmzProcess, LoopbackServer) async throws -> T
  ) async throws -> T {
    try await LoopbackServer.with(handler) { server in
      try await with(environment: ["TMDB_BASE_URL": server.baseURL, "TMDB_API_TOKEN": token]) {
        try await body($0, server)
      }
    }
  }
}
