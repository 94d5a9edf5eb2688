import FilmzDomain
import FilmzTestSupport
import Foundation
import Glibc
import Testing

@testable import FilmzSync

struct SyncFolderReadingTests {
  @Test func whatIsWrittenIsRead() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      let segment = SyncSegment.realistic(changes: 100, seed: 1)
      let first = try folder.write(segment, as: .first, predecessor: nil)
      let second = try folder.write(.small, as: .second, predecessor: first)
      #expect(try folder.read(.first).segment == segment)
      #expect(try folder.read(.first).checksum == first)
      #expect(try folder.read(.first).predecessor == nil)
      #expect(try folder.read(.second).segment == .small)
      #expect(try folder.read(.second).checksum == second)
      #expect(try folder.read(.second).predecessor == first)
      #expect(try await folder.header(.second).predecessor == first)
      #expect(try scratch.mode(of: SyncFileName.first.fileName) == 0o600)
      #expect(try scratch.files() == [SyncFileName.first.fileName, SyncFileName.second.fileName])
    }
  }

  @Test func renamedAndSwappedFilesAreDamaged() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      try folder.write(.small, as: .first, predecessor: nil)
      try folder.write(.small, as: .second, predecessor: nil)
      let files = FileManager.default
      try files.moveItem(at: scratch.url(of: .first), to: scratch.url(of: .other))
      try files.copyItem(at: scratch.url(of: .second), to: scratch.url(of: .first))
      for file in [SyncFileName.first, .other] {
        #expect(throws: SyncFileProblem.damaged) { try folder.read(file) }
      }
      #expect(try folder.read(.second).segment == .small)
    }
  }

  @Test func truncatedFilesAreIncomplete() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      try folder.write(.small, as: .first, predecessor: nil)
      let bytes = try Data(contentsOf: scratch.url(of: .first))
      for count in 0..<bytes.count {
        try bytes.prefix(count).write(to: scratch.url(of: .first))
        #expect(throws: SyncFileProblem.incomplete) { try folder.read(.first) }
        if count < SyncFileHeader.size {
          await #expect(throws: SyncFileProblem.incomplete) { try await folder.header(.first) }
        }
      }
    }
  }

  @Test func otherKeysAreReported() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      try folder.write(.small, as: .first, predecessor: nil)
      let other = SyncFolder(path: scratch.path, key: SyncKey())
      #expect(throws: SyncFileProblem.wrongKey) { try other.read(.first) }
      await #expect(throws: SyncFileProblem.wrongKey) { try await other.header(.first) }
    }
  }

  @Test func largeFilesAreNotRead() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      // Sparse, so that the file takes no space.
      try scratch.write("", to: SyncFileName.first.fileName)
      try #require(truncate(scratch.path(of: SyncFileName.first.fileName), 64 << 20 + 1) == 0)
      #expect(throws: SyncFileProblem.tooLarge) { try folder.read(.first) }
      try #require(truncate(scratch.path(of: SyncFileName.first.fileName), 1 << 40) == 0)
      #expect(throws: SyncFileProblem.tooLarge) { try folder.read(.first) }
      await #expect(throws: SyncFileProblem.damaged) { try await folder.header(.first) }
    }
  }

  /// The file is authentic, so it was made by someone who knows the key.
  @Test(arguments: [(256 << 20 + 1, SyncFileProblem.tooLarge), (1000, .damaged)])
  func zipBombsAreRefused(stated: UInt64, problem: SyncFileProblem) throws {
    try ScratchFolder.with { scratch in
      let key = SyncKey()
      let zeros = try Compression.compress(Array(repeating: 0, count: 10_000_000))
      let sealed = try SealedFile(
        stated.littleEndianBytes + zeros.dropFirst(8), as: .first, predecessor: nil, key: key)
      try scratch.write(Data(sealed.bytes), to: SyncFileName.first.fileName)
      let folder = SyncFolder(path: scratch.path, key: key)
      #expect(throws: problem) { try folder.read(.first) }
    }
  }

  @Test func otherThingsThanFilesAreNotOpened() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      let path = scratch.path(of: SyncFileName.first.fileName)
      try folder.write(.small, as: .second, predecessor: nil)
      func check() async {
        #expect(throws: SyncFileProblem.notAFile) { try folder.read(.first) }
        await #expect(throws: SyncFileProblem.notAFile) { try await folder.header(.first) }
        unlink(path)
        rmdir(path)
      }
      #expect(symlink(SyncFileName.second.fileName, path) == 0)
      await check()
      #expect(symlink("nowhere", path) == 0)
      await check()
      #expect(mkfifo(path, 0o600) == 0)
      await check()
      #expect(mkdir(path, 0o700) == 0)
      await check()
      #expect(throws: SyncFileProblem.removed) { try folder.read(.first) }
      #expect(try folder.read(.second).segment == .small)
    }
  }

  @Test func folderThatIsGoneIsUnreadable() throws {
    let folder = SyncFolder(path: "/nowhere/at all", key: SyncKey())
    #expect(throws: SyncFileProblem.unreadable("No such file or directory")) {
      try folder.read(.first)
    }
  }
}
