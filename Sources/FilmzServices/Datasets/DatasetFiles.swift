package import FilmzDomain
package import FilmzFiles
import FilmzStore
import Foundation

/// The files of one download: `NAME`, the complete file; `NAME.part`, the part that has been
/// received so far; and `NAME.json`, the metadata of both.
struct DatasetFiles: Sendable {
  /// The number of bytes that a download leaves free on the disk.
  private static let minimumFreeBytes = 100_000_000

  let file: URL
  let part: URL
  private let metadataFile: JSONFile<DownloadMetadata>

  init(folder: URL, name: String) {
    file = folder.appending(path: name)
    part = folder.appending(path: name + ".part")
    metadataFile = JSONFile(url: folder.appending(path: name + ".json"))
  }

  /// The metadata that is stored now; empty if there is no readable metadata file.
  var metadata: DownloadMetadata { metadataFile.load() ?? DownloadMetadata() }

  /// The size of the part; 0 if the part does not exist or is not a regular file.
  var partBytes: Int {
    var status = stat()
    guard lstat(part.path(percentEncoded: false), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
    return Int(status.st_size)
  }

  /// Returns the request for the file at `source`, an address as in ``DatasetVersion/source``.
  func request(to source: String) -> ConditionalRequest {
    ConditionalRequest(metadata, partBytes: partBytes, wholeBytes: FileStatus(of: file)?.bytes, source: source)
  }

  /// Creates an empty part for a version, replacing any existing part.
  ///
  /// The part is emptied before the metadata is saved, so that the metadata never describes bytes
  /// of another version.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func createPart(of version: DatasetVersion) throws -> PartialFile {
    let newPart = try openPart(isNew: true, for: version.bytes)
    var metadata = metadata
    metadata.part = version
    try save(metadata)
    return newPart
  }

  /// Opens the part for appending; empties it first if `isNew` is `true`.
  ///
  /// - Throws: ``DatasetError/diskFull(path:)`` if a file of `total` bytes would leave less than
  ///   ``minimumFreeBytes`` free; `StoreError`.
  func openPart(isNew: Bool = false, for total: Int?) throws -> PartialFile {
    let freeBytes = FileStatus.freeBytes(at: part.deletingLastPathComponent()) ?? Int.max
    let sum = partBytes.addingReportingOverflow(max(0, freeBytes - Self.minimumFreeBytes))
    let capacity = sum.overflow ? Int.max : sum.partialValue
    guard total ?? 0 <= capacity else { throw DatasetError.diskFull(path: part.path(percentEncoded: false)) }
    return try PartialFile(part, isNew: isNew, capacity: capacity)
  }

  /// Replaces the file with the part if the part is complete and comes from `source`.
  ///
  /// A part can be complete if an earlier download ended between writing the last byte and
  /// replacing the file.
  ///
  /// - Returns: Whether there was a complete part from this source.
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func publishCompletePart(from source: String) throws -> Bool {
    let bytes = partBytes
    guard bytes > 0, let version = metadata.part, version.source == source, version.bytes == bytes else { return false }
    try publish(version)
    return true
  }

  /// Atomically replaces the file with the part, after setting the date of the part to the
  /// publication date if that is known.
  ///
  /// The metadata is saved last. If the process ends before that, the next download receives the
  /// complete file again.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func publish(_ version: DatasetVersion) throws {
    setDate(of: version)
    guard rename(part.path(percentEncoded: false), file.path(percentEncoded: false)) == 0 else {
      throw PartialFile.failure(file.path(percentEncoded: false))
    }
    try save(DownloadMetadata(whole: version))
  }

  /// Removes the part.
  func removePart() { unlink(part.path(percentEncoded: false)) }

  /// Sets the modification date of the part to the publication date, if the server reported one.
  ///
  /// An import derives the age of the catalog from the date of the file.
  private func setDate(of version: DatasetVersion) {
    let seconds = version.date.timeIntervalSince1970.rounded(.down)
    guard version.lastModified != nil, let seconds = Int(exactly: seconds) else { return }
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, part.path(percentEncoded: false), [time, time], AT_SYMLINK_NOFOLLOW)
  }

  private func save(_ metadata: DownloadMetadata) throws {
    do {
      try metadataFile.save(metadata)
    } catch StoreError.diskFull(let path, _) {
      throw DatasetError.diskFull(path: path)
    }
  }
}

/// An error in downloading files of the IMDb datasets.
///
/// The messages contain no text sent by a server.
package enum DatasetError: UserFacingError, Equatable {
  case missing(host: String, file: String)
  case refused(host: String, file: String, status: Int)
  case transferFailed(host: String, file: String, cause: String, canResume: Bool)
  case missingLibrary(SystemLibraryError)
  case notGzip(host: String, file: String)
  case tooLarge(host: String, file: String, maximumBytes: Int)
  case busy(folder: String)
  case diskFull(path: String)

  package var message: String {
    switch self {
    case .missing(let host, let file): "\(host) has no \(file); try again later"
    case .refused(let host, let file, let status): "\(host): \(file): HTTP status \(status); try again later"
    case .transferFailed(let host, let file, let cause, let canResume):
      (cause.contains(host) ? "" : "\(host): ") + "\(file): \(cause); "
        + (canResume ? "try again to resume the download" : "check the connection and try again")
    case .missingLibrary(let error): error.message
    case .notGzip(let host, let file):
      "\(host): \(file): the response is not a gzip file; check the address, and whether the"
        + " network requires a login"
    case .tooLarge(let host, let file, let maximumBytes):
      "\(host): \(file) is larger than \(ByteCount.text(maximumBytes)), too large for a dataset; check the address"
    case .busy(let folder): "another filmz is writing to \(folder); try again when it has finished"
    case .diskFull(let path): "no space left for \(path); free some space and try again to resume the download"
    }
  }

  package var remedy: Remedy? { if case .missing = self { .useAnotherDatasetServer } else { nil } }

  package var exitCategory: ExitCategory {
    switch self {
    case .missing, .refused, .transferFailed, .missingLibrary, .notGzip, .tooLarge: .unavailable
    case .busy: .failed
    case .diskFull: .inputOutput
    }
  }
}
