import FilmzTestSupport
import Testing

struct CatalogVerbTests {
  @Test(arguments: ["catalog", "catalog info"])
  func withoutAnImportTheInfoIsAnEmptyObject(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--format", "json", "-c", line])
      #expect(
        result.stdout
          == #"{"titles":0,"types":{},"people":0,"files":[],"bytes":0,"importedAt":null}"# + "\n")
      #expect(result.stderr == "" && result.status == 0)
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func withoutAnImportTheCardExplainsHowToImport() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("catalog")
      for text in ["starter catalog", "catalog update", "catalog import"] {
        #expect(result.stdout.contains(text))
      }
    }
  }

  @Test func anOfflineUpdateIsAnError() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "catalog", "update")
      #expect(result.status == 69)
      #expect(result.stdout == "" && result.errorLines.count == 1)
      #expect(result.stderr.contains("--offline"))
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test(arguments: [
    ["catalog", "update", "--from", "ftp://example.org/"], ["catalog", "update", "--from", "imdb"],
    ["catalog", "update", "--only", "soap"], ["catalog", "import"], ["catalog", "import", ""],
    ["catalog", "import", "x", "--only", "movies,soap"], ["catalog", "imprt", "x"],
    ["catalog", "info", "x"], ["catalog", "update", "x"], ["catalog", "remove", "x"],
  ])
  func invalidArgumentsExitWith64AndPrintOneLine(arguments: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(arguments)
      #expect(result.status == 64)
      #expect(result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix("filmz: "))
    }
  }

  @Test func removingNeedsConfirmation() async throws {
    try await FilmzProcess.with { filmz in
      let withoutCatalog = try await filmz.run("catalog", "remove", "--verbose")
      #expect(withoutCatalog.status == 0)
      #expect(withoutCatalog.stderr == "There is no catalog to remove.\n")
      try filmz.folder.write("old", to: "home/cache/datasets/title.basics.tsv.gz")
      let unconfirmed = try await filmz.run("catalog", "remove")
      #expect(unconfirmed.status == 1)
      #expect(unconfirmed.stderr.contains("--yes"))
      let removed = try await filmz.run("catalog", "remove", "--yes", "--verbose")
      #expect(removed.status == 0)
      #expect(removed.stderr == "Removed the catalog\n")
      #expect(!filmz.folder.exists("home/cache/datasets"))
      let repeated = try await filmz.run("catalog", "remove", "--yes", "--verbose")
      #expect(repeated.stderr == "There is no catalog to remove.\n")
    }
  }

  @Test func pathsAreCompletedByTheCallingShell() async throws {
    try await FilmzProcess.with { filmz in
      let file = try await filmz.run("--complete", "catalog", "import", "imdb/ti")
      #expect(file.stdout == ":files\t\n")
      let folder = try await filmz.run("--complete", "--home", "fo")
      #expect(folder.stdout == ":folders\t\n")
      let genre = try await filmz.run("--complete", "search", "genre:film")
      #expect(genre.stdout.hasPrefix("genre:Film-Noir\t"))
    }
  }
}
