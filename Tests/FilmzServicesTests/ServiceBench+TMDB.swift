import FilmzDomain
import FilmzServices
import FilmzTestSupport

extension ServiceBench {
  static let token = "t0k3n-f0r-tmdb"

  /// Runs `body` with a bench whose server responds like TMDB, or sends the same response to all requests.
  static func withTMDB(
    response: LoopbackServer.Response? = nil, _ body: (ServiceBench) async throws -> Void
  ) async throws {
    if let response { return try await with(response: response, body) }
    try await with(FakeTMDB(token: token).respond, body)
  }

  /// Returns a TMDB source that uses the server of the bench; no token is set if `token` is `nil`.
  func tmdb(token: String? = token, region: String = "US", language: String = "en-US") -> TMDBSource
  {
    var values: [SettingKey: String] = [
      .tmdbBaseURL: server.baseURL, .region: region, .tmdbLanguage: language,
    ]
    values[.tmdbToken] = token
    let settings = Settings(file: values)
    return TMDBSource(client: client(), settings: { settings }, now: { Self.today })
  }
}

extension ServiceError {
  static func tmdb(_ cause: Cause) -> ServiceError { ServiceError(.tmdb, cause) }
}
