import FilmzTestSupport
import Testing

struct PosterAddressTests {
  private static let address =
    "https://m.media-amazon.invalid/images/M/MV5BOGUwMDk0Y2MtNjBlNi00NmRiLTk2MWYtMGM_@._V1_SX3.jpg"

  @Test(arguments: [60, 80, 200])
  func standsOnOneLine(width: Int) async throws {
    let film = OMDbAnswer.film(["Poster": Self.address])
    try await FilmzProcess.withOMDb(answering: film) { filmz, _ in
      let result = try await filmz.run(
        ["show", OMDbAnswer.id], environment: ["COLUMNS": "\(width)"])
      #expect(result.status == 0)
      let lines = result.stdout.split(separator: "\n")
      let own = try #require(lines.first { $0.contains(Self.address) })
      #expect(width == 200 ? own.hasPrefix("Poster ") : own == Self.address)
      #expect(lines.allSatisfy { $0 == own || $0.count <= width })
    }
  }
}
