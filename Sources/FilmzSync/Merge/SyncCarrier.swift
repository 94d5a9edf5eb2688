package import FilmzFiles

/// The place through which installations exchange their files: a folder or a server.
///
/// Files are written as a whole, and never changed afterwards.
package protocol SyncCarrier: Sendable {
  /// The path of the folder, or the address of the server without its password, for messages.
  var path: String { get }
  /// The key with which files are encrypted.
  var key: SyncKey { get }
  /// The maximum number of changes in a file.
  var changesPerFile: Int { get }
  /// The number of files of an installation above which it rewrites them as fewer files.
  var maximumFileCount: Int { get }

  /// Returns all files, without their content; `expectsFiles` is `true` if there were files at the last sync.
  ///
  /// - Throws: A ``SyncCarrierError``; ``SyncCarrierError/emptied(path:)`` if files are expected and there are none.
  func list(expectsFiles: Bool) async throws -> SyncFileListing

  /// Reads, decrypts and decodes a file.
  ///
  /// - Throws: A ``SyncFileProblem`` if this file cannot be read; a ``SyncCarrierError`` if no file can be read now.
  func read(_ file: SyncFileName) async throws -> SyncFileContent

  /// Returns the bytes of the header of a file, fewer if the file is shorter; throws the errors of ``read(_:)``.
  func headerBytes(of file: SyncFileName) async throws -> [UInt8]

  /// Writes a segment as a new file, and returns its checksum.
  ///
  /// - Throws: A ``SyncCarrierError``; ``SyncCarrierError/exists(_:)`` if a file has the name.
  @discardableResult
  func write(_ segment: SyncSegment, as file: SyncFileName, predecessor: SyncChecksum?) async throws -> SyncChecksum

  /// Removes a file; does nothing if it does not exist.
  func remove(_ file: SyncFileName) async throws

  /// Removes the files of this machine from a folder, or everything that the user has stored from a server.
  func removeAll(own files: [SyncFileName]) async throws
}

extension SyncCarrier {
  /// Decrypts and decodes the bytes of a file.
  ///
  /// - Throws: A ``SyncFileProblem``; ``SyncCarrierError/noLibrary(_:)``.
  func content(_ bytes: [UInt8], of file: SyncFileName) throws -> SyncFileContent {
    let sealed = SealedFile(bytes: bytes)
    let (header, content) = try sealed.open(as: file, key: key)
    let segment = try SyncSegment(decoding: try Compression.uncompress(content))
    return SyncFileContent(segment: segment, checksum: sealed.checksum, predecessor: header.predecessor)
  }

  /// Compresses and encrypts a segment.
  func sealed(
    _ segment: SyncSegment, as file: SyncFileName, predecessor: SyncChecksum?
  ) throws(SyncCarrierError) -> SealedFile {
    let content = try Compression.compress(try segment.encoded())
    return try SealedFile(content, as: file, predecessor: predecessor, key: key)
  }
}

/// The result of comparing the key of a carrier with the keys of its files.
package enum SyncKeyState: Sendable, Hashable {
  /// There are no files.
  case empty
  /// All files need this key.
  case matches
  /// All files need other keys.
  case otherKey
  /// Some files need this key, and some need other keys.
  case mixed
  /// None of the files has a complete header, such as while another program is still copying them.
  case unknown
}

extension SyncCarrier {
  /// Compares the key with the keys that the files need.
  ///
  /// Files without a complete header are ignored if others have one. Files of newer versions are compared as well.
  package func keyState() async throws -> SyncKeyState {
    let files = try await list(expectsFiles: false).files
    guard !files.isEmpty else { return .empty }
    var fingerprints: Set<[UInt8]> = []
    for file in files {
      do {
        let header = try await headerBytes(of: file)
        if let fingerprint = SyncFileHeader.keyFingerprint(in: header) { fingerprints.insert(fingerprint) }
      } catch is SyncFileProblem {}
    }
    guard !fingerprints.isEmpty else { return .unknown }
    guard fingerprints.contains(key.fingerprint) else { return .otherKey }
    return fingerprints.count == 1 ? .matches : .mixed
  }

  /// Returns the name of the first file that needs another key; `nil` if there is none.
  package func fileOfOtherKey() async throws -> String? {
    for file in try await list(expectsFiles: false).files where try await needsOtherKey(file) { return file.fileName }
    return nil
  }

  /// Returns the first file that needs another key, of an installation of which no file was ever read; `nil` if there
  /// is none.
  ///
  /// If other files of the installation were read, a file that seems to need another key is damaged. Installations of
  /// `hidden` are ignored.
  func fileOfOtherKey(
    among files: [SyncFileName], neverRead: Set<SyncFileName>, hidden: Set<String>
  ) async throws -> SyncFileName? {
    let readInstallations = Set(files.filter { !neverRead.contains($0) }.map(\.installation))
    let candidates = files.filter { !readInstallations.union(hidden).contains($0.installation) }
    for file in candidates.sorted() where try await needsOtherKey(file) { return file }
    return nil
  }

  /// Returns whether a file needs another key; `false` if its header cannot be read.
  func needsOtherKey(_ file: SyncFileName) async throws -> Bool {
    do {
      _ = try await header(file)
      return false
    } catch let problem as SyncFileProblem {
      return problem == .wrongKey
    }
  }

  /// Reads the header of a file, which is not encrypted, and is authenticated only by ``read(_:)``.
  ///
  /// - Throws: A ``SyncFileProblem``, such as ``SyncFileProblem/wrongKey``; a ``SyncCarrierError``.
  package func header(_ file: SyncFileName) async throws -> SyncFileHeader {
    let header = try SyncFileHeader(try await headerBytes(of: file))
    guard header.keyFingerprint == key.fingerprint else { throw SyncFileProblem.wrongKey }
    return header
  }
}

/// An error in reading files from a folder or a server, or in writing them.
package enum SyncCarrierError: Error, Hashable {
  /// The folder does not exist, such as on a drive that is not mounted.
  case missing(path: String)
  /// The folder contains no files of filmz although it had some, such as the mount point of a drive that is not
  /// mounted.
  case emptied(path: String)
  /// The server has no schema of filmz, or the user has no rights to it.
  case noSchema(path: String)
  /// Files need another key; `file` is one of them.
  case wrongKey(path: String, file: String)
  /// Files have a version of the format that is not read any more; `file` is one of them.
  case olderVersion(path: String, file: String)
  /// The path is that of something other than a folder.
  case notAFolder(path: String)
  case unreadable(path: String, reason: String)
  /// The server cannot be reached, or does not respond.
  case serverUnreachable(path: String, reason: String)
  /// A file could not be created, written, or removed.
  case cannotWrite(path: String, reason: String)
  /// The disk or the quota of the user is full.
  case full(path: String)
  /// A file, or something else, has the name of the file to be written.
  case exists(SyncFileName)
  /// The content is too large for one file, or has too many changes.
  case contentTooLarge
  /// Files can be neither encrypted nor decrypted, because libcrypto cannot be used.
  case noLibrary(SystemLibraryError)
  /// The step of the change with this id is not in the content.
  case stepMissing(change: String)
}
