import CDynamicLibraries
import Dispatch
package import FilmzFiles
import Glibc

/// A connection to a PostgreSQL server, which is opened at its first use, and opened again after it was lost.
///
/// The actor has a queue of its own, because it blocks the thread while libpq waits for the server.
package actor PostgresConnection {
  /// A row of a result: the texts of its columns, `nil` for NULL.
  package typealias Row = [String?]

  private static let connectionTimeout = Duration.seconds(10)
  /// The maximum time without any data of a result.
  ///
  /// It exceeds the 10 s after which the server itself ends the statements of members.
  private static let responseTimeout = Duration.seconds(12)

  private let address: PostgresAddress
  private let queue = QueueExecutor(label: "filmz.postgres")
  private var connection: OpaquePointer?

  package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

  package init(_ address: PostgresAddress) { self.address = address }

  isolated deinit { close() }

  /// Closes the connection; the next statement opens a new one.
  package func close() {
    if let connection { filmz_PQfinish(connection) }
    connection = nil
  }

  // MARK: - Statements

  /// Runs one statement with parameters, and returns its rows.
  ///
  /// If a connection that was opened earlier is lost, the statement runs a second time, on a new one.
  ///
  /// - Throws: A ``PostgresError``, `CancellationError`.
  @discardableResult
  package func query(_ sql: String, _ parameters: [String?] = []) throws -> [Row] {
    let isReused = connection != nil
    do {
      return try send(sql, parameters)
    } catch let error as PostgresError where error.kind == .unreachable && isReused {
      // The server, or a device in between, has closed the idle connection.
      return try send(sql, parameters)
    }
  }

  private func send(_ sql: String, _ parameters: [String?]) throws -> [Row] {
    let connection = try open()
    let isSent = withTexts(parameters) { texts in
      filmz_PQsendQueryParams(connection, sql, CInt(parameters.count), texts) == 1
    }
    return try result(of: connection, isSent: isSent)
  }

  /// Runs several statements without parameters in one transaction.
  package func run(_ script: String) throws {
    let connection = try open()
    _ = try result(of: connection, isSent: filmz_PQsendQuery(connection, script) == 1)
  }

  /// Returns the rows of the last statement that was sent.
  private func result(of connection: OpaquePointer, isSent: Bool) throws -> [Row] {
    do {
      guard isSent else { throw failure(of: connection) }
      return try results(of: connection)
    } catch {
      // After a refusal, the connection can be used again, unless the server has closed it.
      let kind = (error as? PostgresError)?.kind
      if case .refused = kind, filmz_PQstatus(connection) == FILMZ_CONNECTION_OK { throw error }
      close()
      throw error
    }
  }

  /// Waits for the results of all statements that were sent, and returns the rows of the last one.
  private func results(of connection: OpaquePointer) throws -> [Row] {
    var deadline = ContinuousClock.now + Self.responseTimeout
    var rows: [Row] = []
    var refusal: PostgresError?
    while true {
      while filmz_PQisBusy(connection) == 1 {
        try wait(for: POLLIN, connection, until: deadline)
        guard filmz_PQconsumeInput(connection) == 1 else { throw failure(of: connection) }
        // A large result may take longer, as long as data arrives.
        deadline = ContinuousClock.now + Self.responseTimeout
      }
      guard let result = filmz_PQgetResult(connection) else { break }
      defer { filmz_PQclear(result) }
      switch Int(filmz_PQresultStatus(result)) {
      case FILMZ_RESULT_TUPLES_OK: rows = Self.rows(of: result)
      case FILMZ_RESULT_COMMAND_OK: rows = []
      default:
        refusal = refusal ?? Self.refusal(of: result)
        // After a lost connection, no further result arrives.
        if let refusal, refusal.kind == .unreachable { throw refusal }
      }
    }
    if let refusal { throw refusal }
    return rows
  }

  private static func rows(of result: OpaquePointer) -> [Row] {
    let columns = filmz_PQnfields(result)
    return (0..<filmz_PQntuples(result)).map { row in
      (0..<columns).map { column in
        guard filmz_PQgetisnull(result, row, column) == 0, let value = filmz_PQgetvalue(result, row, column) else {
          return nil
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: Int(filmz_PQgetlength(result, row, column)))
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  /// Returns the error of a statement that failed.
  private static func refusal(of result: OpaquePointer) -> PostgresError {
    func field(_ character: Character) -> String? {
      character.asciiValue.flatMap { filmz_PQresultErrorField(result, CInt($0)) }.map { String(cString: $0) }
    }
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY.
    return PostgresError(code: field("C"), message: field("M"))
  }

  /// Returns the error of a connection that failed.
  private func failure(of connection: OpaquePointer) -> PostgresError {
    let text = filmz_PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    return PostgresError(.unreachable, text.isEmpty ? "the connection was lost" : text)
  }

  // MARK: - Administration

  /// Creates the schema of filmz, or the missing parts of it.
  package func createSchema() throws { try run(PostgresSchema.script) }

  /// Creates a role for another person, and returns the address with which that person sets up sync.
  package func addMember(_ name: String) throws -> String {
    let connection = try open()
    let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    let password = String((0..<Self.passwordLength).compactMap { _ in characters.randomElement() })
    // Only a verifier of the password is sent, so that the password is in no log of the server.
    guard let verifier = filmz_PQencryptPasswordConn(connection, password, name, "scram-sha-256") else {
      throw failure(of: connection)
    }
    defer { filmz_PQfreemem(verifier) }
    try run(PostgresSchema.memberScript(name: name, verifier: String(cString: verifier)))
    let database = try query("SELECT current_database()").first?.first ?? nil
    return address.url(user: name, password: password, database: database ?? name)
  }

  private static let passwordLength = 24

  // MARK: - Notifications

  /// Subscribes to notifications about new files of the user and about comments.
  package func listen() throws {
    let channel = try query("SELECT 'filmz_' || md5(current_user::text)").first?.first ?? nil
    guard let channel else { return }
    try run("LISTEN \"\(channel)\"; LISTEN filmz_comments")
  }

  /// Waits for a notification, and returns whether one arrived within `time`; ``listen()`` must have been called.
  ///
  /// - Throws: A ``PostgresError`` if the connection is lost, `CancellationError`.
  package func waitForNotification(_ time: Duration) throws -> Bool {
    let connection = try open()
    let deadline = ContinuousClock.now + time
    do {
      while true {
        var hasArrived = false
        while filmz_take_notification(connection) { hasArrived = true }
        if hasArrived { return true }
        do {
          try wait(for: POLLIN, connection, until: deadline)
        } catch let error as PostgresError where error.kind == .timeout {
          return false
        }
        guard filmz_PQconsumeInput(connection) == 1 else { throw failure(of: connection) }
      }
    } catch {
      close()
      throw error
    }
  }

  // MARK: - Connecting

  /// Returns the connection, which is opened if there is none.
  private func open() throws -> OpaquePointer {
    try Task.checkCancellation()
    if let connection { return connection }
    let connection = try beginConnecting()
    do {
      let deadline = ContinuousClock.now + Self.connectionTimeout
      var state = FILMZ_POLLING_WRITING
      while state != FILMZ_POLLING_OK {
        guard state != FILMZ_POLLING_FAILED else { throw failure(of: connection) }
        let event = state == FILMZ_POLLING_READING ? POLLIN : POLLOUT
        try wait(for: event, connection, until: deadline)
        state = Int(filmz_PQconnectPoll(connection))
      }
    } catch {
      filmz_PQfinish(connection)
      throw error
    }
    self.connection = connection
    // For new tables, which have no statistics, the server would otherwise sort all rows for each page of a few rows.
    let settings = "SET statement_timeout = '10s'; SET enable_bitmapscan = off"
    _ = try result(of: connection, isSent: filmz_PQsendQuery(connection, settings) == 1)
    return connection
  }

  /// Begins to connect, without waiting for the server.
  ///
  /// The parameter `dbname` has the address: its parameters override those before `dbname`, and are overridden by those
  /// after `dbname`.
  private func beginConnecting() throws(PostgresError) -> OpaquePointer {
    var parameters: [(String, String)] = []
    if !address.isLocal {
      parameters.append(("sslmode", "verify-full"))
      // libpq has no default for the certificates of the system before version 16.
      let verifies = address.sslMode?.hasPrefix("verify") ?? true
      if verifies, let file = Self.certificates { parameters.append(("sslrootcert", file)) }
    }
    parameters += [
      ("dbname", address.url), ("client_encoding", "UTF8"), ("application_name", "filmz"),
      ("tcp_user_timeout", "15000"),
    ]
    let connection = withTexts(parameters.map(\.0) + [nil]) { keywords in
      withTexts(parameters.map(\.1) + [nil]) { values in filmz_PQconnectStartParams(keywords, values, 1) }
    }
    guard let connection else { throw PostgresError(.unreachable, "out of memory") }
    filmz_ignore_notices(connection)
    guard filmz_PQstatus(connection) != FILMZ_CONNECTION_BAD else {
      let error = failure(of: connection)
      filmz_PQfinish(connection)
      throw error
    }
    return connection
  }

  /// The file with the certificates of the system; `nil` if the user has chosen others, which libpq finds itself, or if
  /// the file cannot be read.
  private static var certificates: String? {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let own = "\(home)/.postgresql/root.crt"
    let system = "/etc/ssl/certs/ca-certificates.crt"
    let isChosen = getenv("PGSSLROOTCERT") != nil || access(own, F_OK) == 0
    return !isChosen && access(system, R_OK) == 0 ? system : nil
  }

  /// Waits for an event of the socket; checks every tenth of a second whether the task is cancelled.
  private func wait(for event: CInt, _ connection: OpaquePointer, until deadline: ContinuousClock.Instant) throws {
    while true {
      try Task.checkCancellation()
      guard ContinuousClock.now < deadline else { throw PostgresError(.timeout, "it did not answer in time") }
      var descriptor = pollfd(fd: filmz_PQsocket(connection), events: Int16(event), revents: 0)
      let count = poll(&descriptor, 1, 100)
      if count > 0 { return }
      guard count == 0 || errno == EINTR else { throw PostgresError(.unreachable, "the connection was lost") }
    }
  }
}

/// Calls a closure with texts as C strings, whose pointers are valid until it returns.
private func withTexts<Value>(_ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value) -> Value {
  let copies = texts.map { $0.map { strdup($0) } ?? nil }
  defer { for copy in copies { free(copy) } }
  return copies.map { UnsafePointer($0) }.withUnsafeBufferPointer { buffer in
    guard let start = buffer.baseAddress else {
      var none: UnsafePointer<CChar>?
      return withUnsafePointer(to: &none, body)
    }
    return body(start)
  }
}

extension Sequence<String> {
  /// The texts as an array in PostgreSQL's text format.
  var postgresArray: String {
    let quoted = map { element in
      var text = "\""
      // Characters can consist of a quotation mark and a combining mark.
      for scalar in element.unicodeScalars {
        if scalar == "\\" || scalar == "\"" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(scalar)
      }
      return text + "\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }
}

/// An error of a PostgreSQL server, or of the connection to it.
package struct PostgresError: Error, Hashable, Sendable {
  package enum Kind: Sendable, Hashable {
    /// The library of PostgreSQL cannot be loaded.
    case noLibrary(SystemLibraryError)
    /// The address cannot be parsed.
    case invalidAddress
    /// The server could not be reached, or the connection was lost.
    case unreachable
    /// The server did not answer in time.
    case timeout
    /// The server has refused a statement; the code is its SQLSTATE.
    case refused(code: String)
  }

  package let kind: Kind
  /// The message of the server or of libpq, on one line, without the password.
  package let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    // Lines that begin with a tab are hints, and are left out.
    self.message = message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }
      .map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
  }

  /// Creates the error for the SQLSTATE and the message of a failed statement.
  ///
  /// Without a code, or with one of class 08 (connection exception) or 57P (the server is starting, shutting down, or
  /// has ended the connection), the connection was lost.
  init(code: String?, message: String?) {
    if let code, !["08", "57P"].contains(where: code.hasPrefix) {
      self.init(.refused(code: code), message ?? "error \(code)")
    } else {
      self.init(.unreachable, message ?? "the connection was lost")
    }
  }

  /// Returns whether the server has refused a statement with an SQLSTATE that begins with a prefix.
  package func isRefusal(_ prefix: String) -> Bool {
    guard case .refused(let code) = kind else { return false }
    return code.hasPrefix(prefix)
  }

  /// `true` if the database has no schema of filmz, or that of another version of filmz.
  package var isSchemaMissing: Bool {
    // invalid_schema_name, undefined_table, undefined_column, undefined_function.
    ["3F000", "42P01", "42703", "42883"].contains { isRefusal($0) }
  }
}

/// Runs the jobs of an actor on a serial queue, whose thread they may block.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
