import FilmzTestSupport
import Glibc
import Testing

/// Commands while another connection holds the write lock of the film cache.
@Suite(.timeLimit(.minutes(10)), .processes)
struct LockedCacheTests {
  @Test func changesAndListsSucceedWithoutALongWait() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 tt0071562; ls")
      try await filmz.withLockedCache {
        for call in [
          ["rate", "tt0068646", "8"], ["add", "tt0133093"], ["watched", "tt0071562"], ["undo"],
          ["note", "tt0068646", "fun"], ["rm", "tt0071562", "--yes"],
        ] {
          let start = ContinuousClock.now
          let result = try await filmz.run(["--offline"] + call)
          // One wait of one second; with the connection's own limit it would be of ten.
          #expect(start.duration(to: .now) < .seconds(9), "\(call)")
          #expect(result.isSilentSuccess, "\(call): \(result.stderr)")
        }
        let list = try await filmz.answer(to: "ls --sort name")
        #expect(list.each("id") == ["tt0068646", "tt0133093"])
        #expect(list.each("myRating") == [8, .null])
      }
      #expect(try await filmz.answer(to: "ls --genre crime").each("id") == ["tt0068646"])
      let listedIDs = try SQLiteFile(path: filmz.folder.path(of: "home/cache/films.sqlite"))
        .queryFirstColumn("SELECT id FROM listIndex ORDER BY id")
      #expect(listedIDs == ["tt0068646", "tt0133093"])
    }
  }
}

extension FilmzProcess {
  /// Runs `body` while a connection of this process has an open write transaction on the cache.
  fileprivate func withLockedCache(_ body: () async throws -> Void) async throws {
    typealias Open =
      @convention(c) (
        UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>
      ) -> CInt
    typealias Execute =
      @convention(c) (
        OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
      ) -> CInt
    typealias Close = @convention(c) (OpaquePointer?) -> CInt
    let open = unsafeBitCast(try SQLiteFile.address("sqlite3_open"), to: Open.self)
    let execute = unsafeBitCast(try SQLiteFile.address("sqlite3_exec"), to: Execute.self)
    let close = unsafeBitCast(try SQLiteFile.address("sqlite3_close"), to: Close.self)
    var database: OpaquePointer?
    defer { _ = close(database) }
    try #require(open(folder.path(of: "home/cache/films.sqlite"), &database) == 0)
    try #require(execute(database, "BEGIN IMMEDIATE", nil, nil, nil) == 0)
    try await body()
    try #require(execute(database, "ROLLBACK", nil, nil, nil) == 0)
  }
}
