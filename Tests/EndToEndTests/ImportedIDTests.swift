import FilmzTestSupport
import Foundation
import Testing

/// Rows with ids of IMDb and of TMDB, some of which contradict each other.
struct ImportedIDTests {
  @Test func idOfIMDbWinsOverAnAlias() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        "imdbID,tmdbID,Title,Year\ntt9500007,950005,Wrong Row,2001\n", to: "wrong.csv")
      try filmz.folder.write(
        "imdbID,tmdbID,Title,Year,myRating\ntt9500001,950005,Right Row,2001,9\n", to: "right.csv")
      _ = try await filmz.answer(to: "import wrong.csv")
      #expect(try await filmz.answer(to: "import right.csv")["added"] == 1)
      let films = try await filmz.answer(to: "ls --sort title")
      #expect(films.each("id") == ["tt9500001", "tt9500007"])
      #expect(films.each("myRating") == [9, .null])
    }
  }

  @Test func idOfTMDBLeadsToTheFilmThatWasWritten() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        imdbID,tmdbID,Title,Year
        tt9500002,950005,Same Film,2001
        tt9500001,950005,Same Film,2001

        """, to: "both.csv")
      try filmz.folder.write(
        "tmdbID,Title,Year,myRating\n950005,Same Film,2001,9\n", to: "tmdb.csv")
      _ = try await filmz.answer(to: "import both.csv")
      let before = try await filmz.answer(to: "ls").array.count
      #expect(try await filmz.answer(to: "import tmdb.csv")["added"] == 0)
      #expect(try await filmz.answer(to: "ls").array.count == before)
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }

  @Test func importingManyIDsAgainChangesNothing() async throws {
    try await FilmzProcess.with { filmz in
      let rows = (0..<1200).map { "tt\(9_600_000 + $0),\(960_000 + $0),Film \($0),2001" }
      try filmz.folder.write(
        "imdbID,tmdbID,Title,Year\n" + rows.joined(separator: "\n") + "\n", to: "films.csv")
      #expect(try await filmz.answer(to: "import films.csv")["added"] == 1200)
      #expect(try await filmz.answer(to: "import films.csv")["unchanged"] == 1200)
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "import films.csv")["added"] == 1200)
      #expect(try await filmz.run("db", "check").status == 0)
    }
  }
}
