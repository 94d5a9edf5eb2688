import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzShell

struct EditorFileTests {
  @Test(arguments: [("", ""), ("x", "x\n"), ("x\n", "x\n"), ("ü\ny", "ü\ny\n")])
  func textInTheFileEndsWithALineBreak(text: String, content: String) throws {
    try ScratchFolder.with { folder in
      let file = try EditorFile(in: folder.url(of: "state"), holding: text)
      #expect(file.text() == content)
      #expect(!file.isChanged)
    }
  }

  @Test func onlyTheUserCanReadTheFile() throws {
    try ScratchFolder.with { folder in
      let file = try EditorFile(in: folder.url(of: "state"), holding: "secret")
      let name = try #require(try folder.files().first)
      #expect(file.path == folder.path(of: name))
      #expect(try folder.mode(of: name) == 0o600)
      #expect(try folder.mode(of: "state") == 0o700)
      let folderName = URL(filePath: name).deletingLastPathComponent().relativePath
      #expect(folderName != "state" && folderName.hasPrefix("state/"))
      #expect(try folder.mode(of: folderName) == 0o700)
    }
  }

  @Test func filesThatTheEditorCreatedAreRemovedAsWell() throws {
    try ScratchFolder.with { folder in
      let file = try EditorFile(in: folder.url(of: "state"), holding: "x")
      try Data("x".utf8).write(to: URL(filePath: file.path + "~"))
      #expect(try folder.files().count == 3)
      file.remove()
      #expect(try folder.files() == [])
    }
  }

  @Test(arguments: [("x\n", false), ("", false), ("y\n", true), ("x", true)])
  func changesThatWouldBeLostAreDetected(content: String, isChanged: Bool) throws {
    try ScratchFolder.with { folder in
      let file = try EditorFile(in: folder.url, holding: "x")
      try Data(content.utf8).write(to: URL(filePath: file.path))
      #expect(file.isChanged == isChanged)
    }
  }

  @Test func fileThatIsMissingOrNotUTF8HasNoText() throws {
    try ScratchFolder.with { folder in
      let file = try EditorFile(in: folder.url, holding: "x")
      try Data([0xFF, 0xFE, 0x41]).write(to: URL(filePath: file.path))
      #expect(file.text() == nil)
      #expect(file.isChanged)
      try FileManager.default.removeItem(atPath: file.path)
      #expect(file.text() == nil)
      #expect(!file.isChanged)
    }
  }
}
