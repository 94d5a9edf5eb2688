import FilmzCommands
import FilmzTestSupport
import Glibc
import Testing

@testable import FilmzShell

struct OutputFileTests {
  @Test func aTextReplacesOrFollowsWhatWasThere() throws {
    try ScratchFolder.with { folder in
      for (text, appends, whole) in [
        ("first\n", false, "first\n"), ("2\n", false, "2\n"), ("3\n", true, "2\n3\n"),
        ("", true, "2\n3\n"), ("", false, ""),
      ] {
        let file = try OutputFile(folder.path(of: "x"), named: "x", appends: appends)
        try file.write(text)
        #expect(try folder.read("x") == whole)
      }
    }
  }

  @Test func aNewFileHasTheRightsThatTheUserWants() throws {
    try ScratchFolder.with { folder in
      let mask = umask(0o027)
      defer { umask(mask) }
      try OutputFile(folder.path(of: "x"), named: "x", appends: false).write("a")
      #expect(try folder.mode(of: "x") == 0o640)
    }
  }

  @Test(arguments: [true, false])
  func aFileThatIsNotWantedAnyMoreIsAsItWas(appends: Bool) throws {
    try ScratchFolder.with { folder in
      try OutputFile(folder.path(of: "new"), named: "new", appends: appends).discard()
      #expect(!folder.exists("new"))
      try folder.write("old", to: "old")
      try OutputFile(folder.path(of: "old"), named: "old", appends: appends).discard()
      #expect(try folder.read("old") == "old")
    }
  }

  @Test(arguments: [(".", "Is a directory"), ("no/x", "No such file"), ("", "No such file")])
  func whatCannotBeWrittenIsSaidBefore(name: String, reason: String) throws {
    try ScratchFolder.with { folder in
      let path = name.isEmpty ? "" : folder.path(of: name)
      let error = #expect(throws: CommandError.self) {
        try OutputFile(path, named: name, appends: false)
      }
      #expect(error?.message.contains("cannot write \(name): \(reason)") == true)
    }
  }

  @Test func aPipeWithoutAReaderIsNotWaitedFor() throws {
    try ScratchFolder.with { folder in
      #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
      #expect(throws: CommandError.self) {
        try OutputFile(folder.path(of: "pipe"), named: "pipe", appends: false)
      }
    }
  }

  @Test func aFullDeviceIsSaid() throws {
    let file = try OutputFile("/dev/full", named: "/dev/full", appends: false)
    let error = #expect(throws: CommandError.self) { try file.write("text") }
    #expect(error?.message.contains("/dev/full: No space left on device") == true)
  }

  @Test func aLinkIsFollowed() throws {
    try ScratchFolder.with { folder in
      try folder.write("old", to: "real")
      #expect(symlink(folder.path(of: "real"), folder.path(of: "link")) == 0)
      try OutputFile(folder.path(of: "link"), named: "link", appends: false).write("new")
      #expect(try folder.read("real") == "new")
    }
  }
}
