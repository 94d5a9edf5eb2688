import FilmzTestSupport
import Testing

/// `results` in a script whose last search failed.
struct ResultsAfterFailureTests {
  @Test(arguments: ["", "search qqzzxx --source catalog; "])
  func withoutEarlierResultsItIsAnError(before: String) async throws {
    try await withFailingOMDb { filmz in
      let result = try await filmz.run("-c", "\(before)search lantern --source omdb; results")
      #expect(result.status == 1)
      #expect(result.errorLines.count == 2)
      #expect(result.errorLines.last?.contains("`retry` runs it again") == true)
    }
  }

  @Test func earlierResultsAreShownWithAWarning() async throws {
    try await withFailingOMDb { filmz in
      let result = try await filmz.run(
        "--format", "json", "-c",
        "search godfather --source catalog; search lantern --source omdb; results")
      let documents = try result.documents
      try #require(documents.count == 2)
      #expect(documents[0].array.count == 3 && documents[1] == documents[0])
      #expect(result.errorLines.count == 2)
      #expect(result.errorLines.last?.contains("the last search failed; these are") == true)
    }
  }

  private func withFailingOMDb(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.withOMDb(answering: .text("sorry")) { filmz, _ in
      try await body(filmz)
    }
  }
}
