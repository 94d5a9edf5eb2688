import FilmzFiles
import FilmzStore
import Foundation
import Glibc

/// The places of one file: `NAME`, `NAME.part` while it comes, and `NAME.json` with what is known of
/// both.
struct DatasetFiles: Sendable {
  /// Bytes of the disk that are left free.
  private static let reserve = 100_000_000

  let file: URL
  let part: URL
  private let metadataFile: JSONFile<DownloadMetadata>

  init(folder: URL, name: String) {
    file = folder.appending(path: name)
    part = folder.appending(path: name + ".part")
    metadataFile = JSONFile(url: folder.appending(path: name + ".json"))
  }

  var metadata: DownloadMetadata { metadataFile.load() ?? DownloadMetadata() }

  /// The size of the part; 0 if there is none, or something else in its place such as a symbolic link.
  var partBytes: Int {
    var status = stat()
    guard lstat(part.path(percentEncoded: false), &status) == 0, status.st_mode & S_IFMT == S_IFREG
    else { return 0 }
    return Int(status.st_size)
  }

  /// Returns the request for the file to the server at an address.
  func request(to source: String) -> ConditionalRequest {
    ConditionalRequest(
      metadata, partBytes: partBytes, wholeBytes: FileStatus(of: file)?.bytes, source: source)
  }

  /// Begins a part anew; the bytes of another version are gone before the metadata name this one.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func begin(_ version: DatasetVersion) throws -> PartialFile {
    let new = try openPart(isNew: true, for: version.bytes)
    var metadata = metadata
    metadata.part = version
    try save(metadata)
    return new
  }

  /// Opens the part for writing at its end, and empties it first if it is to be a new one.
  ///
  /// - Throws: ``DatasetError/diskFull(path:)`` if the disk has no room for a file of that size, so far
  ///   as both are known, or `StoreError`.
  func openPart(isNew: Bool = false, for total: Int?) throws -> PartialFile {
    let free = FileStatus.freeBytes(at: part.deletingLastPathComponent()) ?? Int.max
    let room = partBytes.addingReportingOverflow(max(0, free - Self.reserve))
    let mostBytes = room.overflow ? Int.max : room.partialValue
    guard total ?? 0 <= mostBytes else {
      throw DatasetError.diskFull(path: part.path(percentEncoded: false))
    }
    return try PartialFile(part, isNew: isNew, mostBytes: mostBytes)
  }

  /// Puts a part in the file's place that is whole: an earlier call ended after its last byte.
  ///
  /// - Returns: Whether there was one from that address. Throws as ``finish(_:)`` does.
  func finishWholePart(from source: String) throws -> Bool {
    let bytes = partBytes
    guard bytes > 0, let version = metadata.part, version.source == source, version.bytes == bytes
    else { return false }
    try finish(version)
    return true
  }

  /// Puts the part in the file's place, with the publisher's date where that is known.
  ///
  /// The metadata follow: if it is lost, the file is only fetched again. Throws a ``DatasetError`` or
  /// `StoreError`.
  func finish(_ version: DatasetVersion) throws {
    setDate(of: version)
    guard rename(part.path(percentEncoded: false), file.path(percentEncoded: false)) == 0 else {
      throw PartialFile.failure(file.path(percentEncoded: false))
    }
    try save(DownloadMetadata(whole: version))
  }

  /// Removes the part, which is of no use.
  func dropPart() { unlink(part.path(percentEncoded: false)) }

  /// An import tells by the file's date how old the catalog is; without one it is that of today.
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
