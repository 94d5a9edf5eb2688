import FilmzTestSupport
import Foundation
import Testing

@Suite(.processes)
struct FilesTests {
  @Test func xdgVariablesDetermineTheFolders() async throws {
    try await FilmzProcess.with(
      environment: ["FILMZ_HOME": nil]
    ) { filmz in
      let variables: [String: String?] = Dictionary(
        uniqueKeysWithValues: ["CONFIG", "DATA", "CACHE", "STATE"].map {
          ("XDG_\($0)_HOME", filmz.folder.path(of: $0.lowercased()))
        })
      let commands = "search godfather; add 1; config set page.size 2"
      let result = try await filmz.run(["--offline", "-c", commands], environment: variables)
      #expect(result.status == 0)
      for file in ["data/filmz/collection.sqlite", "config/filmz/config.toml"] {
        #expect(try filmz.folder.mode(of: file) == 0o600, "\(file)")
      }
      let topLevelFolders = Set(
        try filmz.folder.files().compactMap { $0.split(separator: "/").first })
      #expect(topLevelFolders.isSubset(of: ["config", "data", "cache", "state"]))
      let search = try await filmz.run(
        ["--offline", "--format", "json", "search", "godfather"], environment: variables)
      #expect(try search.json.array.count == 2)
    }
  }

  @Test func withoutVariablesFilesAreInTheUsersFolders() async throws {
    try await FilmzProcess.with(environment: ["FILMZ_HOME": nil]) { filmz in
      _ = try await filmz.run("--offline", "-c", "add tt0068646; config set page.size 2")
      let files = try filmz.folder.files()
      #expect(files.contains(".local/share/filmz/collection.sqlite"))
      #expect(files.contains(".config/filmz/config.toml"))
      #expect(files.allSatisfy { $0.hasPrefix(".") })
    }
  }

  @Test func homeOptionOverridesTheEnvironment() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "add", "tt0068646")
      for call in [["--home", "other", "ls"], ["--home=other", "ls"]] {
        #expect(try await filmz.run(["--format", "json"] + call).stdout == "[]\n")
      }
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }

  @Test func filesAndFoldersArePrivate() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "-c", "search godfather; add 1; config set page.size 2")
      for file in try filmz.folder.files() where file.hasPrefix("home/") {
        #expect(try filmz.folder.mode(of: file) & 0o077 == 0, "\(file)")
      }
      #expect(try filmz.folder.mode(of: "home/data") == 0o700)
    }
  }

  @Test func readOnlyCommandsCreateNoFiles() async throws {
    try await FilmzProcess.with { filmz in
      for call in [["search", "godfather"], ["ls"], ["stats"], ["show", "tt0068646"], ["config"]] {
        let result = try await filmz.run(["--offline"] + call)
        #expect(result.status == 0)
      }
      #expect(try filmz.folder.files() == [])
    }
  }

  @Test func scriptsAreNotAddedToTheHistory() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(["--offline"], script: "search godfather\nadd 1\n")
      #expect(!filmz.folder.exists("home/state/history"))
    }
  }

  @Test func concurrentProcessesLoseNoChanges() async throws {
    try await FilmzProcess.with { filmz in
      let results = try await withThrowingTaskGroup { group in
        for number in 1...8 {
          group.addTask {
            try await filmz.run(
              "--offline", "-c",
              "add tt900000\(number); rate tt900000\(number) \(number); add tt910000\(number)")
          }
        }
        return try await group.reduce(into: [ProcessResult]()) { $0.append($1) }
      }
      for result in results { #expect(result.status == 0, "\(result.stderr)") }
      let rows = try await filmz.answer(to: "ls")
      #expect(rows.array.count == 16)
      let ratings = rows.each("myRating").compactMap { $0?.number }
      #expect(ratings.sorted() == [1, 2, 3, 4, 5, 6, 7, 8])
    }
  }
}
