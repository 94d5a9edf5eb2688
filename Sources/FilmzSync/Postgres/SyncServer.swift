import FilmzDomain
import Synchronization

/// The files of one person on a PostgreSQL server, each stored in pieces of at most ``pieceSize`` bytes, one in a row.
package final class SyncServer: SyncCarrier {
  private static let pieceSize = 10_240
  /// The maximum number of rows that one query reads (about 1 MB); a single file may have more.
  private static let piecesPerQuery = 100

  package let key: SyncKey
  package let path: String
  // Source: contract, PostgreSQL.
  package let changesPerFile = 400
  package let maximumFileCount = 512
  private let connection: PostgresConnection
  private let readAhead = Mutex(ReadAhead())

  package init(_ connection: PostgresConnection, _ address: PostgresAddress, key: SyncKey) {
    (self.connection, self.key, path) = (connection, key, address.place)
  }

  package func list(expectsFiles: Bool) async throws -> SyncFileListing {
    let rows = try await mapped {
      try await connection.query(
        """
        SELECT installation, number, (extract(epoch FROM written_at) * 1000000)::bigint, pieces
        FROM filmz.segment WHERE owner = current_user AND piece = 1 ORDER BY 1, 2
        """)
    }
    var pieces: [SyncFileName: Int] = [:]
    var stamps: [SyncFileName: String] = [:]
    for row in rows {
      guard let file = SyncFileName(row: row), let time = row[2].flatMap(Int.init), let count = row[3].flatMap(Int.init)
      else { continue }
      pieces[file] = count
      stamps[file] = SyncFileListing.stamp(size: count, time: time, inode: 0)
    }
    readAhead.withLock { [pieces] in $0 = ReadAhead(pieces: pieces) }
    if expectsFiles, stamps.isEmpty { throw SyncCarrierError.emptied(path: path) }
    return SyncFileListing(stamps: stamps, conflictCopies: 0, otherFiles: 0)
  }

  package func read(_ file: SyncFileName) async throws -> SyncFileContent {
    try content(try await bytes(of: file), of: file)
  }

  package func headerBytes(of file: SyncFileName) async throws -> [UInt8] {
    if let header = readAhead.withLock({ $0.headers[file] }) { return header }
    let rows = try await mapped {
      try await connection.query(
        """
        SELECT installation, number, substring(body FOR \(SyncFileHeader.size))
        FROM filmz.segment WHERE owner = current_user AND piece = 1
        """)
    }
    var headers: [SyncFileName: [UInt8]] = [:]
    for row in rows {
      guard let file = SyncFileName(row: row) else { continue }
      headers[file] = row[2].flatMap([UInt8].init(postgresText:))
    }
    readAhead.withLock { [headers] in $0.headers = headers }
    guard let header = headers[file] else { throw SyncFileProblem.removed }
    return header
  }

  /// Returns the bytes of a file; the query also reads the following files ahead.
  private func bytes(of file: SyncFileName) async throws -> [UInt8] {
    if let bytes = readAhead.withLock({ $0.files.removeValue(forKey: file) }) { return bytes }
    let last = readAhead.withLock { $0.last(from: file, pieces: Self.piecesPerQuery) }
    let rows = try await mapped {
      try await connection.query(
        """
        SELECT number, pieces, body FROM filmz.segment
        WHERE owner = current_user AND installation = $1 AND number BETWEEN $2 AND $3
        ORDER BY number, piece
        """, [file.installation, "\(file.number)", "\(last)"])
    }
    var pieces: [SyncFileName: (count: Int, expected: Int, bytes: [UInt8])] = [:]
    for row in rows {
      guard let number = row[0].flatMap(Int.init), let expected = row[1].flatMap(Int.init),
        let file = SyncFileName(installation: file.installation, number: number),
        let bytes = row[2].flatMap([UInt8].init(postgresText:))
      else { continue }
      pieces[file, default: (0, expected, [])].count += 1
      pieces[file]?.bytes += bytes
    }
    guard let found = pieces.removeValue(forKey: file) else { throw SyncFileProblem.removed }
    let complete = pieces.filter { $0.value.count == $0.value.expected }.mapValues(\.bytes)
    readAhead.withLock { $0.files = complete }
    guard found.count == found.expected else { throw SyncFileProblem.incomplete }
    return found.bytes
  }

  @discardableResult
  package func write(
    _ segment: SyncSegment, as file: SyncFileName, predecessor: SyncChecksum?
  ) async throws -> SyncChecksum {
    let sealed = try sealed(segment, as: file, predecessor: predecessor)
    let pieces = stride(from: 0, to: sealed.bytes.count, by: Self.pieceSize).map { start in
      Array(sealed.bytes[start...].prefix(Self.pieceSize)).postgresText
    }
    do {
      try await connection.query(
        """
        INSERT INTO filmz.segment (installation, number, piece, pieces, body)
        SELECT $1::uuid, $2::bigint, piece, $3::integer, body
        FROM unnest($4::bytea[]) WITH ORDINALITY AS part (body, piece)
        """, [file.installation, "\(file.number)", "\(pieces.count)", pieces.postgresArray])
    } catch let error as PostgresError where error.isRefusal("23505") {
      // The file may be there because the response to a first attempt was lost with the connection.
      guard try await bytes(of: file) == sealed.bytes else { throw SyncCarrierError.exists(file) }
    } catch let error as PostgresError {
      throw SyncCarrierError(error, path: path, isWriting: true)
    }
    return sealed.checksum
  }

  package func remove(_ file: SyncFileName) async throws {
    _ = try await mapped(isWriting: true) {
      try await connection.query(
        "DELETE FROM filmz.segment WHERE owner = current_user AND installation = $1 AND number = $2",
        [file.installation, "\(file.number)"])
    }
  }

  package func removeAll(own files: [SyncFileName]) async throws {
    try await mapped(isWriting: true) {
      try await connection.query("DELETE FROM filmz.segment WHERE owner = current_user")
      // The rows of comments remain, so that other members learn that the comments were removed.
      try await connection.query(
        "UPDATE filmz.comment SET text = NULL WHERE writer = current_user AND text IS NOT NULL")
      try await connection.query("DELETE FROM filmz.list WHERE owner = current_user")
    }
  }

  /// Calls a closure, and converts a ``PostgresError`` to a ``SyncCarrierError``.
  private func mapped<Value>(isWriting: Bool = false, _ body: () async throws -> Value) async throws -> Value {
    do {
      return try await body()
    } catch let error as PostgresError {
      throw SyncCarrierError(error, path: path, isWriting: isWriting)
    }
  }
}

