import FilmzTestSupport
import Foundation
import Testing

/// Several homes that sync through one database of a PostgreSQL server.
struct ServerHomes {
  let filmz: FilmzProcess
  let server: PostgresServer
  /// The address of the administrator.
  let administrator: String
  /// The addresses of the members by their names.
  let members: [String: String]

  /// Runs a closure with a database that has members of these names.
  static func with(
    _ names: [String], server: PostgresServer? = nil,
    _ body: (ServerHomes) async throws -> Void
  ) async throws {
    let server = try server ?? PostgresServer.shared.get()
    try await FilmzProcess.with { filmz in
      let administrator = try server.newDatabase()
      // Roles belong to the whole server.
      let suffix = URL(filePath: administrator).lastPathComponent
      let roles = names.map { "\($0)_\(suffix)" }
      let result = try await filmz.run(
        [
          "--home", "admin", "--format", "json", "sync", "setup", "postgres", administrator,
          "--create",
        ]
          + roles.flatMap { ["--member", $0] })
      try #require(result.status == 0, "\(result.stderr)")
      let urls = try result.json["members"]?.each("url").compactMap { $0?.string } ?? []
      try await body(
        ServerHomes(
          filmz: filmz, server: server, administrator: administrator,
          members: Dictionary(uniqueKeysWithValues: zip(names, urls))))
    }
  }

  /// Sets up sync in a home of a member; the first home of a member makes the key.
  func setUp(_ home: String, as member: String) async throws {
    let key = "key-\(member)"
    let url = try #require(members[member])
    let options =
      FileManager.default.fileExists(atPath: filmz.folder.path(of: key)) ? ["--key", key] : []
    let result = try await run(home, ["sync", "setup", "postgres", url] + options)
    #expect(result.status == 0, "\(result.stderr)")
    #expect(try await run(home, ["sync", "name", home]).status == 0)
    if options.isEmpty {
      try filmz.folder.write(try await run(home, ["sync", "key"]).stdout, to: key)
    }
  }

  func run(_ home: String, _ words: [String]) async throws -> ProcessResult {
    try await filmz.run(["--home", home] + words)
  }

  func script(_ home: String, _ text: String) async throws {
    let result = try await filmz.run(["--home", home, "--yes"], script: text)
    #expect(result.status == 0, "\(result.stderr)")
  }

  @discardableResult
  func sync(_ home: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> JSON {
    let result = try await run(home, ["--format", "json", "sync"])
    #expect(result.status == 0, "\(result.stderr)", sourceLocation: sourceLocation)
    return try result.json
  }

  func answer(_ home: String, _ line: String) async throws -> JSON {
    let result = try await run(home, ["--format", "json", "-c", line])
    #expect(result.status == 0, "\(result.stderr)")
    return try result.json
  }

  /// Syncs homes of one member until none has anything new, and checks that they have the same data.
  func expectAlike(_ homes: [String], sourceLocation: SourceLocation = #_sourceLocation)
    async throws
  {
    for _ in 1...2 { for home in homes { try await sync(home, sourceLocation: sourceLocation) } }
    var archives: [Data] = []
    for home in homes {
      #expect(
        try await run(home, ["--format", "json", "db", "check"]).stdout == "[]\n",
        sourceLocation: sourceLocation)
      #expect(
        try await run(home, ["export", "\(home).filmz", "--force"]).status == 0,
        sourceLocation: sourceLocation)
      archives.append(try Data(contentsOf: filmz.folder.url(of: "\(home).filmz")))
    }
    #expect(Set(archives).count == 1, "\(homes) differ", sourceLocation: sourceLocation)
  }
}
