import FilmzTestSupport
import Foundation
import Testing

/// The days of ratings and notes in archives.
struct ArchiveDayTests {
  /// At any time, the day of one of these zones is not that of UTC.
  @Test(arguments: ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
  func daysAreThoseOfUTC(timeZone: String) async throws {
    try await FilmzProcess.with { filmz in
      let environment: [String: String?] = ["TZ": timeZone]
      let before = Self.dayInUTC()
      _ = try await filmz.run(
        ["--offline", "-c", "add tt0113277; rate tt0113277 7"], environment: environment)
      _ = try await filmz.run(["export", "a.filmz"], environment: environment)
      let days = [before, Self.dayInUTC()]
      // The files of an archive are stored uncompressed.
      let archive = String(
        decoding: try Data(contentsOf: filmz.folder.url(of: "a.filmz")), as: UTF8.self)
      #expect(days.contains { archive.contains("\"rating \($0)\"") })
    }
  }

  private static func dayInUTC() -> String {
    String(Date().formatted(.iso8601).prefix(10))
  }

  /// With `theirs`, the values of an archive become changes of now, so that a dated file does not replace them.
  @Test func replacedValuesAreOfToday() async throws {
    try await FilmzProcess.with { filmz in
      func csv(_ rating: Int, _ day: String) -> String {
        "Const,Your Rating,Date Rated,Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,Genres,Num Votes,Release Date,Directors\n"
          + "tt0113277,\(rating),\(day),Heat,,Movie,,,1995,,,,\n"
      }
      try filmz.folder.write(csv(5, "2010-01-02"), to: "old.csv")
      try filmz.folder.write(csv(6, "2012-01-02"), to: "own.csv")
      try filmz.folder.write(csv(8, "2015-01-02"), to: "later.csv")
      _ = try await filmz.run("--home", "other", "import", "old.csv")
      _ = try await filmz.run("--home", "other", "export", "old.filmz")
      _ = try await filmz.answer(to: "import own.csv")
      let result = try await filmz.answer(to: "import old.filmz --on-conflict theirs")
      #expect(result["replaced"] == 1)
      _ = try await filmz.answer(to: "import later.csv")
      #expect(try await filmz.answer(to: "ls").each("myRating") == [5])
    }
  }
}
