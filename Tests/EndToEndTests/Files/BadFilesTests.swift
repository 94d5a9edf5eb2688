import FilmzTestSupport
import Foundation
import Testing

struct BadFilesTests {
  private static let collectionPath = "home/data/collection.sqlite"

  @Test func errorsNameAHomeThatCannotBeWritten() async throws {
    try await FilmzProcess.with(environment: ["FILMZ_HOME": "/proc/nowhere"]) { filmz in
      let writingCommands = [
        ["add", "tt0068646"], ["rate", "tt0068646", "8"], ["config", "set", "page.size", "3"],
      ]
      for arguments in writingCommands {
        let result = try await filmz.run(["--offline"] + arguments)
        #expect(result.status == 74)
        #expect(result.errorLines.count == 1)
        #expect(result.stderr.hasPrefix("filmz: ") && result.stderr.contains("/proc/nowhere"))
      }
      #expect(try await filmz.answer(to: "search godfather").array.count == 3)
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test(arguments: [
    Data(String(repeating: "no database at all\n", count: 500).utf8), Data("junk\n".utf8),
    Data("x".utf8),
    Data("SQLite format 3\u{0}".utf8) + Data(repeating: 7, count: 8000),
  ])
  func aCorruptCollectionIsReportedAndNotModified(content: Data) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(content, to: Self.collectionPath)
      for arguments in [["add", "tt0068646"], ["ls"], ["stats"], ["rm", "tt0068646", "--yes"]] {
        let result = try await filmz.run(["--offline"] + arguments)
        #expect([1, 74].contains(result.status), "\(arguments)")
        #expect(result.errorLines.count == 1, "\(arguments)")
        #expect(result.stderr.contains("collection.sqlite"), "\(arguments)")
        #expect(result.stdout == "")
      }
      #expect(try Data(contentsOf: filmz.folder.url(of: Self.collectionPath)) == content)
    }
  }

  /// The foreign database is a film cache in place of the collection.
  @Test func aForeignDatabaseIsReportedAndNotModified() async throws {
    try await FilmzProcess.with { filmz in
      let content = try await Self.filmCacheContent(filmz)
      try filmz.folder.write(content, to: Self.collectionPath)
      for arguments in [["add", "tt0068646"], ["ls"], ["note", "tt0068646", "x"]] {
        let result = try await filmz.run(["--offline", "--home", "home"] + arguments)
        #expect([1, 74].contains(result.status), "\(arguments)")
        #expect(result.errorLines.count == 1 && result.stderr.contains("collection.sqlite"))
      }
      #expect(try Data(contentsOf: filmz.folder.url(of: Self.collectionPath)) == content)
    }
  }

  @Test func otherCommandsWorkWithACorruptCollection() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("junk", to: Self.collectionPath)
      #expect(try await filmz.run("version").status == 0)
      #expect(try await filmz.run("config", "set", "page.size", "3").status == 0)
    }
  }

  @Test(arguments: ["nowhere", "folder", "folder/below"])
  func unreadableScriptsExitWith74(path: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("", to: "folder/file")
      let result = try await filmz.run("-f", path)
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1 && result.stderr.contains(path))
    }
  }

  @Test(arguments: [
    ["--format", "json", "show", "tt0068646"], ["search", "godfather"], ["--version"], ["--help"],
    ["help"], ["-c", "search godfather; ls; search the"],
  ])
  func outputToAFullDiskExitsWith74(arguments: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + arguments, output: .path("/dev/full"))
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("cannot write the output"))
    }
  }

  @Test func aClosedPipeEndsTheProgramSilently() async throws {
    try await FilmzProcess.with { filmz in
      let script = String(repeating: "search the --limit 50\n", count: 2000) + "add tt0068646\n"
      let result = try await filmz.run(
        ["--offline"], script: script, output: .closedAfterFirstLine)
      #expect([0, 141, -13].contains(result.status))
      #expect(result.stderr == "")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  private static func filmCacheContent(_ filmz: FilmzProcess) async throws -> Data {
    _ = try await filmz.run("--offline", "--home", "other", "add", "tt0068646")
    return try Data(contentsOf: filmz.folder.url(of: "other/cache/films.sqlite"))
  }
}
