import FilmzTestSupport
import Testing

struct CatalogVerbTests {
  @Test(arguments: ["catalog", "catalog info"])
  func withoutAnImportThereIsAnEmptyObject(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--format", "json", "-c", line])
      #expect(
        result.stdout
          == #"{"titles":0,"types":{},"people":0,"files":[],"bytes":0,"importedAt":null}"# + "\n")
      #expect(result.stderr == "" && result.status == 0)
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func withoutAnImportPeopleAreToldHowToMakeOne() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("catalog")
      for word in ["starter catalog", "catalog update", "catalog import"] {
        #expect(result.stdout.contains(word))
      }
    }
  }

  @Test func offlineAnUpdateSaysSoInOneLine() async throws {
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
  func aWrongCallIs64AndOneLine(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(call)
      #expect(result.status == 64)
      #expect(result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix("filmz: "))
    }
  }

  @Test func removingAsksWhereSomebodyIsThere() async throws {
    try await FilmzProcess.with { filmz in
      let nothing = try await filmz.run("catalog", "remove", "--verbose")
      #expect(nothing.status == 0)
      #expect(nothing.stderr == "There is no catalog to remove.\n")
      try filmz.folder.write("old", to: "home/cache/datasets/title.basics.tsv.gz")
      let unasked = try await filmz.run("catalog", "remove")
      #expect(unasked.status == 1)
      #expect(unasked.stderr.contains("--yes"))
      let done = try await filmz.run("catalog", "remove", "--yes", "--verbose")
      #expect(done.status == 0)
      #expect(done.stderr == "Removed the catalog\n")
      #expect(!filmz.folder.exists("home/cache/datasets"))
      let again = try await filmz.run("catalog", "remove", "--yes", "--verbose")
      #expect(again.stderr == "There is no catalog to remove.\n")
    }
  }

  @Test func pathsAreLeftToTheOtherShell() async throws {
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
