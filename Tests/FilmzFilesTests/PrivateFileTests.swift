import FilmzFiles
import FilmzTestSupport
import Foundation
import Testing

/// Creating, reading, and replacing files that other users cannot read.
struct PrivateFileTests {
  @Test func filesAndMissingFoldersAreCreatedWithPrivateModes() throws {
    try ScratchFolder.with { folder in
      try PrivateFile.create(folder.url(of: "a/b/file"))
      #expect(try folder.read("a/b/file").isEmpty)
      #expect(try folder.mode(of: "a/b/file") == 0o600)
      #expect(try folder.mode(of: "a/b") == 0o700)
      #expect(try folder.mode(of: "a") == 0o700)
    }
  }

  @Test func createLeavesAnExistingFileUnchanged() throws {
    try ScratchFolder.with { folder in
      try folder.write("mine", to: "file")
      try PrivateFile.create(folder.url(of: "file"))
      #expect(try folder.read("file") == "mine")
    }
  }

  @Test func createFolderLeavesAnExistingFolderAndItsModeUnchanged() throws {
    try ScratchFolder.with { folder in
      try folder.write("mine", to: "a/file")
      try #require(chmod(folder.path(of: "a"), 0o755) == 0)
      try PrivateFile.createFolder(folder.url(of: "a"))
      #expect(try folder.mode(of: "a") == 0o755)
      #expect(try folder.read("a/file") == "mine")
    }
  }

  @Test(arguments: [nil, "old", String(repeating: "long ", count: 10_000)])
  func replaceOverwritesTheWholeContent(old: String?) throws {
    try ScratchFolder.with { folder in
      if let old { try folder.write(old, to: "a/file") }
      try PrivateFile.replace(folder.url(of: "a/file"), with: Data("new".utf8))
      #expect(try folder.read("a/file") == "new")
      #expect(try folder.mode(of: "a/file") == 0o600)
      #expect(try folder.files() == ["a/file"])
    }
  }

  @Test func openReadersStillReadTheOldContentAfterReplace() throws {
    try ScratchFolder.with { folder in
      try folder.write("old", to: "file")
      let reader = try FileHandle(forReadingFrom: folder.url(of: "file"))
      try PrivateFile.replace(folder.url(of: "file"), with: Data("new content".utf8))
      #expect(try reader.readToEnd() == Data("old".utf8))
    }
  }

  @Test func largeContentIsWrittenCompletely() throws {
    try ScratchFolder.with { folder in
      let data = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
      try PrivateFile.replace(folder.url(of: "file"), with: data)
      #expect(try Data(contentsOf: folder.url(of: "file")) == data)
    }
  }

  @Test func followedSymbolicLinkRemainsAndItsTargetIsReplaced() throws {
    try ScratchFolder.with { folder in
      try folder.write("old", to: "dotfiles/config")
      try folder.write("", to: "home/other")
      let link = folder.path(of: "home/config")
      try #require(symlink("../dotfiles/config", link) == 0)
      try PrivateFile.replace(
        folder.url(of: "home/config"), with: Data("new".utf8), followsLink: true)
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../dotfiles/config")
      #expect(try folder.read("dotfiles/config") == "new")
    }
  }

  @Test func symbolicLinkThatIsNotFollowedIsReplaced() throws {
    try ScratchFolder.with { folder in
      try folder.write("others'", to: "target")
      try #require(symlink("target", folder.path(of: "file")) == 0)
      try PrivateFile.replace(folder.url(of: "file"), with: Data("new".utf8))
      #expect(try folder.read("target") == "others'")
      #expect(FileStatus(of: folder.url(of: "file"))?.mode == 0o600)
      #expect(try folder.read("file") == "new")
    }
  }

