import FilmzFiles
import FilmzTestSupport
import Foundation
import Testing

/// The kids filter if the film cache is locked, missing, or damaged, and in checks of the files.
struct KidsFileTests {
  private static let lines = [
    "ls", "find lantern", "stats", "library", "list", "list show Noir", "tag ls", "log",
    "record ls", "comments --all", "genres", "random --count 9", "collections --all",
  ]

  /// Checks that no line names a hidden film, and returns the ids of `ls`.
  private static func shownFilms(_ filmz: FilmzProcess) async throws -> [JSON?] {
    for format in ["table", "json"] {
      let result = try await filmz.run(
        ["--offline", "--verbose", "--format", format, "-c", lines.joined(separator: "; ")])
      for name in KidsGateTests.hidden + ["secretive", "grim words"] {
        #expect(!result.stdout.contains(name), "\(name): \(result.stdout)")
        #expect(!result.stderr.contains(name), "\(name): \(result.stderr)")
      }
    }
    return try await filmz.answer(to: "ls").each("id")
  }

  private static func with(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let setup = try await filmz.run("-c", KidsGateTests.setup + "; kids on")
      #expect(setup.status == 0, "\(setup.stderr)")
      try await body(filmz)
    }
  }

  /// Without the stored facts, no certification is known except those of own records.
  @Test(arguments: ["locked", "missing", "fifo", "damaged"])
  func filterHoldsWithoutACache(state: String) async throws {
    try await Self.with { filmz in
      _ = try await filmz.answer(to: "edit tt9000026 rated=G")
      #expect(Set(try await Self.shownFilms(filmz)) == ["tt9000002", "tt9000026"])
      let lock = state == "locked" ? try Self.lock(filmz) : nil
      defer { lock?.release() }
      if state != "locked" { try Self.replaceCache(with: state, filmz) }
      #expect(try await Self.shownFilms(filmz) == ["tt9000026"])
      #expect(try await filmz.answer(to: "stats")["total"] == 1)
    }
  }

  private static func lock(_ filmz: FilmzProcess) throws -> FileLock {
    try #require(FileLock.tryLock(folder: filmz.folder.url(of: "home/cache")))
  }

  private static func replaceCache(with state: String, _ filmz: FilmzProcess) throws {
    let path = "home/cache/films.sqlite"
    for name in try filmz.folder.files() where name.hasPrefix(path) {
      try FileManager.default.removeItem(at: filmz.folder.url(of: name))
    }
    if state == "fifo" { try #require(mkfifo(filmz.folder.path(of: path), 0o600) == 0) }
    if state == "damaged" { try filmz.folder.write("no database", to: path) }
  }

  @Test func findingsDoNotNameHiddenFilms() async throws {
    try await Self.with { filmz in
      try filmz.collectionFile.execute(
        """
        UPDATE entry SET rating = 3, notes = title; UPDATE comment SET text = 'x';
        UPDATE skip SET title = 'y'
        """)
      for format in ["table", "json"] {
        let result = try await filmz.run("--verbose", "--format", format, "db", "check")
        #expect(result.status == 1)
        for name in KidsGateTests.hidden {
          #expect(!(result.stdout + result.stderr).contains(name), "\(result.stdout)")
        }
      }
    }
  }

  @Test(arguments: ["help sql", "help kids"])
  func helpSaysThatQueriesAreNotFiltered(line: String) async throws {
    try await Self.with { filmz in
      let help = try await filmz.run("-c", line).stdout
      #expect(help.contains("filter") && help.contains("sql"))
      let films = try await filmz.answer(to: "sql select title from entries")
      #expect(films.each("title").contains("Lantern Street"))
    }
  }
}
