import FilmzTestSupport
import Foundation
import Testing

/// Several homes that sync through one folder.
struct SyncMachines {
  static let folder = "shared"

  let filmz: FilmzProcess

  /// Runs a closure with homes of these names that are set up; the first one has made the key.
  static func with(
    _ names: [String], _ body: (SyncMachines) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      let machines = SyncMachines(filmz: filmz)
      try FileManager.default.createDirectory(
        at: filmz.folder.url(of: folder), withIntermediateDirectories: false)
      for name in names { try await machines.setUp(name) }
      try await body(machines)
    }
  }

  /// Sets up sync in a home, with the key of the first one.
  func setUp(_ name: String) async throws {
    let key = filmz.folder.url(of: "key")
    let options =
      FileManager.default.fileExists(atPath: key.path) ? ["--key", "key"] : []
    let result = try await run(name, ["sync", "setup", "folder", Self.folder] + options)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try await run(name, ["sync", "name", name]).status == 0)
    if options.isEmpty {
      try filmz.folder.write(try await run(name, ["sync", "key"]).stdout, to: "key")
    }
  }

  func run(_ name: String, _ words: [String]) async throws -> ProcessResult {
    try await filmz.run(["--home", name, "--offline"] + words)
  }

  /// Runs the lines of a script.
  func script(_ name: String, _ text: String) async throws {
    _ = try await filmz.run(["--home", name, "--offline", "--yes"], script: text)
  }

  /// Syncs, and returns the result as JSON.
  @discardableResult
  func sync(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
    let result = try await run(name, ["--format", "json", "sync"])
    #expect(result.status == 0, "\(result.stderr)", sourceLocation: sourceLocation)
    return try result.json
  }

  func status(_ name: String) async throws -> JSON {
    try await run(name, ["--format", "json", "sync", "status"]).json
  }

  /// The names of the files in the folder.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(
        atPath: filmz.folder.path(of: Self.folder)
      ).sorted()
    }
  }

  func path(_ file: String) -> URL { filmz.folder.url(of: "\(Self.folder)/\(file)") }

  /// Syncs all homes until none has anything new, and checks that they have the same data, and that the tables are
  /// those that result from the journals.
  func expectAlike(
    _ names: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    for _ in 1...2 { for name in names { try await sync(name, sourceLocation: sourceLocation) } }
    var archives: [Data] = []
    for name in names {
      let check = try await run(name, ["--format", "json", "db", "check"])
      #expect(check.stdout == "[]\n", sourceLocation: sourceLocation)
      #expect(
        try await run(name, ["export", "\(name).filmz", "--force"]).status == 0,
        sourceLocation: sourceLocation)
      archives.append(try Data(contentsOf: filmz.folder.url(of: "\(name).filmz")))
    }
    #expect(Set(archives).count == 1, "\(names) differ", sourceLocation: sourceLocation)
  }
}
