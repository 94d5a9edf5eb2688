import FilmzFiles
import FilmzTestSupport
import Foundation
import Glibc
import Testing

struct FileStatusTests {
  @Test(arguments: [
    (0o600, "0600", false), (0o700, "0700", false), (0o400, "0400", false), (0o644, "0644", true),
    (0o640, "0640", true), (0o601, "0601", true), (0o602, "0602", true), (0o000, "0000", false),
    (0o1777, "1777", true),
  ])
  func permissionsAreFourOctalDigits(mode: mode_t, text: String, isOpen: Bool) throws {
    try ScratchFolder.with { folder in
      try folder.write("12345", to: "x")
      #expect(chmod(folder.path(of: "x"), mode) == 0)
      let status = try #require(FileStatus(of: folder.url(of: "x")))
      #expect(status.modeText == text)
      #expect(status.mode == mode)
      #expect(status.isOpenToOthers == isOpen)
      #expect(status.bytes == 5)
    }
  }

  @Test func missingFilesHaveNoStatus() throws {
    try ScratchFolder.with { folder in
      try folder.write("", to: "file")
      #expect(FileStatus(of: folder.url(of: "x")) == nil)
      #expect(FileStatus(of: folder.url(of: "file/x")) == nil)
      #expect(FileStatus(of: folder.url(of: "file"))?.bytes == 0)
    }
  }

  @Test func contentIsComparedByModificationTimeAndNotByPermissions() throws {
    try ScratchFolder.with { folder in
      let file = try folder.write("1", to: "file")
      let status = try #require(FileStatus(of: file))
      #expect(chmod(folder.path(of: "file"), 0o600) == 0)
      let statusAfterChmod = try #require(FileStatus(of: file))
      #expect(statusAfterChmod.indicatesSameContent(as: status))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path(of: "file"))
      let statusAfterTimeChange = try #require(FileStatus(of: file))
      #expect(!statusAfterTimeChange.indicatesSameContent(as: status))
    }
  }

  @Test func modificationTimesAfter2262AreAccepted() throws {
    try ScratchFolder.with { folder in
      let file = try folder.write("1", to: "file")
      let time = timespec(tv_sec: 10_000_000_000, tv_nsec: 0)
      #expect(utimensat(AT_FDCWD, folder.path(of: "file"), [time, time], 0) == 0)
      #expect(FileStatus(of: file)?.bytes == 1)
    }
  }

  @Test func pathsWithSpacesAccentsAndPercentSignsAreUsedUnchanged() throws {
    try ScratchFolder.with { folder in
      try folder.write("1", to: "a b/é %20.txt")
      #expect(FileStatus(of: folder.url(of: "a b/é %20.txt"))?.bytes == 1)
      #expect(FileStatus.canWrite(in: folder.url(of: "a b/ç %41")))
    }
  }

  @Test(arguments: [".", "x", "x/y/z"])
  func missingFoldersThatCanBeCreatedAreWritable(name: String) throws {
    try ScratchFolder.with { folder in
      #expect(FileStatus.canWrite(in: folder.url(of: name)))
      let files = try folder.files()
      #expect(files == [])
      #expect(!folder.exists("x"))
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write anywhere"), arguments: ["shut", "shut/x/y"])
  func foldersWithoutWritePermissionAreNotWritable(name: String) throws {
    try ScratchFolder.with { folder in
      #expect(mkdir(folder.path(of: "shut"), 0o500) == 0)
      #expect(!FileStatus.canWrite(in: folder.url(of: name)))
    }
  }

  @Test(arguments: [".", "x/y"])
  func freeBytesAreThoseOfTheFileSystem(name: String) throws {
    try ScratchFolder.with { folder in
      let attributes = try FileManager.default.attributesOfFileSystem(forPath: folder.path)
      let size = try #require(attributes[.systemSize] as? Int)
      let free = try #require(FileStatus.freeBytes(at: folder.url(of: name)))
      #expect((1...size).contains(free))
    }
  }
}
