import FilmzTestSupport
import Testing

/// Stored request counts at the limits of the integer range.
struct RequestCountOverflowTests {
  private static let file = "home/state/requests.json"

  @Test(arguments: ["9223372036854775807", "9223372036854775806", "-9223372036854775808"])
  func extremeCountsDoNotCrash(count: String) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("show", "tt9000001")
      let text = try filmz.folder.read(Self.file)
      try #require(text.contains("\"requests\":1"))
      try filmz.folder.write(
        text.replacing("\"requests\":1", with: "\"requests\":\(count)"), to: Self.file)
      let search = try await filmz.run("search", "lantern", "--source", "omdb")
      #expect(search.status == 0 && search.stdout.contains("Lantern"))
      let doctor = try await filmz.doctor()
      #expect(doctor.status == 0)
      #expect(doctor.checks.each("check").contains("requests"))
      #expect(server.requests.count == 3)
    }
  }
}
