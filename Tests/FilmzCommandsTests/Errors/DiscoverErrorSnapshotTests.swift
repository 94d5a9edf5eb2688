import FilmzCommands
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct DiscoverErrorSnapshotTests {
  private static let errors: [DiscoverError] = [
    .needsService(.netflix, .tmdb), .needsService(.trending, .omdb), .noSource(.upcoming), .needsPlainFilter(.netflix),
    .unknownGenre("Film-Noir", nil, service: "TMDB"),
    .unknownGenre("Horror", .series, service: "TMDB"),
    .unknownGenre("News", .movie, service: "TMDB"),
    .unavailableService(.hulu, region: "DE"),
  ]

  @Test func everyErrorMatchesItsSnapshot() throws {
    let names = Set(Self.errors.map(EnumCases.name(of:)))
    #expect(try names == EnumCases.names(of: "DiscoverError", in: "FilmzServices"))
    #expect(Self.errors.allSatisfy { !$0.text.contains(where: \.isNewline) })
    let text = Self.errors.map { "\($0.text)\n" }.joined()
    let difference = try Snapshot("Errors/Discover.txt").difference(from: text)
    #expect(difference == nil)
  }
}
