import FilmzTestSupport
import Foundation
import Testing

/// What the other users of the machine see of a call with a key in it.
struct KeyInCommandLineTests {
  @Test func aKeyThatIsSetIsNotInTheListOfProcesses() async throws {
    let omdb = SwitchedOMDb(isHeld: true)
    try await FilmzProcess.withOMDb(omdb.answer) { filmz, server in
      let commands = "config set omdb.apiKey \(FilmzProcess.key); search lantern --source omdb"
      async let result = filmz.run("-c", commands)
      try await server.waitForRequests(1)
      let lines = try Self.commandLines(of: filmz)
      omdb.open()
      try #require(lines.count == 1)
      #expect(lines[0].hasPrefix(filmz.executable))
      #expect(!lines[0].contains(FilmzProcess.key))
      #expect(try await result.status == 0)
    }
  }

  @Test func aCallWithoutAKeyIsSeenAsItIs() async throws {
    let omdb = SwitchedOMDb(isHeld: true)
    try await FilmzProcess.withOMDb(omdb.answer) { filmz, server in
      async let result = filmz.run("search", "lantern", "--source", "omdb")
      try await server.waitForRequests(1)
      let lines = try Self.commandLines(of: filmz)
      omdb.open()
      #expect(lines == ["\(filmz.executable) search lantern --source omdb "])
      #expect(try await result.status == 0)
    }
  }

  /// The words of all processes that run in the folder of `filmz`, each followed by a blank.
  private static func commandLines(of filmz: FilmzProcess) throws -> [String] {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc").compactMap { name in
      guard Int(name) != nil,
        let folder = try? files.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd"),
        folder == filmz.folder.path,
        let words = try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline"))
      else { return nil }
      return String(decoding: words, as: UTF8.self).replacing("\0", with: " ")
    }
  }
}
