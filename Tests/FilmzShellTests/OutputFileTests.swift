import FilmzCommands
import FilmzTestSupport
import Glibc
import Testing

@testable import FilmzShell

struct OutputFileTests {
  @Test func textReplacesTheContentOrIsAppended() async throws {
    try await ScratchFolder.with { folder async throws in
      for (text, appends, content) in [
        ("first\n", false, "first\n"), ("2\n", false, "2\n"), ("3\n", true, "2\n3\n"),
        ("", true, "2\n3\n"), ("longer\n", false, "longer\n"), ("", false, ""),
      ] {
        let file = try OutputFile(folder.path(of: "x"), named: "x", appends: appends)
        try await file.write(.containing(text))
        #expect(try folder.read("x") == content)
      }
    }
  }

  @Test func permissionsOfANewFileFollowTheUmask() async throws {
    try await ScratchFolder.with { folder async throws in
      let mask = umask(0o027)
      defer { umask(mask) }
      try await OutputFile(folder.path(of: "x"), named: "x", appends: false).write(.containing("a"))
      #expect(try folder.mode(of: "x") == 0o640)
    }
  }

  @Test(arguments: [true, false])
  func discardingLeavesTheFileAsItWas(appends: Bool) throws {
    try ScratchFolder.with { folder in
      try OutputFile(folder.path(of: "new"), named: "new", appends: appends).discard()
      #expect(!folder.exists("new"))
      try folder.write("old", to: "old")
      try OutputFile(folder.path(of: "old"), named: "old", appends: appends).discard()
      #expect(try folder.read("old") == "old")
    }
  }

  @Test(arguments: [(".", "Is a directory"), ("no/x", "No such file"), ("", "No such file")])
  func openingAnUnwritableFileFails(name: String, reason: String) throws {
    try ScratchFolder.with { folder in
      let path = name.isEmpty ? "" : folder.path(of: name)
      let error = #expect(throws: CommandError.self) {
        try OutputFile(path, named: name, appends: false)
      }
      #expect(error?.message.contains("cannot write \(name): \(reason)") == true)
    }
  }

  @Test func openingAPipeWithoutAReaderFails() throws {
    try ScratchFolder.with { folder in
      #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
      #expect(throws: CommandError.self) {
        try OutputFile(folder.path(of: "pipe"), named: "pipe", appends: false)
      }
    }
  }

  @Test func writingToAFullDeviceFails() async throws {
    let file = try OutputFile("/dev/full", named: "/dev/full", appends: false)
    let error = await #expect(throws: CommandError.self) {
      try await file.write(.containing("text"))
    }
    #expect(error?.message.hasSuffix("/dev/full: No space left on device") == true)
  }

  @Test func symbolicLinkIsFollowed() async throws {
    try await ScratchFolder.with { folder async throws in
      try folder.write("old", to: "real")
      #expect(symlink(folder.path(of: "real"), folder.path(of: "link")) == 0)
      try await OutputFile(folder.path(of: "link"), named: "link", appends: false)
        .write(.containing("new"))
      #expect(try folder.read("real") == "new")
    }
  }

  @Test(arguments: [true, false])
  func brokenSymbolicLinkIsKept(appends: Bool) async throws {
    try await ScratchFolder.with { folder async throws in
      let path = folder.path(of: "link")
      #expect(symlink("later", path) == 0)
      try OutputFile(path, named: "link", appends: appends).discard()
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      try await OutputFile(path, named: "link", appends: appends).write(.containing("new"))
      #expect(try folder.read("later") == "new")
    }
  }

  @Test func discardingKeepsANewFileThatAnotherProgramUses() async throws {
    try await ScratchFolder.with { folder async throws in
      let first = try OutputFile(folder.path(of: "x"), named: "x", appends: true)
      try folder.write("theirs", to: "x")
      first.discard()
      #expect(try folder.read("x") == "theirs")
      let second = try OutputFile(folder.path(of: "y"), named: "y", appends: false)
      #expect(rename(folder.path(of: "y"), folder.path(of: "z")) == 0)
      try folder.write("", to: "y")
      second.discard()
      #expect(folder.exists("y"))
    }
  }

  @Test func textThatOtherProgramsAppendIsKept() async throws {
    try await ScratchFolder.with { folder async throws in
      let files = try (1...3).map { _ in
        try OutputFile(folder.path(of: "x"), named: "x", appends: true)
      }
      for (index, file) in files.enumerated() { try await file.write(.containing("\(index)\n")) }
      #expect(try folder.read("x") == "0\n1\n2\n")
    }
  }

  @Test func longTextReplacesTheContent() async throws {
    try await ScratchFolder.with { folder async throws in
      try folder.write(String(repeating: "old", count: 100_000), to: "x")
      let text = SpillBuffer(memoryLimit: 10)
      for number in 1...20_000 { try text.append("\(number)\n") }
      try await OutputFile(folder.path(of: "x"), named: "x", appends: false).write(text)
      #expect(try folder.read("x") == (1...20_000).map { "\($0)\n" }.joined())
    }
  }

  @Test func writingToAFullPipeWaitsUntilTheTaskIsCancelled() async throws {
    try await ScratchFolder.with { folder async throws in
      let path = folder.path(of: "pipe")
      #expect(mkfifo(path, 0o600) == 0)
      let reader = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(reader) }
      let file = try OutputFile(path, named: "pipe", appends: false)
      let task = Task {
        try await file.write(.containing(String(repeating: "x", count: 1 << 20)))
      }
      task.cancel()
      let result = await task.result
      #expect(throws: CommandError.interrupted) { try result.get() }
    }
  }
}

extension SpillBuffer {
  fileprivate static func containing(_ text: String) throws -> SpillBuffer {
    let buffer = SpillBuffer()
    try buffer.append(text)
    return buffer
  }
}

struct SpillBufferTests {
  @Test(arguments: [0, 4, 100, 1 << 20])
  func appendedTextIsReturned(memoryLimit: Int) throws {
    let text = SpillBuffer(memoryLimit: memoryLimit)
    #expect(text.isEmpty)
    for word in ["Amélie, ", "", "2001\n", "七人の侍\n"] { try text.append(word) }
    let expected = Array("Amélie, 2001\n七人の侍\n".utf8)
    #expect(text.count == expected.count)
    for start in [0, 3, expected.count] {
      #expect(Array(try text.bytes(from: start)) == Array(expected[start...]))
    }
  }

  @Test func longTextIsReturnedInPieces() throws {
    let text = SpillBuffer(memoryLimit: 1 << 20)
    let line = String(repeating: "x", count: 1 << 20)
    for _ in 1...64 { try text.append(line) }
    #expect(text.count == 64 << 20)
    #expect(try text.bytes(from: 0).count <= 1 << 20)
  }
}
