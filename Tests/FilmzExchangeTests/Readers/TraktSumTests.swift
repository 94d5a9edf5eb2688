import FilmzDomain
import Testing

@testable import FilmzExchange

/// Elements of Trakt that sum up the plays of a film.
struct TraktSumTests {
  private static let movie = #""movie":{"title":"Heat","year":1995,"ids":{"imdb":"tt0113277"}}"#
  private static let show = #""show":{"title":"Show","year":2023,"ids":{"tmdb":207250}}"#

  private static func read(_ plays: String, of film: String = movie) throws -> ReadFile {
    try ReadFile(
      #"[{\#(plays)"last_watched_at":"2018-05-03T12:00:00.000Z",\#(film)}]"#,
      name: "watched-movies.json")
  }

  /// Each case has the member with the number of plays, and the number of viewings.
  @Test(arguments: [
    (#""plays":7,"#, 7), (#""plays":"7","#, 7), (#""plays":1,"#, 1), (#""plays":1000,"#, 1000),
    (#""plays":0,"#, 1), (#""plays":-3,"#, 1), (#""plays":null,"#, 1), (#""plays":true,"#, 1),
    ("", 1),
  ])
  func sumOfAMovieHasAViewingForEachPlay(member: String, count: Int) throws {
    let rows = try Self.read(member).rows
    #expect(rows.count == count && rows.allSatisfy { $0.isSummary && $0.isSeen })
    #expect(rows.first?.viewing?.date?.text.hasPrefix("2018-05-0") == true)
    #expect(rows.dropFirst().allSatisfy { $0.viewing == ImportedViewing(date: nil) })
    #expect(Set(rows.map(\.film)).count == 1)
  }

  @Test(arguments: [
    (#""plays":1001,"#, "1001"), (#""plays":"99999","#, "99999"), (#""plays":1e30,"#, "1e+30"),
  ])
  func moreThan1000PlaysAreOne(member: String, value: String) throws {
    let read = try Self.read(member)
    #expect(read.rows.map(\.leftOut) == [[.tooLarge(column: "plays", value: value, maximum: 1000)]])
    #expect(read.rows.allSatisfy { $0.isSeen } && read.problems.isEmpty)
  }

  @Test(arguments: [#""plays":7,"#, #""plays":5000,"#])
  func sumOfASeriesOnlySaysThatItWasSeen(member: String) throws {
    let read = try Self.read(member, of: Self.show)
    #expect(read.rows.map(\.isSeen) == [true] && read.problems.isEmpty)
  }
}
