import FilmzDomain
import FilmzFiles
import FilmzStore
package import Foundation

/// A completely downloaded dataset file.
///
/// If the server reported a size, the file has this size. The contents are not validated, except
/// for the first two bytes.
package struct LocalDataset: Sendable, Equatable {
  package let file: URL
  /// The publication date (`Last-Modified`), or the date of the download if the server reports
  /// none.
  package let date: Date
  /// The size of the file in bytes.
  package let bytes: Int
}

/// Downloads files of the IMDb datasets to a folder.
///
/// An interrupted download of `NAME` leaves a file `NAME.part`. The next download of `NAME`
/// continues that file if the server permits it. The folder is locked during a download: a second
/// download to the folder at the same time fails.
package struct DatasetDownloader: Sendable {
  /// The address where IMDb publishes its datasets (IMDb dataset documentation).
  package static let publisherAddress = "https://datasets.imdbws.com/"

  /// The maximum size of a file in bytes: several times the size of the largest dataset.
  package static let maximumBytes = 4_000_000_000

  /// The progress of a download.
  package struct Progress: Sendable, Equatable {
    /// The number of stored bytes of the file, including those that earlier downloads received.
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
    /// A new version was stored, for which this call received `bytes` bytes over the network.
    ///
    /// If earlier calls received a part of the file, `bytes` may be smaller than the file's size.
    /// If bytes were received again in a retry, it may be larger.
    case downloaded(LocalDataset, bytes: Int)

    package var dataset: LocalDataset {
      switch self {
      case .unchanged(let dataset), .downloaded(let dataset, _): dataset
      }
    }
  }

  private let folder: URL
  private let server: DatasetAddress
  private let client: APIClient
  private let timeouts: DownloadTimeouts
  private let maximumBytes: Int
  private let now: @Sendable () -> Date

  /// Creates a downloader from a server to a folder.
  ///
  /// The first download creates the folder, with mode 0700.
  package init(
    folder: URL, server: DatasetAddress, client: APIClient,
    timeouts: DownloadTimeouts = DownloadTimeouts(), maximumBytes: Int = maximumBytes,
    now: @escaping @Sendable () -> Date
  ) {
    self.folder = folder
    self.server = server
    self.client = client
    self.timeouts = timeouts
    self.maximumBytes = maximumBytes
    self.now = now
  }

  /// Downloads a file unless the stored file is the published version.
  ///
  /// - Parameters:
  ///   - name: A file name such as `title.basics.tsv.gz`.
  ///   - progress: Called before the first bytes are written and after each chunk of some
  ///     kilobytes; not called if nothing is downloaded.
  /// - Returns: The file, and whether it is a new version.
  /// - Throws: A ``DatasetError`` or `StoreError`; `CancellationError`, after which the part
  ///   remains stored.
  package func download(
    _ name: String, progress: @escaping @Sendable (Progress) -> Void
  ) async throws -> Outcome {
    let address = server.appending(name)
    try mapFileErrors(PrivateFile.createFolder(folder))
    guard let lock = FileLock.tryLock(folder: folder) else {
      throw DatasetError.busy(folder: folder.path(percentEncoded: false))
    }
    defer { lock.release() }
    let download = DatasetDownload(
      name: name, address: address, files: DatasetFiles(folder: folder, name: name),
      client: client, timeouts: timeouts, maximumBytes: maximumBytes, now: now, progress: progress)
    return try await download.run()
  }
}
