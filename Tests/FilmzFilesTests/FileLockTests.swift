import FilmzFiles
import FilmzTestSupport
import Foundation
import Testing

struct FileLockTests {
  private struct TestError: Error {}

  @Test func folderLocksAreExclusive() throws {
    try ScratchFolder.with { folder in
      let first = try #require(FileLock.tryLock(folder: folder.url))
      #expect(FileLock.tryLock(folder: folder.url) == nil)
      first.release()
      let second = try #require(FileLock.tryLock(folder: folder.url))
      second.release()
    }
  }

  @Test func folderThatCannotBeLockedYieldsALockWithoutEffect() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "file")
      for name in ["nowhere", "file"] {
        let lock = try #require(FileLock.tryLock(folder: folder.url(of: name)))
        #expect(FileLock.tryLock(folder: folder.url(of: name)) != nil)
        lock.release()
      }
    }
  }

  @Test func lockFilesArePrivateAndRemainAfterRelease() throws {
    try ScratchFolder.with { folder in
      let path = folder.path(of: "x.lock")
      let first = try #require(try FileLock.tryLock(file: path))
      #expect(try FileLock.tryLock(file: path) == nil)
      #expect(try folder.mode(of: "x.lock") == 0o600)
      first.release()
      #expect(folder.exists("x.lock"))
      #expect(try FileLock.tryLock(file: path) != nil)
    }
  }

  @Test func locksAreReleasedWhenDeinitialized() throws {
    try ScratchFolder.with { folder in
      for _ in 1...2 {
        let lock = try FileLock.tryLock(file: folder.path(of: "x.lock"))
        #expect(lock != nil)
        #expect(FileLock.tryLock(folder: folder.url) != nil)
      }
    }
  }

  @Test func lockFileThatCannotBeCreatedIsAnError() throws {
    try ScratchFolder.with { folder in
      let path = folder.path(of: "nowhere/x.lock")
      #expect(throws: FileError.cannotWrite(path: path, reason: "No such file or directory")) {
        try FileLock.tryLock(file: path)
      }
    }
  }

  @Test func withLockHoldsTheLockUntilTheClosureReturnsOrThrows() throws {
    try ScratchFolder.with { folder in
      let isFree = try FileLock.withLock(folder.url) { FileLock.tryLock(folder: folder.url) != nil }
      #expect(!isFree)
      #expect(FileLock.tryLock(folder: folder.url) != nil)
      #expect(throws: TestError.self) {
        try FileLock.withLock(folder.url) { throw TestError() }
      }
      #expect(FileLock.tryLock(folder: folder.url) != nil)
    }
  }

  @Test func withLockWaitsForOtherLocks() throws {
    try ScratchFolder.with { folder in
      let file = try folder.write("0", to: "number")
      DispatchQueue.concurrentPerform(iterations: 400) { _ in
        try? FileLock.withLock(folder.url, timeout: .seconds(600)) {
          let number = (try? folder.read("number")).flatMap { Int($0) } ?? 0
          try? Data("\(number + 1)".utf8).write(to: file)
        }
      }
      #expect(try folder.read("number") == "400")
    }
  }

  @Test func withLockRunsWithoutALockIfTheFolderDoesNotExist() throws {
    try ScratchFolder.with { folder in
      let value = try FileLock.withLock(folder.url(of: "nowhere")) { 7 }
      #expect(value == 7)
      #expect(!folder.exists("nowhere"))
    }
  }

  @Test func withLockThrowsAfterTheTimeout() throws {
    try ScratchFolder.with { folder in
      let lock = try #require(FileLock.tryLock(folder: folder.url))
      let path = folder.url.path(percentEncoded: false)
      #expect(throws: FileError.locked(path: path)) {
        try FileLock.withLock(folder.url, timeout: .milliseconds(20)) {}
      }
      lock.release()
      let value = try FileLock.withLock(folder.url) { 7 }
      #expect(value == 7)
    }
  }

  @Test func withLockStopsWaitingIfTheTaskIsCancelled() async throws {
    try await ScratchFolder.with { folder in
      let lock = try #require(FileLock.tryLock(folder: folder.url))
      let waiting = Task { try FileLock.withLock(folder.url, timeout: .seconds(3600)) {} }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      lock.release()
    }
  }

  @Test func symbolicLinksAreNotUsedAsLockFiles() throws {
    try ScratchFolder.with { folder in
      let path = folder.path(of: "x.lock")
      try #require(symlink(folder.path(of: "target"), path) == 0)
      #expect(throws: FileError.notAFile(path: path)) { try FileLock.tryLock(file: path) }
      #expect(!folder.exists("target"))
    }
  }
}
