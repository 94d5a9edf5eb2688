import FilmzTestSupport
import Foundation
import Testing

/// Pages that `export --as html` and `stats --html` write.
struct PageVerbTests {
  private func withFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(
        ["--offline", "--yes"],
        script: """
          watched heat --on 2026-01-05 --rating 9
          watched alien --on 2025-02 --rating 8
          watched alien --on 2026-03-01
          watched gladiator --on unknown
          add "blade runner" --tag secrettag
          note heat "a private note"
          list create "<i>Noir</i>"
          list add "<i>Noir</i>" heat "blade runner"
          """)
      try await body(filmz)
    }
  }

  private func text(_ name: String, _ filmz: FilmzProcess) throws -> String {
    try String(contentsOf: filmz.folder.url(of: name), encoding: .utf8)
  }

  /// Returns the titles in the tables of a page.
  private func titles(_ page: String) -> [String] {
    page.matches(of: /<th scope="row"[^>]*>.*?<bdi>(.*?)<\/bdi>/).map { String($0.output.1) }
  }

  @Test func pageOfTheCollectionHasEverythingButPrivateThings() async throws {
    try await withFilms { filmz in
      let result = try await filmz.run("--offline", "export", "films.html", "--format", "json")
      #expect(try result.json["format"] == "html" && result.json["films"] == 4)
      let page = try text("films.html", filmz)
      #expect(
        titles(page) == ["Heat", "Alien", "Gladiator", "Blade Runner", "Heat", "Blade Runner"])
      #expect(page.contains("&lt;i&gt;Noir&lt;/i&gt;") && !page.contains("<i>"))
      for secret in ["private note", "secrettag"] { #expect(!page.contains(secret)) }
      #expect(page.contains("<svg") && page.contains("2026-03-01") && !page.contains("<img"))
      let again = try await filmz.run("--offline", "export", "films.html")
      #expect(again.status == 1 && again.stderr.contains("--force"))
      let filtered = try await filmz.run("--offline", "export", "-", "--as", "html", "is:unwatched")
      #expect(titles(filtered.stdout) == ["Blade Runner", "Blade Runner"])
      #expect(!filtered.stdout.contains("<svg"))
      let list = try await filmz.run(
        "--offline", "export", "-", "--as", "html", "--list", "<i>Noir</i>")
      #expect(titles(list.stdout) == ["Heat", "Blade Runner"])
      #expect(list.stdout.contains("<h1><bdi>&lt;i&gt;Noir&lt;/i&gt;</bdi></h1>"))
    }
  }

  @Test func postersAreOnlyOnPages() async throws {
    try await withFilms { filmz in
      let wrong = try await filmz.run("--offline", "export", "films.csv", "--posters")
      #expect(wrong.status == 64 && wrong.stderr.contains("--posters needs the html format"))
      let page = try await filmz.run("--offline", "export", "-", "--as", "html", "--posters")
      #expect(page.stdout.contains("img-src https:"))
    }
  }

  @Test func pageOfAYearHasItsFilmsAndViewings() async throws {
    try await withFilms { filmz in
      let result = try await filmz.run(
        "--offline", "stats", "--html", "2026.html", "--year", "2026", "--format", "json")
      #expect(try result.json["path"] == "2026.html" && result.json["films"] == 2)
      let page = try text("2026.html", filmz)
      #expect(page.contains("<h1><bdi>2026 in films</bdi></h1>"))
      #expect(titles(page) == ["Heat", "Alien", "Alien", "Heat"])
      #expect(page.contains("2026-01: 1, 2026-02: 0, 2026-03: 1"))
      let main = try #require(page.firstMatch(of: /<main>[\s\S]*<\/main>/)?.output)
      #expect(!main.contains("2025"))
      let printed = try await filmz.run("--offline", "stats", "--html", "-", "--year", "2026")
      #expect(titles(printed.stdout) == titles(page))
      let statistics = try await filmz.run(
        "--offline", "--format", "json", "stats", "--year", "2025")
      #expect(try statistics.json["total"] == 1 && statistics.json["viewings"] == 1)
      #expect(try statistics.json["year"] == 2025 && statistics.json["wanted"] == nil)
      let none = try await filmz.run("--offline", "stats", "--year", "1999")
      #expect(none.status == 0 && none.stdout.contains("0 films watched in 1999"))
      for year in ["x", "99", "10000", "-5"] {
        #expect(try await filmz.run("--offline", "stats", "--year", year).status == 64)
      }
    }
  }

  @Test func pageReplacesAPageAndNothingElse() async throws {
    try await withFilms { filmz in
      for _ in 1...2 {
        #expect(try await filmz.run("--offline", "stats", "--html", "all.html").status == 0)
      }
      #expect(try text("all.html", filmz).contains("My films in numbers"))
      try filmz.folder.write("<p>My own page</p>", to: "mine.html")
      let refused = try await filmz.run("--offline", "stats", "--html", "mine.html")
      #expect(refused.status == 1 && refused.stderr.contains("is not such a page by filmz"))
      #expect(try text("mine.html", filmz) == "<p>My own page</p>")
      #expect(try await filmz.run("--offline", "export", "films.html").status == 0)
      #expect(try await filmz.run("--offline", "stats", "--html", "films.html").status == 1)
      #expect(try await filmz.run("--offline", "stats", "--html", "").status == 64)
      #expect(try await filmz.run("--offline", "stats", "--html", ".").status == 1)
      let missing = try await filmz.run("--offline", "stats", "--html", "mine.html/x.html")
      #expect(missing.status == 74 && missing.stderr.contains("cannot be written"))
    }
  }
}
