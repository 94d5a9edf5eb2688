import FilmzDomain
import FilmzTestSupport
import Foundation
import Glibc
import Testing

@testable import FilmzSync

struct SyncFolderWritingTests {
  @Test func filesAreNotReplaced() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      let name = SyncFileName.first.fileName
      func check(_ files: [String]) throws {
        #expect(throws: SyncCarrierError.exists(.first)) {
          try folder.write(.small, as: .first, predecessor: nil)
        }
        #expect(try scratch.files() == files)
      }
      try scratch.write("x", to: name)
      try check([name])
      #expect(try scratch.read(name) == "x")
      try folder.remove(.first)
      try #require(symlink("nowhere", scratch.path(of: name)) == 0)
      try check([name])
      #expect(!scratch.exists("nowhere"))
      try folder.remove(.first)
      try #require(mkdir(scratch.path(of: name), 0o700) == 0)
      try check([])
      try #require(rmdir(scratch.path(of: name)) == 0)
      try folder.write(.small, as: .first, predecessor: nil)
      #expect(try folder.read(.first).segment == .small)
    }
  }

  @Test func leftoversOfTheSameInstallationAreRemoved() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      let own = ".~filmz-\(SyncFileName.first.installation)-1a2b.tmp"
      let others = [
        ".~filmz-\(SyncFileName.other.installation)-1a2b.tmp", own + "~", "." + own,
        "\(SyncFileName.first.installation).tmp",
      ]
      for name in others + [own] { try scratch.write("x", to: name) }
      try folder.write(.small, as: .first, predecessor: nil)
      #expect(try scratch.files() == (others + [SyncFileName.first.fileName]).sorted())
      #expect(try folder.list().otherFiles == 1)
    }
  }

  @Test func leftoverLinksAreRemovedAndNotFollowed() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      let own = ".~filmz-\(SyncFileName.first.installation)-1a2b.tmp"
      try scratch.write("x", to: "target")
      try #require(symlink("target", scratch.path(of: own)) == 0)
      try folder.write(.small, as: .first, predecessor: nil)
      #expect(try scratch.files() == [SyncFileName.first.fileName, "target"])
      #expect(try scratch.read("target") == "x")
    }
  }

  @Test func contentThatCannotBeWrittenLeavesNothing() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      let small = SyncSegment.small
      let withoutSteps = SyncSegment(
        name: "", writtenAt: small.writtenAt, received: [:], isStart: false, steps: [],
        changes: small.changes)
      let tooMany = SyncSegment(
        name: "", writtenAt: small.writtenAt, received: [:], isStart: false, steps: small.steps,
        changes: Array(repeating: small.changes[0], count: SyncSegment.maximumChanges + 1))
      #expect(throws: SyncCarrierError.stepMissing(change: small.changes[0].id)) {
        try folder.write(withoutSteps, as: .first, predecessor: nil)
      }
      #expect(throws: SyncCarrierError.contentTooLarge) {
        try folder.write(tooMany, as: .first, predecessor: nil)
      }
      let files = try scratch.files()
      #expect(files.isEmpty)
    }
  }

  @Test func filesAreRemoved() throws {
    try ScratchFolder.with { scratch in
      let folder = SyncFolder(path: scratch.path, key: SyncKey())
      try folder.write(.small, as: .first, predecessor: nil)
      try folder.write(.small, as: .second, predecessor: nil)
      try folder.remove(.first)
      try folder.remove(.first)
      #expect(try scratch.files() == [SyncFileName.second.fileName])
    }
  }

  @Test func symbolicLinkToTheFolderIsFollowed() throws {
    try ScratchFolder.with { scratch in
      try #require(mkdir(scratch.path(of: "real"), 0o700) == 0)
      try #require(symlink("real", scratch.path(of: "link")) == 0)
      let folder = SyncFolder(path: scratch.path(of: "link"), key: SyncKey())
      try folder.write(.small, as: .first, predecessor: nil)
      #expect(try scratch.files().contains("real/\(SyncFileName.first.fileName)"))
    }
  }
}

struct FilePlacementTests {
  typealias Way = @Sendable (_ temporary: String, _ name: String, _ folder: CInt) -> CInt

  static let ways: [Way] = [
    { SyncFolder.rename($0, as: $1, in: $2) },
    { SyncFolder.renameExclusively($0, as: $1, in: $2) },
    { SyncFolder.link($0, as: $1, in: $2) },
    { SyncFolder.renameIfAbsent($0, as: $1, in: $2) },
  ]

  @Test(arguments: ways.indices) func fileIsPlacedButReplacesNothing(index: Int) throws {
    let place = Self.ways[index]
    try ScratchFolder.with { scratch in
      let folder = try FolderHandle(scratch.path)
      try scratch.write("new", to: "temporary")
      try scratch.write("old", to: "used")
      try #require(symlink("nowhere", scratch.path(of: "link")) == 0)
      try #require(mkdir(scratch.path(of: "folder"), 0o700) == 0)
      for name in ["used", "link", "folder"] {
        #expect(place("temporary", name, folder.descriptor) == EEXIST)
        #expect(try scratch.read("temporary") == "new")
      }
      #expect(try scratch.read("used") == "old")
      #expect(place("temporary", String(repeating: "x", count: 300), folder.descriptor) != 0)
      #expect(try scratch.read("temporary") == "new")
      #expect(place("temporary", "name", folder.descriptor) == 0)
      #expect(try scratch.read("name") == "new")
      #expect(!scratch.exists("temporary"))
      #expect(place("temporary", "other", folder.descriptor) == ENOENT)
    }
  }
}