  @Test(.enabled("only root can change the owner of a link") { geteuid() == 0 })
  func linksOfOtherUsersAreNotFollowed() throws {
    try ScratchFolder.with { folder in
      try folder.write("mine", to: "target")
      let link = folder.path(of: "file")
      try #require(symlink("target", link) == 0 && lchown(link, 65534, 65534) == 0)
      #expect(throws: FileError.notAFile(path: link)) {
        try PrivateFile.replace(
          folder.url(of: "file"), with: Data("key".utf8), followsLink: true)
      }
      #expect(try folder.read("target") == "mine")
    }
  }

  @Test func rewriteThrowsForASymbolicLink() throws {
    try ScratchFolder.with { folder in
      try folder.write("others'", to: "target")
      let link = folder.path(of: "file")
      try #require(symlink("target", link) == 0)
      #expect(throws: FileError.notAFile(path: link)) {
        try PrivateFile.rewrite(folder.url(of: "file")) { _ in Data("new".utf8) }
      }
      #expect(try folder.read("target") == "others'")
    }
  }

  @Test func createNewThrowsIfTheNameIsInUse() throws {
    try ScratchFolder.with { folder in
      try folder.write("others'", to: "file")
      try #require(symlink("target", folder.path(of: "link")) == 0)
      for name in ["file", "link"] {
        #expect(throws: FileError.self) { try PrivateFile.createNew(folder.url(of: name)) }
      }
      #expect(try folder.read("file") == "others'")
      #expect(!folder.exists("target"))
    }
  }

  @Test func removeLeftoversRemovesTemporaryFilesThatAreNotInUse() throws {
    try ScratchFolder.with { folder in
      let otherFiles = [
        "config.toml", "config.toml.new", "config.toml.bak", "other.1.new", "config.toml.draft.new",
      ]
      let lockedFile = "config.toml.filmz-live.new"
      for name in otherFiles + ["config.toml.123.new", "config.toml.filmz-x9z.new", lockedFile] {
        try folder.write("key", to: name)
      }
      let lock = try #require(try FileLock.tryLock(file: folder.path(of: lockedFile)))
      PrivateFile.removeLeftovers(of: folder.url(of: "config.toml"))
      #expect(try Set(folder.files()) == Set(otherFiles + [lockedFile]))
      lock.release()
    }
  }

  /// Opening a named pipe without a writer would block forever.
  @Test(arguments: ["pipe", "folder", "/dev/zero"])
  func pipesFoldersAndDevicesAreRejectedWithoutBlocking(name: String) throws {
    try ScratchFolder.with { folder in
      try #require(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
      try folder.write("", to: "folder/file")
      let file = name.hasPrefix("/") ? URL(filePath: name) : folder.url(of: name)
      let error = FileError.notAFile(path: file.path(percentEncoded: false))
      #expect(throws: error) { try PrivateFile.read(file) }
      #expect(throws: FileError.self) { try PrivateFile.rewrite(file) { $0 } }
    }
  }

  @Test func readTreatsTheNullDeviceAsAnEmptyFile() throws {
    try ScratchFolder.with { folder in
      try folder.write("mine", to: "file")
      #expect(try PrivateFile.read(folder.url(of: "file")) == Data("mine".utf8))
      #expect(try PrivateFile.read(folder.url(of: "nowhere")) == nil)
      #expect(try PrivateFile.read(URL(filePath: "/dev/null")) == Data())
    }
  }

  @Test(arguments: ["in the way/file", "in the way/deep/file"])
  func errorsNameThePathOfAFileInPlaceOfAFolder(name: String) throws {
    try ScratchFolder.with { folder in
      try folder.write("mine", to: "in the way")
      for operation in [PrivateFile.create, { try PrivateFile.replace($0, with: Data()) }] {
        let error = #expect(throws: FileError.self) { try operation(folder.url(of: name)) }
        #expect(error?.path.hasPrefix(folder.path(of: "in the way")) == true)
        #expect(error?.reason == "Not a directory")
      }
      #expect(try folder.files() == ["in the way"])
    }
  }

  @Test func replacingAFolderThrowsAndLeavesNoTemporaryFile() throws {
    try ScratchFolder.with { folder in
      try folder.write("mine", to: "target/file")
      let error = #expect(throws: FileError.self) {
        try PrivateFile.replace(folder.url(of: "target"), with: Data("new".utf8))
      }
      #expect(try folder.files() == ["target/file"])
      #expect(error?.path.contains(folder.path(of: "target")) == true)
      #expect(error?.reason == "Is a directory")
    }
  }
}
