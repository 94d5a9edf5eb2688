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

  /// Returns the total size of files in bytes, as the server reported it at their last download to a folder, even an
  /// incomplete one; `nil` if the size of a file is unknown.
  package static func statedSize(of names: [String], in folder: URL) -> Int? {
    let sizes = names.map { name in
      let metadata = DatasetFiles(folder: folder, name: name).metadata
      return metadata.part?.bytes ?? metadata.whole?.bytes
    }
    return sizes.contains(nil) ? nil : sizes.compactMap(\.self).reduce(0, +)
  }

  private let folder: URL
  private let server: DatasetAddress
  private let client: APIClient
  var timeouts = DownloadTimeouts()
  var maximumBytes = Self.maximumBytes
  private let now: @Sendable () -> Date

  /// Creates a downloader from a server to a folder.
  ///
  /// The first download creates the folder, with mode 0700.
  package init(folder: URL, server: DatasetAddress, client: APIClient, now: @escaping @Sendable () -> Date) {
    (self.folder, self.server, self.client, self.now) = (folder, server, client, now)
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
  package func download(_ name: String, progress: @escaping @Sendable (Progress) -> Void) async throws -> Outcome {
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

/// The address of a dataset server, or of a file on it.
package struct DatasetAddress: Sendable {
  /// The URL without user name, password, and fragment.
  let url: URL
  /// The value of the `Authorization` field; `nil` if the address contains no user name.
  let authorization: String?
}

extension DatasetAddress {
  /// Parses an `http` or `https` address; a path, a trailing slash, and a user name are optional.
  ///
  /// Returns `nil` for any other string. Also returns `nil` if the path contains an `@`: the text
  /// before the `@` may be the end of a password with an unencoded slash, and messages would show it.
  package init?(_ text: String) {
    guard let url = URL(httpAddress: text), !url.path().contains("@"),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    let authorization = Self.authorization(components)
    components.user = nil
    components.password = nil
    components.fragment = nil
    guard let bareURL = components.url else { return nil }
    self.init(url: bareURL, authorization: authorization)
  }

  /// Returns the address of a file on the server.
  func appending(_ name: String) -> DatasetAddress {
    DatasetAddress(url: url.appending(path: name), authorization: authorization)
  }

  /// The name of the server in messages.
  var host: String { url.host() ?? "" }

  /// The address for messages and metadata, without the query, because a query may contain a key.
  var source: String {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.query = nil
    return components?.string ?? host
  }

  private static func authorization(_ components: URLComponents) -> String? {
    guard let user = components.user, !user.isEmpty else { return nil }
    return "Basic " + Data("\(user):\(components.password ?? "")".utf8).base64EncodedString()
  }
}
