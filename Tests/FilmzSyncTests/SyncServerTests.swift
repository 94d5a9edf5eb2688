import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzSync

/// The rows of a person as a carrier of files.
@Suite(.enabled(if: PostgresServer.isInstalled))
struct SyncServerTests {
  private func withServer(
    _ body: (PostgresServer, String, SyncServer) async throws -> Void
  ) async throws {
    let server = try PostgresServer.shared.get()
    let url = try server.newDatabase()
    let address = try PostgresAddress(url)
    let connection = PostgresConnection(address)
    try await connection.createSchema()
    try await body(server, url, SyncServer(connection, address, key: SyncKey()))
    await connection.close()
  }

  @Test func filesAreReadAsTheyWereWritten() async throws {
    try await withServer { _, _, carrier in
      #expect(try await carrier.keyState() == .empty)
      let segment = SyncSegment.realistic(changes: 400, seed: 1)
      let first = try await carrier.write(segment, as: .first, predecessor: nil)
      let second = try await carrier.write(.small, as: .second, predecessor: first)
      for _ in 1...2 {
        let listing = try await carrier.list(expectsFiles: true)
        #expect(listing.files == [.first, .second])
        #expect(try await carrier.read(.first).segment == segment)
        let content = try await carrier.read(.second)
        #expect(
          content.segment == .small && content.predecessor == first && content.checksum == second)
      }
      #expect(try await carrier.keyState() == .matches)
      await #expect(throws: SyncCarrierError.exists(.first)) {
        try await carrier.write(.small, as: .first, predecessor: nil)
      }
      await #expect(throws: SyncFileProblem.removed) { try await carrier.read(.other) }
      try await carrier.remove(.first)
      try await carrier.remove(.first)
      #expect(try await carrier.list(expectsFiles: true).files == [.second])
      try await carrier.removeAll(own: [])
      await #expect(throws: SyncCarrierError.emptied(path: carrier.path)) {
        try await carrier.list(expectsFiles: true)
      }
    }
  }

  @Test(arguments: [
    (
      "UPDATE filmz.segment SET body = set_byte(body, 80, (get_byte(body, 80) + 1) % 256)",
      SyncFileProblem.damaged
    ),
    ("UPDATE filmz.segment SET body = '\\x00'", .damaged),
    ("UPDATE filmz.segment SET body = substr(body, 1, 90)", .incomplete),
    (
      "UPDATE filmz.segment SET number = 7 WHERE number = 1; UPDATE filmz.segment SET number = 1 WHERE number = 2",
      .damaged
    ),
    ("UPDATE filmz.segment SET pieces = 2", .incomplete),
    ("DELETE FROM filmz.segment WHERE number = 1", .removed),
  ])
  func alteredFilesAreRefused(sql: String, problem: SyncFileProblem) async throws {
    try await withServer { server, url, carrier in
      let first = try await carrier.write(
        .realistic(changes: 20, seed: 1), as: .first, predecessor: nil)
      try await carrier.write(.realistic(changes: 20, seed: 2), as: .second, predecessor: first)
      #expect(try server.psql(url, sql).errors.isEmpty)
      await #expect(throws: problem) { try await carrier.read(.first) }
    }
  }

  @Test func connectionThatTheServerHasEndedIsMadeAgain() async throws {
    try await withServer { server, url, carrier in
      try await carrier.write(.small, as: .first, predecessor: nil)
      let sql =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'filmz' AND datname = current_database()"
      #expect(try server.psql(url, sql).output == ["t"])
      #expect(try await carrier.list(expectsFiles: true).files.count == 1)
    }
  }

  @Test func cancelledStatementEndsSoon() async throws {
    try await withServer { _, url, _ in
      let connection = PostgresConnection(try PostgresAddress(url))
      let task = Task { try await connection.query("SELECT pg_sleep(9)") }
      while try await !Self.isSleeping(url) {}
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await connection.query("SELECT 1").first?.first == "1")
      await connection.close()
    }
  }

  private static func isSleeping(_ url: String) async throws -> Bool {
    let connection = PostgresConnection(try PostgresAddress(url))
    let rows = try await connection.query(
      "SELECT 1 FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(9)' AND state = 'active'")
    await connection.close()
    return !rows.isEmpty
  }

  @Test func slowStatementIsEndedByTheServer() async throws {
    try await withServer { _, url, _ in
      let connection = PostgresConnection(try PostgresAddress(url))
      try await connection.query("SET statement_timeout = '50ms'")
      let error = await #expect(throws: PostgresError.self) {
        try await connection.query("SELECT pg_sleep(60)")
      }
      #expect(error?.isRefusal("57014") == true)
      #expect(try await connection.query("SELECT 1").first?.first == "1")
      await connection.close()
    }
  }

  @Test func notificationArrives() async throws {
    try await withServer { _, url, carrier in
      let listener = PostgresConnection(try PostgresAddress(url))
      try await listener.listen()
      #expect(try await !listener.waitForNotification(.milliseconds(1)))
      try await carrier.write(.small, as: .first, predecessor: nil)
      #expect(try await listener.waitForNotification(.seconds(300)))
      await listener.close()
    }
  }

  @Test func listenerWhoseConnectionWasLostListensAgain() async throws {
    try await withServer { server, url, carrier in
      let listener = PostgresConnection(try PostgresAddress(url))
      try await listener.listen()
      let sql = """
        SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE application_name = 'filmz' AND datname = current_database()
        """
      #expect(try server.psql(url, sql).output == ["2"])
      try await listener.listen()
      try await carrier.write(.small, as: .first, predecessor: nil)
      #expect(try await listener.waitForNotification(.seconds(300)))
      await listener.close()
    }
  }
}
