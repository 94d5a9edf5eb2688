@testable import FilmzServices

extension HTTPFetcher {
  /// Runs `body` with a new fetcher, which is shut down afterwards.
  @discardableResult
  static func with<Value>(
    environment: [String: String] = [:], _ body: (HTTPFetcher) async throws -> Value
  ) async throws -> Value {
    let fetcher = HTTPFetcher(environment: environment)
    do {
      let value = try await body(fetcher)
      await fetcher.shutdown()
      return value
    } catch {
      await fetcher.shutdown()
      throw error
    }
  }
}
