import FilmzTestSupport
import Foundation
import Glibc
import NIOCore
import Testing

@testable import FilmzServices

struct PartialFileTests {
  @Test func aFullDiskIsAnErrorOfItsOwn() throws {
    let part = try PartialFile(URL(filePath: "/dev/full"), isNew: true)
    #expect(throws: DatasetError.diskFull(path: "/dev/full")) {
      try part.write(ByteBuffer(string: "x"))
    }
  }

  @Test func thereIsNoMoreInItThanThereIsRoom() throws {
    try ScratchFolder.with { folder in
      let place = try folder.write("abc", to: "a.part")
      let part = try PartialFile(place, isNew: false, maximumBytes: 5)
      try part.write(ByteBuffer(string: "de"))
      #expect(throws: DatasetError.diskFull(path: place.path)) {
        try part.write(ByteBuffer(string: "f"))
      }
      try part.close()
      #expect(try folder.read("a.part") == "abcde")
    }
  }

  /// Nobody reads from it.
  @Test func aNamedPipeIsNotWaitedFor() throws {
    try ScratchFolder.with { folder in
      let place = folder.url(of: "a.part")
      #expect(mkfifo(place.path, 0o600) == 0)
      #expect(throws: (any Error).self) { try PartialFile(place, isNew: true) }
    }
  }
}
