import FilmzStore
import FilmzTestSupport
import Testing

struct FolderHoldTests {
  @Test func aFolderIsHeldByOneAtATime() throws {
    try ScratchFolder.with { folder in
      let first = try #require(FolderHold(folder.url))
      #expect(FolderHold(folder.url) == nil)
      first.release()
      let second = try #require(FolderHold(folder.url))
      second.release()
    }
  }

  @Test func whatCannotBeLockedIsNotHeldByAnother() throws {
    try ScratchFolder.with { folder in
      let hold = try #require(FolderHold(folder.url(of: "nowhere")))
      hold.release()
    }
  }
}
