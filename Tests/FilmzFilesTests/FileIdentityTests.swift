import FilmzFiles
import FilmzTestSupport
import Foundation
import Testing

struct FileIdentityTests {
  @Test func identityIsUnchangedByWritingAndMoving() throws {
    try ScratchFolder.with { folder in
      let file = try folder.write("old", to: "a b/é %20")
      let path = folder.path(of: "a b/é %20")
      let identity = try #require(FileIdentity(of: file))
      let handle = try FileHandle(forWritingTo: file)
      try handle.write(contentsOf: Data("new and longer".utf8))
      try handle.close()
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o400, .modificationDate: Date(timeIntervalSince1970: 1)],
        ofItemAtPath: path)
      #expect(FileIdentity(of: file) == identity)
      #expect(FileIdentity(path: path) == identity)
      try FileManager.default.moveItem(at: file, to: folder.url(of: "moved"))
      #expect(FileIdentity(of: folder.url(of: "moved")) == identity)
      #expect(FileIdentity(of: file) == nil)
    }
  }

  @Test func linksHaveTheIdentityOfTheirTarget() throws {
    try ScratchFolder.with { folder in
      let file = try folder.write("x", to: "file")
      let identity = try #require(FileIdentity(of: file))
      try #require(symlink("file", folder.path(of: "symbolic")) == 0)
      try #require(link(folder.path(of: "file"), folder.path(of: "hard")) == 0)
      try #require(symlink("nowhere", folder.path(of: "dangling")) == 0)
      #expect(FileIdentity(of: folder.url(of: "symbolic")) == identity)
      #expect(FileIdentity(of: folder.url(of: "hard")) == identity)
      #expect(FileIdentity(of: folder.url(of: "dangling")) == nil)
    }
  }

  @Test func copiesAndReplacementsHaveDifferentIdentities() throws {
    try ScratchFolder.with { folder in
      let file = try folder.write("x", to: "file")
      let identity = try #require(FileIdentity(of: file))
      try FileManager.default.copyItem(at: file, to: folder.url(of: "copy"))
      let copy = try #require(FileIdentity(of: folder.url(of: "copy")))
      #expect(copy.inode != identity.inode)
      #expect(copy.device == identity.device)
      try PrivateFile.replace(file, with: Data("x".utf8))
      let replacement = try #require(FileIdentity(of: file))
      #expect(![identity, copy].contains(replacement))
    }
  }

  /// The birth time is 0 if the file system of the temporary folder does not record it.
  @Test func birthTimeIsTheCreationTime() throws {
    try ScratchFolder.with { folder in
      try folder.write("x", to: "file")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path(of: "file"))
      let birthTime = FileStatus.birthTime(folder.path(of: "file"))
      let age = Date().timeIntervalSince1970 - Double(birthTime) / 1e9
      #expect(birthTime == 0 || abs(age) < 60)
    }
  }
}
