import FilmzTestSupport
import Foundation
import Testing

/// `import` of archives without films, of FIFOs, and of rows that other rows of the same film complete or contradict.
struct ImportEdgeCaseTests {
  @Test func articleAtTheEndAndOtherTypesAreUnderstood() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(
        """
        title,year,type,inCollection
        "Godfather, The",1972,,true
        Heat,1995,series,true
        No Such Film,1995,,true
        """, to: "films.csv")
      let result = try await filmz.answer(to: "import films.csv")
      #expect(result["added"] == 1)
      #expect(
        result["unmatched"]?.each("reason") == [
          "only a film of another type has this title and year", "no film has this title and year",
        ])
      #expect(try await filmz.answer(to: "ls").each("title") == ["The Godfather"])
    }
  }

  @Test func reviewWithoutADayMakesNoViewingBesideTheDiary() async throws {
    try await FilmzProcess.with { filmz in
      let header = "Date,Name,Year,Letterboxd URI,Rating,Rewatch"
      try filmz.folder.write(
        "\(header),Tags,Watched Date\n2020-01-02,Heat,1995,https://boxd.it/a,4.5,,,2020-01-01\n",
        to: "lb/diary.csv")
      try filmz.folder.write(
        """
        \(header),Review,Tags,Watched Date
        2020-01-02,Heat,1995,https://boxd.it/b,4.5,,Great,,
        2020-01-02,The Matrix,1999,https://boxd.it/c,,,Good,,
        """, to: "lb/reviews.csv")
      let result = try await filmz.answer(to: "import lb")
      #expect(result["added"] == 2 && result["viewings"] == 2)
      #expect(try await filmz.answer(to: "viewings tt0113277").each("date") == ["2020-01-01"])
      #expect(try await filmz.answer(to: "viewings tt0133093").each("date") == [.null])
      let films = try await filmz.run("export", "-", "--as", "json").json
      #expect(Set(films.each("notes")) == ["Great", "Good"])
      let again = try await filmz.answer(to: "import lb")
      #expect(again["added"] == 0 && again["changed"] == 0 && again["viewings"] == 0)
    }
  }

  @Test func archiveOfAnEmptyHomeIsImported() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("export", "empty.filmz").status == 0)
      let result = try await filmz.answer(to: "import empty.filmz")
      #expect(result["format"] == "filmz" && result["added"] == 0)
    }
  }

  @Test func ctrlCStopsWaitingForAFIFO() async throws {
    try await FilmzProcess.with { filmz in
      try NamedPipe.make("fifo", in: filmz.folder)
      let path = filmz.folder.path(of: "fifo")
      let terminal = try filmz.openTerminal(["--offline", "import", "fifo"])
      // Waits until the command has opened the FIFO.
      let writer = await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: open(path, O_WRONLY | O_CLOEXEC)) }
      }
      try await terminal.send("\u{3}")
      #expect(try await terminal.waitForExit() == 130)
      close(writer)
    }
  }
}
