import FilmzTestSupport
import Foundation
import Testing

struct BadFilesTests {
  private static let collection = "home/data/collection.sqlite"

  @Test func aHomeThatCannotBeWrittenIsAnErrorThatNamesIt() async throws {
    try await FilmzProcess.with(environment: ["FILMZ_HOME": "/proc/nowhere"]) { filmz in
      let writing = [
        ["add", "tt0068646"], ["rate", "tt0068646", "8"], ["config", "set", "page.size", "3"],
      ]
      for call in writing {
        let result = try await filmz.run(["--offline"] + call)
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
  func aCorruptCollectionIsNamedAndLeftAlone(junk: Data) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(junk, to: Self.collection)
      for call in [["add", "tt0068646"], ["ls"], ["stats"], ["rm", "tt0068646", "--yes"]] {
        let result = try await filmz.run(["--offline"] + call)
        #expect([1, 74].contains(result.status), "\(call)")
        #expect(result.errorLines.count == 1, "\(call)")
        #expect(result.stderr.contains("collection.sqlite"), "\(call)")
        #expect(result.stdout == "")
      }
      #expect(try Data(contentsOf: filmz.folder.url(of: Self.collection)) == junk)
    }
  }

  /// A database of another program, made with SQLite's own bytes: an empty one with one table.
  @Test func aForeignDatabaseIsNamedAndLeftAlone() async throws {
    try await FilmzProcess.with { filmz in
      let foreign = try await Self.databaseOfTheFilmCache(filmz)
      try filmz.folder.write(foreign, to: Self.collection)
      for call in [["add", "tt0068646"], ["ls"], ["note", "tt0068646", "x"]] {
        let result = try await filmz.run(["--offline", "--home", "home"] + call)
        #expect([1, 74].contains(result.status), "\(call)")
        #expect(result.errorLines.count == 1 && result.stderr.contains("collection.sqlite"))
      }
      #expect(try Data(contentsOf: filmz.folder.url(of: Self.collection)) == foreign)
    }
  }

  @Test func whatNeedsNoCollectionWorksBesideACorruptOne() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("junk", to: Self.collection)
      #expect(try await filmz.run("version").status == 0)
      #expect(try await filmz.run("config", "set", "page.size", "3").status == 0)
    }
  }

  @Test(arguments: ["nowhere", "folder", "folder/below"])
  func aScriptThatCannotBeReadIs74(path: String) async throws {
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
  func aFullDiskUnderTheOutputIsOneLineAnd74(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + call, output: .path("/dev/full"))
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("cannot write the output"))
    }
  }

  @Test func aClosedPipeEndsTheProgramWithoutAWord() async throws {
    try await FilmzProcess.with { filmz in
      let script = String(repeating: "search the --limit 50\n", count: 2000) + "add tt0068646\n"
      let result = try await filmz.run(
        ["--offline"], script: script, output: .closedAfterFirstLine)
      #expect([0, 141, -13].contains(result.status))
      #expect(result.stderr == "")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  private static func databaseOfTheFilmCache(_ filmz: FilmzProcess) async throws -> Data {
    _ = try await filmz.run("--offline", "--home", "other", "add", "tt0068646")
    return try Data(contentsOf: filmz.folder.url(of: "other/cache/films.sqlite"))
  }
}
