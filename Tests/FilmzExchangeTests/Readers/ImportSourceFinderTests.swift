import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange

struct ImportSourceFinderTests {
  private static func content(_ source: ImportSource) throws -> String {
    var stream = try source.open()
    var bytes: [UInt8] = []
    while let byte = try stream.next() { bytes.append(byte) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func names(_ paths: [String], below folder: ScratchFolder) throws -> [String] {
    try ImportSourceFinder.files(at: paths).map { String($0.name.dropFirst(folder.path.count + 1)) }
  }

  @Test func filesOfAFolderAreInNaturalOrder() throws {
    try ScratchFolder.with { folder in
      for name in [
        "h-10.json", "h-2.json", "h-1.json", "a/b/c/d.csv", "a/b.csv", ".hidden", "x/.git/y.csv",
        "__MACOSX/h-1.json", "Deleted/diary.csv", "a/ORPHANED/diary.csv", "deleted.csv",
      ] {
        try folder.write(name, to: name)
      }
      #expect(
        try Self.names([folder.path], below: folder) == [
          "a/b.csv", "a/b/c/d.csv", "deleted.csv", "h-1.json", "h-2.json", "h-10.json",
        ])
      // What the user names is read, whatever its name is, and in the same order.
      #expect(
        try Self.names(
          [folder.path(of: "h-10.json"), folder.path(of: ".hidden"), folder.path(of: "h-2.json")],
          below: folder) == [".hidden", "h-2.json", "h-10.json"])
      let sources = try ImportSourceFinder.files(at: [folder.path, folder.path(of: ".hidden")])
      #expect(sources.filter(\.isNamedByUser).map { $0.name } == [folder.path(of: ".hidden")])
      #expect(try Self.content(sources[0]) == ".hidden")
    }
  }

