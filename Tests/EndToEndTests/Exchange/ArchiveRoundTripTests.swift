import FilmzTestSupport
import Foundation
import Testing

/// The archive of `export` has everything, and `import` reads it back without any loss.
struct ArchiveRoundTripTests {
  private static let films = [
    "tt0113277", "tt0133093", "tt0068646", "tt0050083", "tt0071562", "tt0110912", "tt0816692",
    "tmdb:movie:603", "tmdb:tv:1399",
  ]

  /// Returns a script of random changes of all kinds.
  private static func script(seed: UInt64) -> String {
    var random = SplitMix(seed)
    func line(_ random: inout SplitMix) -> String {
      let film = random.element(of: films)
      let day =
        "20\(Int.random(in: 10...25, using: &random))-0\(Int.random(in: 1...9, using: &random))-1\(Int.random(in: 0...9, using: &random))"
      let text = random.element(of: [
        "plain", "two words", #"with \"quotes\", commas"#, "ünïcödé 東京 🎬", "tab\tand;semicolon",
      ])
      return random.element(of: [
        "add \(film)", "watched \(film) --on \(day)", "watched \(film) --on \(day) --rating 7.5",
        "watched \(film) --on unknown --note \"\(text)\"", "watched \(film) --on 2012",
        "rate \(film) \(Int.random(in: 0...100, using: &random) / 10)", "note \(film) \"\(text)\"",
        "tag \(film) \"\(text)\"", "audience \(film) family", "from \(film) Ines",
        "rm \(film) --yes", "unwatched \(film)", "skip \(film) --force", "undo",
        "list add Noir \(film) --create", "list add \"To lend\" \(film) --create",
        "list move Noir 1 end", "list remove Noir \(film)", "list describe Noir \"\(text)\"",
        "collections save \(random.element(of: ["rainy", "old"])) --unwatched",
        "comment \(film) \"\(text)\"", "record edit \(film) genres=Noir",
        "record new \"title=\(text)\" year=2001 --add",
        "identify tmdb:movie:603 tt0133093", "viewings edit \(film) 1 --note \"\(text)\"",
      ])
    }
    return (0..<60).map { _ in line(&random) }.joined(separator: "\n")
  }

  @Test(arguments: Seeds.of(1...8))
  func importIntoAnEmptyHomeGivesTheSameArchive(seed: UInt64) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(["--offline"], script: Self.script(seed: seed))
      #expect(try await filmz.run("export", "a.filmz").status == 0)
      let first = try Data(contentsOf: filmz.folder.url(of: "a.filmz"))
      let report = try await filmz.run(["--home", "other", "--format", "json", "import", "a.filmz"])
      #expect(report.status == 0, "\(report.stderr)")
      #expect(try await filmz.run("--home", "other", "export", "b.filmz").status == 0)
      #expect(try Data(contentsOf: filmz.folder.url(of: "b.filmz")) == first)
      let check = try await filmz.run("--home", "other", "--format", "json", "db", "check")
      #expect(check.status == 0 && check.stdout == "[]\n", "\(check.stdout)")
      // Importing again, into either home, changes nothing.
      for home in ["home", "other"] {
        let again = try await filmz.run(["--home", home, "import", "a.filmz"])
        #expect(again.stdout.contains("Added 0, changed 0, "), "\(again.stderr)")
        #expect(try await filmz.run("--home", home, "export", "\(home).filmz").status == 0)
        #expect(try Data(contentsOf: filmz.folder.url(of: "\(home).filmz")) == first)
      }
      // One step takes all of it back.
      #expect(try await filmz.run("--home", "other", "--offline", "undo").status == 0)
      #expect(try await filmz.run("--home", "other", "--format", "json", "ls").stdout == "[]\n")
    }
  }

  @Test func archiveIsMergedIntoACollection() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to:
          "add tt0113277; rate tt0113277 8; tag tt0113277 a; add tt0133093; list add Noir tt0113277 --create"
      )
      _ = try await filmz.run("export", "a.filmz")
      let other = """
        add tt0113277; rate tt0113277 5; tag tt0113277 b; note tt0113277 mine; add tt0068646
        """
      _ = try await filmz.run(["--home", "other", "--offline"], script: other)
      let newer = try await filmz.run(["--home", "other", "import", "a.filmz"])
      #expect(newer.stdout.contains("Added 1, changed 1, "), "\(newer.stderr)")
      let row = try await filmz.run(["--home", "other", "export", "-", "--as", "json"])
      #expect(row.stdout.contains(#""myRating":5.0"#) && row.stdout.contains(#""tags":["a","b"]"#))
      let theirs = try await filmz.run(
        ["--home", "other", "import", "a.filmz", "--on-conflict", "theirs"])
      #expect(theirs.stdout.contains("changed 1, ") && theirs.stdout.contains("replaced values 1"))
      // What a command removes stays removed.
      _ = try await filmz.run(
        ["--home", "other", "--offline"],
        script: "rm tt0133093 --yes\nuntag tt0113277 a\nrate tt0113277 none")
      let again = try await filmz.run(["--home", "other", "import", "a.filmz"])
      #expect(again.stdout.contains("Added 0, changed 0, "), "\(again.stderr)")
      #expect(again.stdout.contains("removed since and left out 3"), "\(again.stderr)")
    }
  }

  @Test func archiveIsWrittenToAPipeByteForByte() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0113277; rate tt0113277 8")
      try filmz.folder.write("", to: "pipe.filmz")
      let result = try await filmz.run(
        ["export", "-"], output: .path(filmz.folder.path(of: "pipe.filmz")))
      #expect(result.status == 0 && result.stderr == "")
      #expect(try await filmz.run("export", "file.filmz").status == 0)
      let files = try ["pipe.filmz", "file.filmz"].map {
        try Data(contentsOf: filmz.folder.url(of: $0))
      }
      #expect(files[0] == files[1] && !files[0].isEmpty)
    }
  }

  @Test(arguments: [
    ("not a zip", 65), ("PK\u{3}\u{4}", 65), ("PK\u{5}\u{6}", 65), ("", 65),
  ])
  func damagedArchiveIsRefusedWithOneLine(content: String, status: Int32) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(content, to: "a.filmz")
      let result = try await filmz.run("import", "a.filmz")
      #expect(result.status == status && result.errorLines.count == 1, "\(result.stderr)")
      #expect(!filmz.folder.exists("home/data/collection.sqlite"))
    }
  }
}
