import FilmzTestSupport
import Testing

/// Histories of several homes after which all have the same data, as does a home that only receives it.
struct SyncHistoryTests {
  /// A film that returns to a list does not return to the position of a film that was added meanwhile.
  @Test func filmsThatReturnToAListHaveTheirOwnPositions() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      try await machines.script("A", "list add L tt0113277 --create")
      try await machines.expectAlike(["A", "B"])
      try await machines.script("A", "rm tt0113277\nlist add L tt0133093")
      try await machines.script("B", "rate tt0113277 8")
      try await machines.expectAlike(["A", "B"])
      let films = try await machines.run("B", ["--format", "json", "list", "show", "L"]).json
      #expect(films.each("id") == ["tt0113277", "tt0133093"])
    }
  }

  @Test func restoredBackupsWithOtherIDsOfAFilmConverge() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      try await machines.script("B", "watched tmdb:movie:601 --on 2020-01-01")
      try await machines.script("B", "identify tmdb:movie:601 tt0000601")
      try await machines.sync("B")
      try await machines.script("A", "skip tt0000601 --force")
      let backups = [try await machines.backUp("A"), try await machines.backUp("B")]
      try await machines.sync("A")
      try await machines.script("B", "viewings rm tmdb:movie:601 1")
      try await machines.script("B", "backup restore \(backups[1])")
      try await machines.script("A", "skip tmdb:movie:601 --force")
      try await machines.sync("A")
      try await machines.script("A", "undo")
      try await machines.sync("B")
      try await machines.script("B", "watched tt0000601 --on 2020-01-02")
      try await machines.script("B", "skip tmdb:movie:601 --force")
      try await machines.script("A", "backup restore \(backups[0])")
      try await machines.setUp("C")
      try await machines.expectAlike(["A", "B", "C"])
    }
  }

  /// An archive adds the viewing of another machine again, under another id of its film, before that machine's own
  /// insertion of it arrives.
  @Test func insertionsOfOneViewingThatArriveInAnyOrderConverge() async throws {
    try await SyncMachines.with(["A", "B", "C"]) { machines in
      try await machines.script("B", "watched tmdb:movie:949 --on 2021-05")
      try await machines.script("A", "identify tmdb:movie:949 tmdb:movie:603")
      try await machines.script("B", "export e.filmz")
      try await machines.script("A", "import e.filmz")
      try await machines.script(
        "C",
        "add tmdb:movie:603\nidentify tt0133093 tmdb:movie:603\nrm tt0133093")
      try await machines.expectAlike(["A", "B", "C"])
    }
  }
}

extension SyncMachines {
  /// Makes a backup, and returns its name.
  fileprivate func backUp(_ name: String) async throws -> String {
    let result = try await run(name, ["--format", "json", "backup", "now"])
    let backup = try result.json.array.first ?? result.json
    return try #require(backup["name"]?.string)
  }
}
