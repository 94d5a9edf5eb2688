import CDynamicLibraries
import Dispatch
package import FilmzFiles
import Glibc

/// A connection to a PostgreSQL server, which is made when it is first used, and made again after it was lost.
///
/// All work is done on a queue of its own, because libpq waits for the server there.
package actor PostgresConnection {
  /// A row of a result: the texts of its columns, `nil` for NULL.
  package typealias Row = [String?]

  /// How long the server may take to accept a connection, and to answer a statement.
  ///
  /// The server itself ends statements of members after 10 s.
  private static let connectingTime = Duration.seconds(10)
  private static let answeringTime = Duration.seconds(12)

  private let address: PostgresAddress
  private let queue = QueueExecutor(label: "filmz.postgres")
  private var connection: OpaquePointer?

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    queue.asUnownedSerialExecutor()
  }

  package init(_ address: PostgresAddress) { self.address = address }

  isolated deinit { close() }

  /// Ends the connection; the next statement makes a new one.
  package func close() {
    if let connection { filmz_PQfinish(connection) }
    connection = nil
  }

  // MARK: - Statements

  /// Runs one statement with parameters, and returns its rows; if a connection that was used before is lost, runs it
  /// again.
  ///
  /// - Throws: A ``PostgresError``, `CancellationError`.
  @discardableResult
  package func query(_ sql: String, _ parameters: [String?] = []) throws -> [Row] {
    let isReused = connection != nil
    do { return try send(sql, parameters) } catch let error as PostgresError
      where error.kind == .unreachable && isReused
    {
      // The server, or something between, has ended an idle connection.
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
      let code = (error as? PostgresError)?.kind
      // After a refusal, the connection can be used again, unless the server ends it.
      if case .refused = code, filmz_PQstatus(connection) == FILMZ_CONNECTION_OK { throw error }
      close()
      throw error
    }
  }

  /// Waits for the results of all statements that were sent, and returns the rows of the last one.
  private func results(of connection: OpaquePointer) throws -> [Row] {
    var deadline = ContinuousClock.now + Self.answeringTime
    var rows: [Row] = []
    var refusal: PostgresError?
    while true {
      while filmz_PQisBusy(connection) == 1 {
        try wait(for: POLLIN, connection, until: deadline)
        guard filmz_PQconsumeInput(connection) == 1 else { throw failure(of: connection) }
        // A large result may take longer, as long as it arrives.
        deadline = ContinuousClock.now + Self.answeringTime
      }
      guard let result = filmz_PQgetResult(connection) else { break }
      defer { filmz_PQclear(result) }
      switch Int(filmz_PQresultStatus(result)) {
      case FILMZ_RESULT_TUPLES_OK: rows = Self.rows(of: result)
      case FILMZ_RESULT_COMMAND_OK: rows = []
      default:
        refusal = refusal ?? Self.refusal(of: result)
        // Without an SQLSTATE, no further result can be expected.
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
        guard filmz_PQgetisnull(result, row, column) == 0,
          let value = filmz_PQgetvalue(result, row, column)
        else { return nil }
        let bytes = UnsafeRawBufferPointer(
          start: value, count: Int(filmz_PQgetlength(result, row, column)))
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  private static func refusal(of result: OpaquePointer) -> PostgresError {
    func field(_ character: Character) -> String? {
      character.asciiValue.flatMap { filmz_PQresultErrorField(result, CInt($0)) }
        .map { String(cString: $0) }
    }
    // PG_DIAG_SQLSTATE and PG_DIAG_MESSAGE_PRIMARY. Without a code, the connection was lost.
    guard let code = field("C") else {
      return PostgresError(.unreachable, field("M") ?? "the connection was lost")
    }
    return PostgresError(.refused(code: code), field("M") ?? "error \(code)")
  }

  private func failure(of connection: OpaquePointer) -> PostgresError {
    let text = filmz_PQerrorMessage(connection).map { String(cString: $0) } ?? ""
    return PostgresError(.unreachable, text.isEmpty ? "the connection was lost" : text)
  }

  // MARK: - Administration

  /// Makes the schema of filmz, or what is missing of it.
  package func createSchema() throws { try run(PostgresSchema.script) }

  /// Makes a role for another person, and returns the address with which they set up sync.
  package func addMember(_ name: String) throws -> String {
    let connection = try open()
    let characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    let password = String((0..<Self.passwordLength).compactMap { _ in characters.randomElement() })
    // The password itself is not sent, so that it is in no log of the server.
    guard
      let verifier = filmz_PQencryptPasswordConn(connection, password, name, "scram-sha-256")
    else { throw failure(of: connection) }
    defer { filmz_PQfreemem(verifier) }
    try run(PostgresSchema.memberScript(name: name, verifier: String(cString: verifier)))
    let database = try query("SELECT current_database()").first?.first ?? nil
    return address.of(user: name, password: password, database: database ?? name)
  }

  private static let passwordLength = 24

  // MARK: - Notifications

  /// Asks the server for notifications about new files of the user, and about comments.
  package func listen() throws {
    let channel = try query("SELECT 'filmz_' || md5(current_user::text)").first?.first ?? nil
    guard let channel else { return }
    try run("LISTEN \"\(channel)\"; LISTEN filmz_comments")
  }

  /// Waits until a notification arrives on a channel to which `LISTEN` was sent, and returns `true`; returns `false` after
  /// a time without one.
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
        do { try wait(for: POLLIN, connection, until: deadline) } catch let error as PostgresError
          where error.kind == .timeout
        { return false }
        guard filmz_PQconsumeInput(connection) == 1 else { throw failure(of: connection) }
      }
    } catch {
      close()
      throw error
    }
  }

  // MARK: - Connecting

  private func open() throws -> OpaquePointer {
    try Task.checkCancellation()
    if let connection { return connection }
    let connection = try start()
    do {
      let deadline = ContinuousClock.now + Self.connectingTime
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
    // Without statistics of new tables, the server would sort all rows for each page of a few.
    let settings = "SET statement_timeout = '10s'; SET enable_bitmapscan = off"
    _ = try result(of: connection, isSent: filmz_PQsendQuery(connection, settings) == 1)
    return connection
  }

  /// Begins to connect.
  ///
  /// The parameters before `dbname`, which has the address, are overridden by it; those after it override it.
  private func start() throws(PostgresError) -> OpaquePointer {
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
      withTexts(parameters.map(\.1) + [nil]) { values in
        filmz_PQconnectStartParams(keywords, values, 1)
      }
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

  /// The certificates of the system, unless the user has chosen others, which libpq reads by itself.
  private static var certificates: String? {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let own = "\(home)/.postgresql/root.crt"
    let system = "/etc/ssl/certs/ca-certificates.crt"
    let isChosen = getenv("PGSSLROOTCERT") != nil || access(own, F_OK) == 0
    return !isChosen && access(system, R_OK) == 0 ? system : nil
  }

  /// Waits for an event of the socket, and looks every tenth of a second whether the task is cancelled.
  private func wait(
    for event: CInt, _ connection: OpaquePointer, until deadline: ContinuousClock.Instant
  ) throws {
    while true {
      try Task.checkCancellation()
      guard ContinuousClock.now < deadline else {
        throw PostgresError(.timeout, "it did not answer in time")
      }
      var descriptor = pollfd(
        fd: filmz_PQsocket(connection), events: Int16(event), revents: 0)
      let count = poll(&descriptor, 1, 100)
      if count > 0 { return }
      guard count == 0 || errno == EINTR else {
        throw PostgresError(.unreachable, "the connection was lost")
      }
    }
  }
}

/// Runs a closure with texts as C strings, whose pointers are valid until it returns.
private func withTexts<Value>(
  _ texts: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Value
) -> Value {
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

/// Arrays in PostgreSQL's text format.
enum PostgresArray {
  /// Returns an array of texts.
  static func text(_ elements: some Sequence<String>) -> String {
    let quoted = elements.map { element in
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

/// A failure of a PostgreSQL server, or of the connection to it.
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
  /// What the server or the library says, on one line; never contains the password.
  package let message: String

  init(_ kind: Kind, _ message: String) {
    self.kind = kind
    // A line that begins with a tab is a hint.
    self.message = message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }
      .map { $0.trimmingPrefix(while: \.isWhitespace) }.joined(separator: " ")
  }

  /// `true` if the server has refused a statement with an SQLSTATE that begins like this.
  package func isRefusal(_ prefix: String) -> Bool {
    guard case .refused(let code) = kind else { return false }
    return code.hasPrefix(prefix)
  }

  /// `true` if the server has no schema of filmz, or an older or newer one.
  package var isSchemaMissing: Bool {
    // invalid_schema_name, undefined_table, undefined_column, undefined_function.
    ["3F000", "42P01", "42703", "42883"].contains { isRefusal($0) }
  }
}

/// Runs the work of an actor on a serial queue, where it may wait.
final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(label: String) { queue = DispatchQueue(label: label) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
