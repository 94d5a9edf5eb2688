import FilmzFiles
import FilmzStore
import Foundation
import Glibc

/// The places of one file: `NAME`, `NAME.part` while it comes, and `NAME.json` with what is known of
/// both.
struct DatasetFiles: Sendable {
  let file: URL
  let part: URL
  private let metadataFile: JSONFile<DownloadMetadata>

  init(folder: URL, name: String) {
    file = folder.appending(path: name)
    part = folder.appending(path: name + ".part")
    metadataFile = JSONFile(url: folder.appending(path: name + ".json"))
  }

  var metadata: DownloadMetadata { metadataFile.load() ?? DownloadMetadata() }

  var partBytes: Int { FileStatus(of: part)?.bytes ?? 0 }

  /// Returns the request for the file to the server at an address.
  func request(to source: String) -> ConditionalRequest {
    ConditionalRequest(
      metadata, partBytes: partBytes, wholeBytes: FileStatus(of: file)?.bytes, source: source)
  }

  /// Begins a part anew; the bytes of another version are gone before the metadata name this one.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func begin(_ version: DatasetVersion) throws -> PartialFile {
    let new = try PartialFile(part, isNew: true)
    var metadata = metadata
    metadata.part = version
    try save(metadata)
    return new
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
    utimensat(AT_FDCWD, part.path(percentEncoded: false), [time, time], 0)
  }

  private func save(_ metadata: DownloadMetadata) throws {
    do {
      try metadataFile.save(metadata)
    } catch StoreError.diskFull(let path, _) {
      throw DatasetError.diskFull(path: path)
    }
  }
}
