import Foundation
import Glibc
import Synchronization

/// A PostgreSQL server in a scratch folder, which an unprivileged user runs, listening on loopback only.
package final class PostgresServer: Sendable {
  /// The user with all privileges.
  package static let administrator = "administrator"
  private static let password = "Admin1"

  /// The folder of the newest installed PostgreSQL's programs; `nil` if it is not installed.
  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.sorted().last.map { "\(root)/\($0)/bin" }
  }()

  /// `true` if tests can run a server.
  package static let isInstalled = {
    if programs == nil { print("PostgreSQL is not installed; its tests are skipped") }
    return programs != nil
  }()

  /// A server for the tests that do not stop it; it is stopped when the process ends.
  package static let shared: Result<PostgresServer, any Error> = Result {
    let server = try PostgresServer()
    stopAtExit.withLock { $0 = server }
    atexit { PostgresServer.stopAtExit.withLock { $0?.remove() } }
    return server
  }
  private static let stopAtExit = Mutex<PostgresServer?>(nil)

  private let folder: String
  package let port: Int
  private let databaseCount = Mutex(0)

  /// Starts a new server.
  package init() throws {
    folder = try Self.makeFolder()
    port = try Self.freePort()
    try FileManager.default.createDirectory(
      atPath: "\(folder)/socket", withIntermediateDirectories: true)
    try Self.password.write(toFile: "\(folder)/password", atomically: false, encoding: .utf8)
    if geteuid() == 0 { try Self.run("chown", ["-R", "nobody", folder]) }
    try run(
      "initdb",
      [
        "-D", "\(folder)/data", "-U", Self.administrator, "-A", "scram-sha-256",
        "--pwfile=\(folder)/password", "-E", "UTF8", "--locale=C", "--no-sync",
      ])
    try start()
  }

  private static func makeFolder() throws -> String {
    var template = Array("/tmp/filmz-postgres-XXXXXX".utf8CString)
    try TestSupportError.check(mkdtemp(&template) == nil ? -1 : 0, "mkdtemp")
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    try TestSupportError.check(isBound ? 0 : -1, "bind")
    return Int(UInt16(bigEndian: address.sin_port))
  }

  // MARK: - Control

  /// Starts the server again after ``stop()``, on the same port and with the same data.
  package func start() throws {
    try run(
      "pg_ctl",
      [
        "-D", "\(folder)/data", "-l", "\(folder)/log", "-w", "-t", "300", "-o",
        "-p \(port) -k \(folder)/socket -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60",
        "start",
      ])
  }

  /// Ends the server at once, as a crash does.
  package func stop() throws {
    try run("pg_ctl", ["-D", "\(folder)/data", "-m", "immediate", "-w", "-t", "300", "stop"])
  }

  /// Ends the server, and removes its folder.
  package func remove() {
    try? stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  private func run(_ program: String, _ arguments: [String]) throws {
    guard let programs = Self.programs else {
      throw TestSupportError.programFailed("PostgreSQL is not installed")
    }
    // PostgreSQL refuses to run as root.
    if geteuid() == 0 {
      try Self.run(
        "setpriv",
        ["--reuid=nobody", "--regid=nogroup", "--clear-groups", "\(programs)/\(program)"]
          + arguments)
    } else {
      try Self.run("\(programs)/\(program)", arguments)
    }
  }

  /// Runs a program, and waits for it; its output is in files, because the server keeps descriptors open.
  @discardableResult
  private static func run(
    _ program: String, _ arguments: [String]
  ) throws -> (status: Int32, output: String, error: String) {
    let base = "/tmp/filmz-output-\(UUID().uuidString)"
    let files = [base, base + ".errors"]
    defer { for file in files { unlink(file) } }
    let creating = O_WRONLY | O_CREAT | O_TRUNC
    let process = try SpawnConfiguration(
      executable: "/usr/bin/env", arguments: [program] + arguments,
      environment: ProcessInfo.processInfo.environment, folder: "/tmp",
      streams: [.path("/dev/null", flags: O_RDONLY)] + files.map { .path($0, flags: creating) }
    ).start()
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let texts = files.map { (try? String(contentsOfFile: $0, encoding: .utf8)) ?? "" }
    guard program.hasSuffix("psql") || status == 0 else {
      throw TestSupportError.programFailed("\(program): \(texts[0]) \(texts[1])")
    }
    return (status, texts[0], texts[1])
  }

  // MARK: - Databases

  /// Creates an empty database, and returns its address, with the administrator's name and password.
  package func newDatabase() throws -> String {
    let number = databaseCount.withLock { count in
      count += 1
      return count
    }
    _ = try psql(
      url(of: Self.administrator, Self.password, "postgres"), "CREATE DATABASE filmz\(number)")
    return url(of: Self.administrator, Self.password, "filmz\(number)")
  }

  package func url(of user: String, _ password: String, _ database: String) -> String {
    "postgresql://\(user):\(password)@127.0.0.1:\(port)/\(database)"
  }

  /// Runs statements with psql, each in a transaction of its own, and returns their output, and the SQLSTATEs of those
  /// that fail.
  package func psql(_ url: String, _ sql: String) throws -> (output: [String], errors: [String]) {
    let result = try Self.run(
      "psql", ["-X", "-A", "-t", "-q", "-v", "VERBOSITY=verbose", "-c", sql, url])
    let errors = result.error.matches(of: /(?:ERROR|FATAL): +([0-9A-Z]{5}):/).map { String($0.1) }
    guard result.status == 0 || !errors.isEmpty else {
      throw TestSupportError.programFailed("psql: \(result.error)")
    }
    return (result.output.split(separator: "\n").map(String.init), errors)
  }
}