  @Test func linksAreFollowedOnlyToFiles() throws {
    try ScratchFolder.with { folder in
      try folder.write("x", to: "files/a.csv")
      try folder.write("y", to: "elsewhere/b.csv")
      let manager = FileManager.default
      for (link, target) in [
        ("files/cycle", ".."), ("files/link.csv", "../elsewhere/b.csv"),
        ("files/same.csv", "a.csv"), ("folder", "files"),
      ] {
        try manager.createSymbolicLink(
          atPath: folder.path(of: link), withDestinationPath: target)
      }
      try manager.linkItem(at: folder.url(of: "files/a.csv"), to: folder.url(of: "files/hard.csv"))
      #expect(
        try Self.names([folder.path(of: "files")], below: folder) == [
          "files/a.csv", "files/link.csv",
        ])
      #expect(
        try Self.names(["folder", "folder", "files/a.csv"].map(folder.path), below: folder) == [
          "files/a.csv", "folder/link.csv",
        ])
    }
  }

  @Test func linkToNothingIsASourceWithoutContent() throws {
    try ScratchFolder.with { folder in
      try folder.write("Title\nHeat\n", to: "files/a.csv")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "files/b.csv"), withDestinationPath: "gone.csv")
      let sources = try ImportSourceFinder.files(at: [folder.path(of: "files")])
      #expect(sources.map(\.shortName) == ["a.csv", "b.csv"])
      guard case .failure(.danglingLink) = try ImportFile.open(sources[1]) else {
        Issue.record("The link was read.")
        return
      }
      #expect(throws: ImportError.self) { try ImportSourceFinder.files(at: [folder.path(of: "files/b.csv")]) }
    }
  }

  @Test func archiveIsRecognizedByItsContent() throws {
    try ScratchFolder.with { folder in
      let fixture = ZipFixture([
        .deflated("e/h-10.json", Array("ten".utf8)), .stored("./e/h-2.json", Array("two".utf8)),
        .stored("e/deleted/diary.csv", [1]), .stored("__MACOSX/e/._h", [1]),
        .stored("e\\.x\\h.csv", [1]), .stored("../up.csv", [1]),
      ])
      try folder.write(Data(fixture.archive), to: "export")
      try folder.write("PK", to: "x.zip")
      try folder.write(Data(ZipFixture().archive), to: "empty.csv")
      #expect(
        try Self.names([folder.path], below: folder) == [
          "export/../up.csv", "export/./e/h-2.json", "export/e/h-10.json", "x.zip",
        ])
      let sources = try ImportSourceFinder.files(at: [folder.path(of: "export")])
      #expect(try Self.content(sources[2]) == "ten" && !sources[2].isNamedByUser)
      #expect(sources[2].path == folder.path(of: "export"))
    }
  }

  @Test func archiveOfFilmzKeepsItsOrder() throws {
    try ScratchFolder.with { folder in
      let subjects = [ArchivedSubject(.viewing, "v"), ArchivedSubject(.entry, "e")]
      try folder.write(Data(try subjects.archived()), to: "b.filmz")
      try folder.write("x", to: "c.csv")
      #expect(
        try Self.names([folder.path], below: folder) == [
          "b.filmz/entry.jsonl", "b.filmz/viewing.jsonl", "c.csv",
        ])
    }
  }

  @Test func pipeIsReadOnce() throws {
    try ScratchFolder.with { folder in
      let path = folder.path(of: "pipe")
      #expect(mkfifo(path, 0o600) == 0)
      let text = String(repeating: "Title\n", count: 40_000)
      Thread.detachNewThread {
        guard let handle = FileHandle(forWritingAtPath: path) else { return }
        for part in ["T", "it", String(text.dropFirst(3))] {
          try? handle.write(contentsOf: Data(part.utf8))
        }
        try? handle.close()
      }
      let sources = try ImportSourceFinder.files(at: [path, path], input: path)
      #expect(sources.map(\.name) == [path] && sources[0].isReadOnce)
      #expect(try Self.content(sources[0]) == text)
    }
  }

  @Test func problemsNameTheFile() throws {
    try ScratchFolder.with { folder in
      let missing = folder.path(of: "missing.csv")
      #expect(
        throws: ImportError.cannotRead(path: missing, reason: "No such file or directory")
      ) { try ImportSourceFinder.files(at: [folder.path, missing]) }

      let path = try folder.write("x", to: "a.csv").path
      let source = try #require(try ImportSourceFinder.files(at: [path]).first)
      try FileManager.default.removeItem(atPath: path)
      #expect(throws: ImportError.cannotRead(path: path, reason: "No such file or directory")) {
        try source.open()
      }

      var damaged = ZipFixture([.stored("a.csv", Array("Title\n".utf8))]).archive
      damaged[damaged.count - 10] ^= 0xFF
      try folder.write(Data(damaged), to: "damaged.zip")
      #expect(throws: ImportError.zip(path: folder.path(of: "damaged.zip"), .notAnArchive)) {
        try ImportSourceFinder.files(at: [folder.path])
      }
    }
  }

  @Test func damageInsideAnArchiveNamesTheArchive() throws {
    try ScratchFolder.with { folder in
      let entry = ZipFixture.Entry.stored("a.csv", [1, 2]).changed { $0.checksum ^= 1 }
      let path = try folder.write(Data(ZipFixture([entry]).archive), to: "x.zip").path
      let sources = try ImportSourceFinder.files(at: [path])
      #expect(throws: ImportError.zip(path: path, .damagedEntry("a.csv"))) {
        try Self.content(sources[0])
      }
      let manifest = Array(#"{"format":"filmz","version":9,"files":[]}"#.utf8)
      let newer = ZipFixture([.stored("manifest.json", manifest)]).archive
      let newerPath = try folder.write(Data(newer), to: "newer").path
      #expect(throws: ImportError.archive(path: newerPath, .newerVersion(9))) {
        try ImportSourceFinder.files(at: [newerPath])
      }
    }
  }

  @Test func folderWithTooManyFilesIsRefused() throws {
    try ScratchFolder.with { folder in
      for name in ["a/1", "a/2", "b/3"] { try folder.write("", to: name) }
      let path = FilePath(folder.path)
      #expect(try path.files(maximumCount: 5).count == 3)
      #expect(throws: ImportError.tooManyFiles(path: folder.path)) {
        try path.files(maximumCount: 4)
      }
    }
  }

  @Test(arguments: [
    ("x/watched-history-1.json", "x/watched-history.json"),
    ("watched-history-12.JSON", "watched-history.JSON"), ("a-1/b.json", "a-1/b.json"),
    ("x/lists-top-10.json", "x/lists-top-10.json"), ("x/top-10.csv", "x/top-10.csv"),
    ("-1.json", "-1.json"), ("x/", "x/"), ("", ""),
  ])
  func partsOfASplitFileAreOneGroup(name: String, group: String) {
    #expect(ImportSource(name: name, path: "", content: .file(FilePath(""))).group == group)
  }

  @Test(arguments: [
    (["a10", "a9", "a1"], ["a1", "a9", "a10"]), (["b", "a", ""], ["", "a", "b"]),
    (["x-10-2", "x-2-10", "x-10-1"], ["x-2-10", "x-10-1", "x-10-2"]),
    (["01", "1", "001", "2"], ["001", "01", "1", "2"]),
    (
      ["99999999999999999999999", "100000000000000000000000"],
      ["99999999999999999999999", "100000000000000000000000"]
    ),
    (["1a", "a", "1"], ["1", "1a", "a"]),
  ])
  func numbersAreOrderedByTheirValue(names: [String], sorted: [String]) {
    #expect(names.sorted { $0.naturallyPrecedes($1) } == sorted)
  }
}
