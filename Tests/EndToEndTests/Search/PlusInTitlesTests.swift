import FilmzTestSupport
import Testing

/// Titles with a plus sign for “and”, which people write with blanks around it or without.
struct PlusInTitlesTests {
  /// Runs `body` in a home with own records of *Knife+Heart* and *Love + Death*.
  private static func with(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          record new title=Knife+Heart year=2018; record new title="Love + Death" year=2019
          """)
      try await body(filmz)
    }
  }

  @Test(arguments: [
    ("knife + heart", "Knife+Heart"), ("knife+heart", "Knife+Heart"),
    ("knife and heart", "Knife+Heart"), ("Knife & Heart", "Knife+Heart"),
    ("knife + heart 2018", "Knife+Heart"),
    ("love+death", "Love + Death"), ("love + death", "Love + Death"),
    ("love & death", "Love + Death"),
  ])
  func filmIsFoundInEachSpelling(text: String, title: JSON) async throws {
    try await Self.with { filmz in
      let found = try await filmz.answer(to: "search \(text)")
      #expect(found.each("title") == [title], "\(found)")
      // With a year, only some words of the text are those of the title.
      #expect(text.hasSuffix("2018") || found.each("match") == ["title"], "\(found)")
      #expect(try await filmz.answer(to: "show \"\(text)\"")["title"] == title)
    }
  }

  @Test(arguments: [
    "ls knife and heart", "ls knife & heart", "ls Knife+Heart", "find knife + heart",
    "ls --grep 'heart and knife'",
  ])
  func listIsFilteredByEachSpelling(line: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "record new title=Knife+Heart year=2018 --add; add tt0113277")
      #expect(try await filmz.answer(to: line).each("title") == ["Knife+Heart"])
    }
  }

  @Test func skippedFilmsAreFilteredByEachSpelling() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "skip tt1013752; skip tt0133093")
      let found = try await filmz.answer(to: "ls --skipped fast and furious")
      #expect(found.each("title") == ["Fast & Furious"])
    }
  }

  @Test func rowsAreMatchedByTitle() async throws {
    try await Self.with { filmz in
      try filmz.folder.write(
        "Title,Year,Rating\nKnife + Heart,2018,8\nLove+Death,2019,7\nKnife and Heart,2018,8\n",
        to: "titles.csv")
      let result = try await filmz.answer(to: "import titles.csv")
      #expect(result["added"] == 2 && result["unmatched"] == [], "\(result)")
      #expect(
        try await Set(filmz.answer(to: "ls").each("title")) == ["Knife+Heart", "Love + Death"])
    }
  }

  @Test func filmsOfTheStarterAreFound() async throws {
    try await FilmzProcess.with { filmz in
      let film = try await filmz.answer(to: "show Romeo+Juliet")
      #expect(film["title"] == "Romeo + Juliet")
    }
  }
}
