import FilmzTestSupport
import Testing

struct PosterURLTests {
  private static let url =
    "https://m.media-amazon.invalid/images/M/MV5BOGUwMDk0Y2MtNjBlNi00NmRiLTk2MWYtMGM_@._V1_SX3.jpg"

  @Test(arguments: [60, 80, 200])
  func urlIsPrintedOnOneLine(width: Int) async throws {
    let film = OMDbResponse.film(["Poster": Self.url])
    try await FilmzProcess.withOMDb(answering: film) { filmz, _ in
      let result = try await filmz.run(
        ["show", OMDbResponse.id], environment: ["COLUMNS": "\(width)"])
      #expect(result.status == 0)
      let lines = result.stdout.split(separator: "\n")
      let urlLine = try #require(lines.first { $0.contains(Self.url) })
      #expect(width == 200 ? urlLine.hasPrefix("Poster ") : urlLine == Self.url)
      #expect(lines.allSatisfy { $0 == urlLine || $0.count <= width })
    }
  }
}
