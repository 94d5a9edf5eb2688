import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct ServiceErrorSnapshotTests {
  private static let errors: [ServiceError] = [
    .invalidAPIKey, .noAPIKey, .offline, .dailyLimitExceeded, .tooManyRequests(retryAfter: nil),
    .tooManyRequests(retryAfter: 2.5), .invalidResponse(detail: "status 503"),
    .networkError(cause: "connection refused"), .decodingError(cause: "no JSON"),
    .unknownError("Error getting data."), .yearRangeUnsupported,
    .filtersUnsupported,
    .unknownFilm(id: "tt9999999", hint: "try `search TITLE`"), .filmNotAtOMDb(id: "tt9999999"),
  ]

  @Test func everyErrorIsWordedAsRecorded() throws {
    let names = Set(Self.errors.map(EnumCases.name(of:)))
    #expect(try names == EnumCases.names(inSource: "FilmzServices/ServiceError.swift"))
    let text = Self.errors.map { "\($0.message)\n" }.joined()
    let difference = try Snapshot("Errors/Service.txt").difference(from: text)
    #expect(difference == nil)
  }

  @Test func everyErrorIsOneLine() {
    #expect(Self.errors.allSatisfy { !$0.message.contains(where: \.isNewline) })
  }
}
