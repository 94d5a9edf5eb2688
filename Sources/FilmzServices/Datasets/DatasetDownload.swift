import FilmzDomain
import FilmzFiles
import FilmzStore
package import Foundation

/// A file of the datasets that is on this machine, whole as far as its server said.
///
/// What is in it was not looked at, but for its first two bytes.
package struct LocalDataset: Sendable, Equatable {
  package let file: URL
  /// When it was published (`Last-Modified`); if that is not given, when it was fetched.
  package let date: Date
  /// Its size.
  package let bytes: Int
}

/// The files of the IMDb datasets on this machine, fetched from where they are published.
///
/// A download that ended early leaves `NAME.part`, and the next one goes on with it. One file is
/// fetched at a time: the folder is locked meanwhile.
package struct DatasetDownload: Sendable {
  /// Where IMDb publishes its datasets (IMDb dataset documentation).
  package static let publisher = "https://datasets.imdbws.com/"

  /// The longest file that is taken: several times what the largest dataset has.
  package static let mostBytes = 4_000_000_000

  /// How far a download is.
  package struct Progress: Sendable, Equatable {
    /// Bytes that are here, with those of earlier downloads.
    package let bytes: Int
    /// Bytes of the whole file, where the server told them.
    package let total: Int?

    package init(bytes: Int, total: Int?) {
      self.bytes = bytes
      self.total = total
    }
  }

  /// How a download ended.
  package enum Outcome: Sendable, Equatable {
    /// The file here is the one that is published.
    case unchanged(LocalDataset)
    /// The file is new here; so many bytes of it came over the network in this call.
    case fetched(LocalDataset, bytes: Int)

    package var dataset: LocalDataset {
      switch self {
      case .unchanged(let dataset), .fetched(let dataset, _): dataset
      }
    }
  }

  private let folder: URL
  private let origin: DatasetAddress
  private let client: APIClient
  private let timeouts: DownloadTimeouts
  private let mostBytes: Int
  private let now: @Sendable () -> Date

  /// Downloads to a folder, which is made with the first file (mode 0700), from an address that the
  /// names are added to, with or without a slash at its end.
  package init(
    folder: URL, origin: DatasetAddress, client: APIClient,
    timeouts: DownloadTimeouts = DownloadTimeouts(), mostBytes: Int = mostBytes,
    now: @escaping @Sendable () -> Date
  ) {
    self.folder = folder
    self.origin = origin
    self.client = client
    self.timeouts = timeouts
    self.mostBytes = mostBytes
    self.now = now
  }

  /// Brings one file up to date.
  ///
  /// - Parameters:
  ///   - name: A plain file name such as `title.basics.tsv.gz`.
  ///   - progress: Told before the first bytes and after each piece of some kilobytes.
  /// - Returns: Whether it is new, and where it is.
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`, which leaves what has come.
  package func fetch(
    _ name: String, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Outcome {
    let address = origin.appending(name)
    try mapFileErrors(PrivateFile.createFolder(folder))
    guard let lock = FileLock.tryLock(folder: folder) else {
      throw DatasetError.busy(folder: folder.path(percentEncoded: false))
    }
    defer { lock.release() }
    let fetch = DatasetFetch(
      name: name, address: address, files: DatasetFiles(folder: folder, name: name),
      client: client, timeouts: timeouts, mostBytes: mostBytes, now: now, progress: progress)
    return try await fetch.outcome()
  }
}
