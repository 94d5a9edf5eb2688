import FilmzDomain
import Synchronization

/// The files of one person on a PostgreSQL server.
///
/// A file is stored in rows of at most ``pieceSize`` bytes.
package struct SyncServer: SyncCarrier {
  private static let pieceSize = 10_240
  /// The number of rows that are read with one query, unless one file has more: about 1 MB.
  private static let piecesPerQuery = 100

  package let key: SyncKey
  package let path: String
  // Source: contract, PostgreSQL.
  package let changesPerFile = 400
  package let maximumFileCount = 512
  private let connection: PostgresConnection
  private let readAhead = ReadAhead()

  package init(_ connection: PostgresConnection, _ address: PostgresAddress, key: SyncKey) {
    self.connection = connection
    self.key = key
    path = address.place
  }

  package func list(expectsFiles: Bool) async throws -> SyncFolderListing {
    let rows = try await mapped {
      try await connection.query(
        """
        SELECT installation, number, (extract(epoch FROM written_at) * 1000000)::bigint, pieces
        FROM filmz.segment WHERE owner = current_user AND piece = 1 ORDER BY 1, 2
        """)
    }
    let entries = rows.compactMap(SyncFolderListing.Entry.init(row:)).sorted { $0.file < $1.file }
    readAhead.begin(Dictionary(entries.map { ($0.file, $0.size) }) { $1 })
    if expectsFiles, entries.isEmpty { throw SyncCarrierError.emptied(path: path) }
    return SyncFolderListing(entries: entries, conflictCopies: 0, foreign: 0)
  }

  package func read(_ file: SyncFile) async throws -> SyncFileContent {
    try content(try await bytes(of: file), of: file)
  }

  package func start(of file: SyncFile) async throws -> [UInt8] {
    if let start = readAhead.start(of: file) { return start }
    let rows = try await mapped {
      try await connection.query(
        """
        SELECT installation, number, substring(body FOR \(SyncFileHeader.size))
        FROM filmz.segment WHERE owner = current_user AND piece = 1
        """)
    }
    let starts = rows.compactMap { row -> (SyncFile, [UInt8])? in
      guard let installation = row[0]?.uppercased(), let number = row[1].flatMap({ Int($0) }),
        let file = SyncFile(installation: installation, number: number),
        let bytes = row[2].flatMap([UInt8].init(postgresText:))
      else { return nil }
      return (file, bytes)
    }
    readAhead.storeStarts(Dictionary(starts) { $1 })
    guard let start = readAhead.start(of: file) else { throw SyncFileProblem.removed }
    return start
  }

  /// Returns the bytes of a file, and reads those that follow it ahead.
  private func bytes(of file: SyncFile) async throws -> [UInt8] {
    if let bytes = readAhead.take(file) { return bytes }
    let last = readAhead.last(from: file, pieces: Self.piecesPerQuery)
    let rows = try await mapped {
      try await connection.query(
        """
        SELECT number, pieces, body FROM filmz.segment
        WHERE owner = current_user AND installation = $1 AND number BETWEEN $2 AND $3
        ORDER BY number, piece
        """, [file.installation, "\(file.number)", "\(last)"])
    }
    var pieces: [SyncFile: (count: Int, expected: Int, bytes: [UInt8])] = [:]
    for row in rows {
      guard let number = row[0].flatMap({ Int($0) }), let expected = row[1].flatMap({ Int($0) }),
        let file = SyncFile(installation: file.installation, number: number),
        let bytes = row[2].flatMap([UInt8].init(postgresText:))
      else { continue }
      pieces[file, default: (0, expected, [])].count += 1
      pieces[file]?.bytes += bytes
    }
    guard let found = pieces.removeValue(forKey: file) else { throw SyncFileProblem.removed }
    readAhead.store(pieces.filter { $0.value.count == $0.value.expected }.mapValues(\.bytes))
    guard found.count == found.expected else { throw SyncFileProblem.incomplete }
    return found.bytes
  }

  @discardableResult
  package func write(
    _ segment: SyncSegment, as file: SyncFile, predecessor: SyncChecksum?
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
        """,
        [
          file.installation, "\(file.number)", "\(pieces.count)", PostgresArray.text(pieces),
        ])
    } catch let error as PostgresError where error.isRefusal("23505") {
      // The first answer may have been lost with the connection.
      guard try await bytes(of: file) == sealed.bytes else { throw SyncCarrierError.exists(file) }
    } catch let error as PostgresError {
      throw SyncCarrierError(error, path: path, isWriting: true)
    }
    return sealed.checksum
  }

  package func remove(_ file: SyncFile) async throws {
    do {
      try await connection.query(
        "DELETE FROM filmz.segment WHERE owner = current_user AND installation = $1 AND number = $2",
        [file.installation, "\(file.number)"])
    } catch let error as PostgresError {
      throw SyncCarrierError(error, path: path, isWriting: true)
    }
  }

  package func removeAll(own files: [SyncFile]) async throws {
    do {
      try await connection.query("DELETE FROM filmz.segment WHERE owner = current_user")
      // Others learn of a removed comment by its row.
      try await connection.query(
        "UPDATE filmz.comment SET text = NULL WHERE writer = current_user AND text IS NOT NULL")
      try await connection.query("DELETE FROM filmz.list WHERE owner = current_user")
    } catch let error as PostgresError {
      throw SyncCarrierError(error, path: path, isWriting: true)
    }
  }

  private func mapped<Value>(_ body: () async throws -> Value) async throws -> Value {
    do { return try await body() } catch let error as PostgresError {
      throw SyncCarrierError(error, path: path, isWriting: false)
    }
  }
}

/// Files that were read together with another one, and their headers.
private final class ReadAhead: Sendable {
  private struct State {
    /// The numbers of rows of the files that were listed last.
    var pieces: [SyncFile: Int] = [:]
    var files: [SyncFile: [UInt8]] = [:]
    var starts: [SyncFile: [UInt8]] = [:]
  }

  private let state = Mutex(State())

  /// Forgets what was read, because the files may have been replaced.
  func begin(_ pieces: [SyncFile: Int]) { state.withLock { $0 = State(pieces: pieces) } }

  func store(_ files: [SyncFile: [UInt8]]) { state.withLock { $0.files = files } }

  func take(_ file: SyncFile) -> [UInt8]? { state.withLock { $0.files.removeValue(forKey: file) } }

  func storeStarts(_ starts: [SyncFile: [UInt8]]) { state.withLock { $0.starts = starts } }

  func start(of file: SyncFile) -> [UInt8]? { state.withLock { $0.starts[file] } }

  /// Returns the number of the last of the files after a file that have a number of rows together.
  func last(from file: SyncFile, pieces maximum: Int) -> Int {
    state.withLock { state in
      var last = file
      var count = state.pieces[file] ?? maximum
      while let next = SyncFile(installation: file.installation, number: last.number + 1),
        let pieces = state.pieces[next], count + pieces <= maximum
      {
        (last, count) = (next, count + pieces)
      }
      return last.number
    }
  }
}

extension SyncCarrierError {
  /// Returns what a failure of a server means for sync.
  init(_ error: PostgresError, path: String, isWriting: Bool) {
    self =
      if error.isSchemaMissing || error.isRefusal("42501") {
        .noSchema(path: path)
      } else if error.isRefusal("53100") {
        .full(path: path)
      } else if error.kind == .unreachable || error.kind == .timeout {
        .serverUnreachable(path: path, reason: error.message)
      } else if isWriting {
        .cannotWrite(path: path, reason: error.message)
      } else {
        .unreadable(path: path, reason: error.message)
      }
  }
}

extension SyncFolderListing.Entry {
  fileprivate init?(row: PostgresConnection.Row) {
    guard let installation = row[0]?.uppercased(), let number = row[1].flatMap({ Int($0) }),
      let time = row[2].flatMap({ Int($0) }), let pieces = row[3].flatMap({ Int($0) }),
      let file = SyncFile(installation: installation, number: number)
    else { return nil }
    self.init(file: file, size: pieces, modificationTime: time, inode: 0)
  }
}

extension [UInt8] {
  /// Creates the bytes of a value of type `bytea` in PostgreSQL's text format, such as `\x00ff`; `nil` if it is none.
  fileprivate init?(postgresText text: String) {
    guard text.hasPrefix("\\x") else { return nil }
    self.init(hexadecimal: text.dropFirst(2))
  }

  /// The text of the bytes in PostgreSQL's format, such as `\x00ff`.
  fileprivate var postgresText: String { "\\x" + hexadecimal }
}
