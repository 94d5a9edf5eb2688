import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation

@testable import FilmzServices

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
  ///
  /// Without a database, the source keeps nothing in the home folder.
  func tmdb(
    token: String? = token, region: String = "US", language: String = "en-US",
    database: CollectionDatabase? = nil, daysLater: Int = 0, now: (@Sendable () -> Date)? = nil
  ) -> TMDBSource {
    var values: [SettingKey: String] = [
      .tmdbBaseURL: server.baseURL, .region: region, .tmdbLanguage: language,
    ]
    values[.tmdbToken] = token
    let settings = Settings(file: values)
    let day = Self.day(daysLater)
    return TMDBSource(
      client: client(daysLater: daysLater), database: database, settings: { settings },
      now: now ?? { day })
  }

  /// Returns services with new caches in memory that use TMDB, the home folder and the built-in catalog.
  func tmdbServices(
    token: String? = token, region: String = "US", daysLater: Int = 0,
    catalog: any FilmCatalog = FixedCatalog()
  ) -> FilmServices {
    let database = CollectionDatabase(paths: paths)
    let source = tmdb(token: token, region: region, database: database, daysLater: daysLater)
    let settings = source.settings
    let now = Self.day(daysLater)
    return FilmServices(
      sources: FilmSources([source], builtIn: catalog), database: database, settings: settings,
      now: { now })
  }
}

extension ServiceError {
  static func tmdb(_ cause: Cause) -> ServiceError { ServiceError(.tmdb, cause) }
}
