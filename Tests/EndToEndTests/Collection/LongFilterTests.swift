import FilmzTestSupport
import Testing

/// Long filters of `ls` and `find`, and their warning about films without details.
struct LongFilterTests {
  private static let words = (1...1500).map { "word\($0)" }

  @Test func manyWordsAndGenresAreSupported() async throws {
    try await FilmzProcess.with { filmz in
      let text = Self.words.joined(separator: " ")
      _ = try await filmz.answer(to: "note tt0068646 '\(text)'; add tt0133093")
      #expect(try await filmz.answer(to: "find \(text)").each("id") == ["tt0068646"])
      #expect(try await filmz.answer(to: "find \(text) sword") == [])
      let genres = Array(repeating: "western,sci fi", count: 750).joined(separator: ",")
      #expect(try await filmz.answer(to: "ls --genre '\(genres)'").each("id") == ["tt0133093"])
      let names = Array(repeating: "--person pacino", count: 500).joined(separator: " ")
      #expect(try await filmz.answer(to: "ls \(names)").each("id") == ["tt0068646"])
    }
  }

  @Test func veryLongWordMatchesNothing() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      for letter in ["n", "ö"] {
        let word = String(repeating: letter, count: 60_000)
        for call in ["find \(word)", "ls --grep \(word)", "ls --tag \(word)"] {
          let result = try await filmz.run(["--offline", "--format", "json"], script: call + "\n")
          #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
          #expect(try result.json == [])
        }
      }
    }
  }

  @Test func filmsWithoutDetailsAreReportedByFiltersOnDetails() async throws {
    let warning = "1 film without details was left out; `refresh --stale` fetches the details"
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt9000026 tt0068646")
      for filter in [["--genre", "crime"], ["--type", "movie"], ["--year", "1972"]] {
        let list = try await filmz.run(["--offline", "ls"] + filter)
        #expect(list.status == 0 && list.stdout.contains("The Godfather"))
        #expect(list.errorLines == ["filmz: \(warning)"], "\(filter)")
      }
      let found = try await filmz.run("--offline", "find", "godfather")
      #expect(found.status == 0 && found.stderr == "", "\(found.stderr)")
      let verbose = try await filmz.run("--offline", "--verbose", "find", "godfather")
      #expect(verbose.stderr.contains(warning))
    }
  }
}
