import FilmzTestSupport
import Foundation
import Glibc
import Testing

@testable import FilmzServices

struct PartialFileTests {
  @Test func fullDiskIsReported() throws {
    let part = try PartialFile(URL(filePath: "/dev/full"), isNew: true)
    #expect(throws: DatasetError.diskFull(path: "/dev/full")) {
      try part.write(Array("x".utf8))
    }
  }

  @Test func writingBeyondTheMaximumSizeFails() throws {
    try ScratchFolder.with { folder in
      let url = try folder.write("abc", to: "a.part")
      let part = try PartialFile(url, isNew: false, capacity: 5)
      try part.write(Array("de".utf8))
      #expect(throws: DatasetError.diskFull(path: url.path)) {
        try part.write(Array("f".utf8))
      }
      try part.close()
      #expect(try folder.read("a.part") == "abcde")
    }
  }

  /// The pipe has no reader.
  @Test func openingANamedPipeDoesNotWait() throws {
    try ScratchFolder.with { folder in
      let url = folder.url(of: "a.part")
      #expect(mkfifo(url.path, 0o600) == 0)
      #expect(throws: (any Error).self) { try PartialFile(url, isNew: true) }
    }
  }
}
