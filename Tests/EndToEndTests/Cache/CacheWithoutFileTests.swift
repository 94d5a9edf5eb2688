import FilmzTestSupport
import Foundation
import Testing

/// Commands for a film cache whose file is missing or cannot be created.
struct CacheWithoutFileTests {
  @Test(arguments: ["clear", "prune"])
  func nothingIsCreatedInANewHome(verb: String) async throws {
    try await FilmzProcess.with { filmz async throws in
      #expect(try await filmz.run("cache", verb).status == 0)
      #expect(try await filmz.answer(to: "cache \(verb)")["films"] == 0)
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test(arguments: ["clear", "prune"])
  func aFolderInPlaceOfTheFileExitsWith74(verb: String) async throws {
    try await withFolderAtCachePath { filmz, _ in
      let result = try await filmz.run("cache", verb)
      #expect(result.status == 74 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains("films.sqlite"))
      #expect(try filmz.folder.files().filter { $0.contains("cache") } == [])
    }
  }

  @Test func searchAndShowWorkWithAFolderInPlaceOfTheFile() async throws {
    try await withFolderAtCachePath { filmz, server in
      let search = try await filmz.run("search", "lantern", "--source", "omdb")
      #expect(search.status == 0 && search.stdout.contains("Lantern"))
      let show = try await filmz.run("show", "tt9000026")
      #expect(show.status == 0 && show.stdout.hasPrefix("Quince (2021)\n"))
      #expect(server.requests.count == 2)
    }
  }

  /// Runs a closure with a folder at the path of the film cache.
  private func withFolderAtCachePath(_ body: (FilmzProcess, LoopbackServer) async throws -> Void)
    async throws
  {
    try await FilmzProcess.withOMDb { filmz, server in
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: "home/cache/films.sqlite"), withIntermediateDirectories: true)
      try await body(filmz, server)
    }
  }
}
