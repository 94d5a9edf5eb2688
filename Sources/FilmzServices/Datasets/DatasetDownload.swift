import FilmzDomain
import FilmzFiles
import FilmzStore
package import Foundation

/// A completely downloaded dataset file.
///
/// Its size matches the size that the server reported, if any. The contents are not validated, except
/// for the first two bytes.
package struct LocalDataset: Sendable, Equatable {
  package let file: URL
  /// The publication date (`Last-Modified`), or the date of the download if the server reports none.
  package let date: Date
  /// The size of the file.
  package let bytes: Int
}

/// Downloads files of the IMDb datasets to a folder.
///
/// An interrupted download leaves a file `NAME.part`, which the next download continues. The folder is
/// locked during a download, so only one file is downloaded at a time.
package struct DatasetDownload: Sendable {
  /// The address where IMDb publishes its datasets (IMDb dataset documentation).
  package static let publisher = "https://datasets.imdbws.com/"

  /// The maximum size of a file: several times the size of the largest dataset.
  package static let maximumBytes = 4_000_000_000

  /// The progress of a download.
  package struct Progress: Sendable, Equatable {
    /// The number of stored bytes, including those of earlier downloads.
    package let bytes: Int
    /// The size of the complete file in bytes; `nil` if the server did not report it.
    package let total: Int?

    package init(bytes: Int, total: Int?) {
      self.bytes = bytes
      self.total = total
    }
  }

  /// The outcome of a download.
  package enum Outcome: Sendable, Equatable {
    /// The stored file is the published version.
    case unchanged(LocalDataset)
    /// A new version was downloaded; this call received `bytes` bytes of it over the network.
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
  private let maximumBytes: Int
  private let now: @Sendable () -> Date

  /// Creates a download from the address of a server to a folder.
  ///
  /// The folder is created with the first file (mode 0700).
  package init(
    folder: URL, origin: DatasetAddress, client: APIClient,
    timeouts: DownloadTimeouts = DownloadTimeouts(), maximumBytes: Int = maximumBytes,
    now: @escaping @Sendable () -> Date
  ) {
    self.folder = folder
    self.origin = origin
    self.client = client
    self.timeouts = timeouts
    self.maximumBytes = maximumBytes
    self.now = now
  }

  /// Downloads a file if a newer version has been published.
  ///
  /// - Parameters:
  ///   - name: A file name such as `title.basics.tsv.gz`.
  ///   - progress: Called before the first bytes and after each chunk of some kilobytes.
  /// - Returns: The file, and whether it was downloaded.
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`, after which the received bytes
  ///   remain stored.
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
      client: client, timeouts: timeouts, maximumBytes: maximumBytes, now: now, progress: progress)
    return try await fetch.outcome()
  }
}
