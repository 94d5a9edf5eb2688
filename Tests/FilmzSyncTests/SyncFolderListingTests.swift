import FilmzTestSupport
import Foundation
import Glibc
import Testing

@testable import FilmzSync

struct SyncFolderListingTests {
  @Test func filesAreListedWithTheirStatus() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      #expect(try folder.list() == SyncFileListing(stamps: [:], conflictCopies: 0, otherFiles: 0))
      for file in [SyncFileName.other, .second, .first] {
        try folder.write(.small, as: file, predecessor: nil)
      }
      let listing = try folder.list(expectsFiles: true)
      #expect(listing.files == [.first, .second, .other])
      for file in listing.files {
        var status = stat()
        try #require(lstat(scratch.path(of: file.fileName), &status) == 0)
        let time = status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
        #expect(listing.stamps[file] == "\(status.st_size) \(time) \(status.st_ino) 2")
      }
    }
  }

  @Test func foreignNamesAreCounted() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      try folder.write(.small, as: .first, predecessor: nil)
      let name = SyncFileName.first.fileName.dropLast(10)
      for name in [
        "\(name) (conflicted copy 2026-01-01).filmzsync",
        "\(name).sync-conflict-20260101-120000-ABCDEFG.filmzsync", "photo.jpg",
        ".stversions/\(name)~20260101-120000.filmzsync", ".hidden", ".~filmz-x.tmp",
        "folder/\(name).filmzsync",
      ] {
        try scratch.write("x", to: name)
      }
      let invalid = (scratch.path + "/").utf8CString.dropLast() + [-1, 0]
      let descriptor = open(Array(invalid), O_WRONLY | O_CREAT, 0o600)
      try #require(descriptor >= 0)
      close(descriptor)
      let listing = try folder.list()
      #expect(listing.files == [.first])
      #expect(listing.conflictCopies == 2)
      // The photo, the folder, and the name that is not UTF-8.
      #expect(listing.otherFiles == 3)
    }
  }

  @Test func missingFoldersAreReportedAndNotCreated() async throws {
    try await ScratchFolder.with { scratch in
      let missing = SyncFolder(path: scratch.path(of: "stick"), key: SyncKey())
      let error = SyncCarrierError.missing(path: missing.path)
      #expect(throws: error) { try missing.list() }
      await #expect(throws: error) { try await missing.keyState() }
      #expect(throws: error) { try missing.write(.small, as: .first, predecessor: nil) }
      #expect(throws: error) { try missing.remove(.first) }
      #expect(!scratch.exists("stick"))
      try scratch.write("x", to: "file")
      let file = SyncFolder(path: scratch.path(of: "file"), key: SyncKey())
      #expect(throws: SyncCarrierError.notAFolder(path: file.path)) { try file.list() }
      #expect(throws: SyncCarrierError.notAFolder(path: file.path)) {
        try file.write(.small, as: .first, predecessor: nil)
      }
      #expect(try scratch.read("file") == "x")
    }
  }

  @Test func emptyFolderIsNotTakenForTheExpectedOne() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      try scratch.write("x", to: "lost+found")
      #expect(throws: SyncCarrierError.emptied(path: scratch.path)) {
        try folder.list(expectsFiles: true)
      }
    }
  }

  @Test func manyFilesAreListed() throws {
    try ScratchFolder.with { scratch in
      var random = SplitMix(1)
      for _ in 0..<10 {
        let installation = random.uuid()
        for number in 1...64 {
          let file = try #require(SyncFileName(installation: installation, number: number))
          try scratch.write("x", to: file.fileName)
        }
      }
      let listing = try SyncFolder(path: scratch.path, key: SyncKey()).list()
      #expect(listing.files.count == 640)
      #expect(listing.files == listing.files.sorted())
    }
  }

  @Test func keysOfTheFilesAreCompared() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      let other = SyncFolder(path: scratch.path, key: SyncKey())
      #expect(try await folder.keyState() == .empty)
      try scratch.write("", to: SyncFileName.other.fileName)
      try scratch.write("x", to: "photo.jpg")
      #expect(try await folder.keyState() == .unknown)
      try folder.write(.small, as: .first, predecessor: nil)
      #expect(try await folder.keyState() == .matches)
      #expect(try await other.keyState() == .otherKey)
      try other.write(.small, as: .second, predecessor: nil)
      #expect(try await folder.keyState() == .mixed)
      #expect(try await other.keyState() == .mixed)
      #expect(try await SyncFolder(path: scratch.path, key: SyncKey()).keyState() == .otherKey)
    }
  }

  @Test func keysOfNewerVersionsAreKnown() async throws {
    try await ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      try folder.write(.small, as: .first, predecessor: nil)
      var bytes = try Data(contentsOf: scratch.url(of: .first))
      bytes[8] = 3
      try bytes.write(to: scratch.url(of: .first))
      #expect(try await folder.keyState() == .matches)
      #expect(throws: SyncFileProblem.newerVersion(3)) { try folder.read(.first) }
      await #expect(throws: SyncFileProblem.newerVersion(3)) { try await folder.header(.first) }
    }
  }
}
