import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

struct LogFileTests {
  @Test func linesAreWrittenWithTimeAndProcessID() throws {
    try ScratchFolder.with { folder in
      let log = LogFile(url: folder.url(of: "state/log"))
      #expect(log.append("first", at: .sample))
      #expect(log.append("second\nline\u{1B}[31m", at: .sample))
      let lines = try folder.read("state/log").split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines[0] == "2023-11-14T22:13:20Z \(getpid()) first")
      #expect(lines[1].hasSuffix(" second line [31m"))
      #expect(try folder.mode(of: "state/log") == 0o600)
    }
  }

  @Test func logIsLimitedToOneMegabyte() throws {
    try ScratchFolder.with { folder in
      let log = LogFile(url: folder.url(of: "log"))
      for _ in 1...200 { #expect(log.append(String(repeating: "ß", count: 20_000))) }
      let bytes = try ["log", "log.1"].map { try Data(contentsOf: folder.url(of: $0)).count }
      #expect(bytes.allSatisfy { (1...500_000).contains($0) })
      #expect(try folder.mode(of: "log.1") == 0o600)
    }
  }

  @Test func symbolicLinksAreNotFollowed() throws {
    try ScratchFolder.with { folder in
      try folder.write("others'", to: "target")
      try #require(symlink("target", folder.path(of: "log")) == 0)
      #expect(!LogFile(url: folder.url(of: "log")).append("x"))
      #expect(try folder.read("target") == "others'")
    }
  }
}
