import FilmzTestSupport
import Foundation
import Testing

/// Secrets in command lines, which neither error messages nor the list of processes must show.
@Suite(.processes)
struct KeyInCommandLineTests {
  @Test(arguments: [
    "show 'film FileKey99'", "FileKey99", "rate filekey99 8", "source /tmp/FILEKEY99.txt",
    "search x --sort FileKey99",
  ])
  func storedKeyIsMaskedInErrorMessages(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let set = try await filmz.run("config", "set", "omdb.apiKey", "-", script: "FileKey99\n")
      #expect(set.status == 0)
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(!result.stderr.lowercased().contains("filekey99"), "\(result.stderr)")
      #expect(result.stderr.contains("********"), "\(result.stderr)")
    }
  }

  @Test(arguments: [
    "config set omdb.apiKey \(FilmzProcess.key)",
    "catalog info https://somebody:\(FilmzProcess.key)@example.org/",
    "version token=\(FilmzProcess.key)", "version Password=\(FilmzProcess.key)",
  ])
  func secretIsMaskedInTheListOfProcesses(command: String) async throws {
    let words = ["-c", command + "; search lantern --source omdb"]
    let line = try await commandLine(of: words)
    #expect(!line.contains(FilmzProcess.key))
    #expect(line == "** " + String(repeating: "*", count: words[1].utf8.count) + " ")
  }

  @Test func commandLineWithoutASecretIsNotMasked() async throws {
    let line = try await commandLine(of: ["search", "lantern", "--source", "omdb"])
    #expect(line == "search lantern --source omdb ")
  }

  /// Returns the arguments that the list of processes shows while the program waits for a response.
  ///
  /// Each argument is followed by a space.
  private func commandLine(of words: [String]) async throws -> String {
    let omdb = GatedOMDb(isClosed: true)
    return try await FilmzProcess.withOMDb(omdb.respond) { filmz, server in
      // The unique name identifies the process in the list of processes.
      let name = filmz.folder.path(of: "filmz")
      try FileManager.default.createSymbolicLink(
        atPath: name, withDestinationPath: filmz.executable)
      let linked = try FilmzProcess(
        in: filmz.folder, executable: name, environment: filmz.environment)
      async let result = linked.run(words)
      try await server.waitForRequests(1)
      let lines = try Self.commandLines().filter { $0.hasPrefix(name + " ") }
      omdb.open()
      #expect(try await result.stdout.contains("Lantern"))
      try #require(lines.count == 1)
      return String(lines[0].dropFirst(name.count + 1))
    }
  }

  /// Returns the command lines of all processes, with a space after each argument.
  private static func commandLines() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      guard Int(name) != nil,
        let words = try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline"))
      else { return nil }
      return String(decoding: words, as: UTF8.self).replacing("\0", with: " ")
    }
  }
}
