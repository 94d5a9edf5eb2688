package import FilmzFiles

/// Where installations exchange their files: a folder, or a server.
///
/// Files are written as a whole, and never changed afterwards.
package protocol SyncCarrier: Sendable {
  /// The path of the folder, or the address of the server without its password, for messages.
  var path: String { get }
  var key: SyncKey { get }
  /// The maximum number of changes of a file.
  var changesPerFile: Int { get }
  /// The number of files of an installation from which they are written anew as few.
  var maximumFileCount: Int { get }

  /// Returns all files, without their content; `expectsFiles` is `true` if there were files the last time.
  ///
  /// - Throws: A ``SyncCarrierError``; ``SyncCarrierError/emptied(path:)`` if files are expected and there are none.
  func list(expectsFiles: Bool) async throws -> SyncFolderListing

  /// Reads, decrypts and decodes a file.
  ///
  /// - Throws: A ``SyncFileProblem``; a ``SyncCarrierError`` if no file can be read now.
  func read(_ file: SyncFile) async throws -> SyncFileContent

  /// Returns as much of a file as its header has; throws as ``read(_:)``.
  func start(of file: SyncFile) async throws -> [UInt8]

  /// Writes a segment as a new file, and returns its checksum.
  ///
  /// - Throws: A ``SyncCarrierError``, ``SyncCarrierError/exists(_:)`` if there is a file of the name.
  @discardableResult
  func write(
    _ segment: SyncSegment, as file: SyncFile, predecessor: SyncChecksum?
  ) async throws -> SyncChecksum

  /// Removes a file; does nothing if it does not exist.
  func remove(_ file: SyncFile) async throws

  /// Removes the files of this machine; from a server, everything that the user has there.
  func removeAll(own files: [SyncFile]) async throws
}

/// Whether the files of a carrier need the key that one has.
package enum SyncKeyState: Sendable, Hashable {
  /// There are no files.
  case empty
  /// All files need this key.
  case matches
  /// All files need other keys.
  case otherKey
  /// Some files need this key, some others.
  case mixed
  /// There are files, but none of them tells which key it needs, such as when the folder is being filled.
  case unknown
}

extension SyncCarrier {
  /// Compares the key with those that the files need.
  ///
  /// Files that do not tell which key they need are ignored if others do. Files of newer versions count.
  package func keyState() async throws -> SyncKeyState {
    let files = try await list(expectsFiles: false).entries.map(\.file)
    guard !files.isEmpty else { return .empty }
    var fingerprints: Set<SyncKeyFingerprint> = []
    for file in files {
      guard let start = try await readableStart(of: file),
        let fingerprint = SyncFileHeader.keyFingerprint(start)
      else { continue }
      fingerprints.insert(fingerprint)
    }
    guard !fingerprints.isEmpty else { return .unknown }
    guard fingerprints.contains(key.fingerprint) else { return .otherKey }
    return fingerprints.count == 1 ? .matches : .mixed
  }

  private func readableStart(of file: SyncFile) async throws -> [UInt8]? {
    do { return try await start(of: file) } catch is SyncFileProblem { return nil }
  }

  /// Returns the name of the first file that needs another key; `nil` if there is none.
  package func fileOfOtherKey() async throws -> String? {
    for file in try await list(expectsFiles: false).entries.map(\.file)
    where try await needsOtherKey(file) { return file.fileName }
    return nil
  }

  /// Returns whether a file needs another key.
  func needsOtherKey(_ file: SyncFile) async throws -> Bool {
    do {
      _ = try await header(file)
      return false
    } catch let problem as SyncFileProblem { return problem == .wrongKey }
  }

  /// Reads the part of a file that is not encrypted, and not authenticated unless ``read(_:)`` succeeds.
  package func header(_ file: SyncFile) async throws -> SyncFileHeader {
    let header = try SyncFileHeader(try await start(of: file))
    guard header.keyFingerprint == key.fingerprint else { throw SyncFileProblem.wrongKey }
    return header
  }

  /// Decrypts and decodes the bytes of a file.
  ///
  /// - Throws: A ``SyncFileProblem``; ``SyncCarrierError/noLibrary(_:)``.
  func content(_ bytes: [UInt8], of file: SyncFile) throws -> SyncFileContent {
    let sealed = SealedFile(bytes: bytes)
    let (header, content) = try sealed.open(as: file, key: key)
    let segment = try SyncSegment(decoding: try Compression.uncompress(content))
    return SyncFileContent(
      segment: segment, checksum: sealed.checksum, predecessor: header.predecessor)
  }

  /// Compresses and encrypts a segment.
  func sealed(
    _ segment: SyncSegment, as file: SyncFile, predecessor: SyncChecksum?
  ) throws(SyncCarrierError) -> SealedFile {
    let content = try Compression.compress(try segment.encoded())
    return try SealedFile(content, as: file, predecessor: predecessor, key: key)
  }
}

/// An error in reading files from a folder or a server, or in writing them.
package enum SyncCarrierError: Error, Hashable {
  /// The folder does not exist, such as on a drive that is not mounted.
  case missing(path: String)
  /// The folder contains no files of filmz although there were some.
  ///
  /// This is also the state of the folder at which a drive will be mounted.
  case emptied(path: String)
  /// The server has no schema of filmz, or the user has no rights to it.
  case noSchema(path: String)
  /// Files in the folder, such as this one, need another key.
  case wrongKey(path: String, file: String)
  /// Files, such as this one, have a version of the format that is not read any more.
  case olderVersion(path: String, file: String)
  /// Something else is in the place of the folder.
  case notAFolder(path: String)
  case unreadable(path: String, reason: String)
  /// The server cannot be reached, or does not answer.
  case serverUnreachable(path: String, reason: String)
  /// A file in the folder could not be created, written, or removed.
  case cannotWrite(path: String, reason: String)
  /// The disk is full, or the user's part of it.
  case full(path: String)
  /// A file, or something else, has the name of the file to be written.
  case exists(SyncFile)
  /// The content is too large for one file, or has too many changes.
  case contentTooLarge
  /// Files can be neither encrypted nor decrypted, because libcrypto cannot be used.
  case noLibrary(SystemLibraryError)
  /// The step of the change with this id is not in the content.
  case stepMissing(change: String)
}

/// Whether another machine uses another key.
struct SyncKeyCheck {
  let carrier: any SyncCarrier
  /// The installations whose files may need another key.
  let hidden: Set<String>

  /// Returns a file of an installation that uses another key, and none of whose files was ever read; `nil` if there is
  /// none.
  ///
  /// A single file that seems to need another key is only damaged.
  func fileOfOtherKey(
    among files: [SyncFile], unread: Set<SyncFile>
  ) async throws -> SyncFile? {
    let candidates = Dictionary(grouping: files, by: \.installation).values.filter {
      $0.allSatisfy { unread.contains($0) && !hidden.contains($0.installation) }
    }
    var found: [SyncFile] = []
    for files in candidates {
      for file in files where try await carrier.needsOtherKey(file) {
        found.append(file)
        break
      }
    }
    return found.min()
  }
}