/// Files and headers that were read together with another file, before they are needed.
private struct ReadAhead {
  /// The numbers of rows of the files in the last listing.
  var pieces: [SyncFileName: Int] = [:]
  var files: [SyncFileName: [UInt8]] = [:]
  var headers: [SyncFileName: [UInt8]] = [:]

  /// Returns the number of the last file that can be read together with a file, in at most `maximum` rows.
  ///
  /// Returns the number of the file itself if it has more rows.
  func last(from file: SyncFileName, pieces maximum: Int) -> Int {
    var last = file
    var count = pieces[file] ?? maximum
    while let next = SyncFileName(installation: file.installation, number: last.number + 1), let pieces = pieces[next],
      count + pieces <= maximum
    {
      (last, count) = (next, count + pieces)
    }
    return last.number
  }
}

extension SyncCarrierError {
  /// Creates the error of the carrier for an error of the server.
  init(_ error: PostgresError, path: String, isWriting: Bool) {
    self =
      switch error.kind {
      // insufficient_privilege, disk_full.
      case _ where error.isSchemaMissing || error.isRefusal("42501"): .noSchema(path: path)
      case .refused(code: "53100"): .full(path: path)
      case .unreachable, .timeout: .serverUnreachable(path: path, reason: error.message)
      case _ where isWriting: .cannotWrite(path: path, reason: error.message)
      default: .unreadable(path: path, reason: error.message)
      }
  }
}

extension SyncFileName {
  /// Creates the name of the file whose installation and number are the first two columns of a row.
  fileprivate init?(row: PostgresConnection.Row) {
    guard let installation = row[0]?.uppercased(), let number = row[1].flatMap({ Int($0) }) else { return nil }
    self.init(installation: installation, number: number)
  }
}

extension [UInt8] {
  /// Creates the bytes of a `bytea` value from PostgreSQL's text format, such as `\x00ff`; returns `nil` for other
  /// text.
  fileprivate init?(postgresText text: String) {
    guard text.hasPrefix("\\x") else { return nil }
    self.init(hexadecimal: text.dropFirst(2))
  }

  /// The bytes in PostgreSQL's text format, such as `\x00ff`.
  fileprivate var postgresText: String { "\\x" + hexadecimal }
}
