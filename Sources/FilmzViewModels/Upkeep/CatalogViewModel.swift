import FilmzCatalog
package import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import Foundation

/// Imports, updates, and removes the catalog of IMDb's datasets.
package struct CatalogViewModel: ViewModel {
  let viewModels: ViewModels

  /// The progress of an import or update.
  package enum ImportProgress: Sendable, Hashable {
    /// A file is being downloaded; `total` is the size of the file in bytes, or `nil` if it is unknown.
    case downloading(name: String, bytes: Int, total: Int?)
    /// A file is being read; the numbers are sums over all files of the import.
    case reading(name: String, lines: Int, bytes: Int, total: Int)
    /// The index is being written; `lines` is the number of lines read from all files.
    case indexing(lines: Int)
  }

  /// The imported catalog, and the duration of the import in seconds.
  package typealias ImportResult = (info: CatalogInfo, seconds: Double)

  /// The titles and the kinds of data that an import includes in the catalog.
  package struct ImportSelection: Sendable, Hashable, Codable {
    /// The types of titles to include; `nil` for all types except episodes and games.
    package var types: Set<MediaType>?
    package var includesEpisodes = false
    package var includesAdult = false
    /// `true` to also download crews and casts in an update.
    package var includesPeople = false

    package init() {}
  }

  private var datasetFolder: URL { paths.datasets }

  // MARK: - Commands

  /// Returns information about the imported catalog, or `nil` if there is none.
  ///
  /// - Throws: ``FilmzCatalog/CatalogError``.
  package func info() async throws -> CatalogInfo? { try await viewModels.localCatalog.info() }

  /// Returns whether a catalog is imported.
  package func isImported() async -> Bool { await viewModels.localCatalog.isImported() }

  /// Imports local dataset files, and replaces the catalog; a path may be that of a file or of a folder with dataset
  /// files.
  ///
  /// - Throws: ``FilmzCatalog/CatalogError``, `CancellationError`; the previous catalog is kept
  ///   then.
  package func importFiles(
    _ paths: [String], _ selection: ImportSelection, progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportResult { try await importCatalog(from: paths.map(expandPath), selection, progress) }

  /// Downloads the dataset files that have changed, and imports all dataset files unless the
  /// catalog is up to date.
  ///
  /// - Parameters:
  ///   - server: The address of the server, as typed by the user; `nil` for the publisher's server.
  ///   - selection: The titles and data to include; `nil` for the selection of the last update or,
  ///     if there was no update, the default selection.
  ///   - context: The context of the command.
  ///   - progress: Called with the progress.
  /// - Returns: The result of the import; `nil` if the catalog is up to date.
  /// - Throws: ``ViewModelError/invalidDatasetServer``, ``ViewModelError/updateOffline``, and the
  ///   errors of downloads and of ``importFiles(_:_:progress:)``.
  package func update(
    from server: String?, _ selection: ImportSelection?, in context: CommandContext,
    progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportResult? {
    guard let serverAddress = DatasetAddress(server ?? DatasetDownloader.publisherAddress) else {
      throw ViewModelError.invalidDatasetServer
    }
    guard !context.isOffline else { throw ViewModelError.updateOffline }
    let selection = selection ?? lastUpdateFile.load()?.selection ?? ImportSelection()
    var files: [URL] = []
    var hasNewFiles = false
    let downloader = DatasetDownloader(
      folder: datasetFolder, server: serverAddress, client: viewModels.client, now: now)
    for kind in selection.requiredDatasets {
      let name = kind.fileName
      let outcome = try await downloader.download(name) {
        progress(.downloading(name: name, bytes: $0.bytes, total: $0.total))
      }
      files.append(outcome.dataset.file)
      if case .downloaded = outcome { hasNewFiles = true }
    }
    if !hasNewFiles, await isCatalogImported(from: files, selection) { return nil }
    let paths = files.map { $0.path(percentEncoded: false) }
    let result = try await importDownloads(paths, selection, progress)
    // If the file cannot be saved, the next update imports the datasets again although they have not changed.
    try? lastUpdateFile.save(LastUpdate(selection: selection, importedAt: result.info.importedAt))
    return result
  }

  /// The size in bytes of the files that ``update(from:_:in:progress:)`` downloads by default: as their server stated it
  /// at the last download or, before a download, as measured.
  package var downloadSize: Int {
    DatasetDownloader.statedSize(of: ImportSelection().requiredDatasets.map(\.fileName), in: datasetFolder)
      ?? Self.measuredDownloadSize
  }

  /// The size at the publisher's server of titles, ratings and local titles, as measured and rounded up; it grows slowly.
  package static let measuredDownloadSize = 700_000_000

  /// Returns whether there is an imported catalog, or a folder with downloaded files.
  package func hasCatalogOrDownloads() async -> Bool {
    let downloads = try? FileManager.default.contentsOfDirectory(atPath: datasetFolder.path(percentEncoded: false))
    return await viewModels.localCatalog.isImported() || downloads?.isEmpty == false
  }

  /// Removes the imported catalog and the folder of downloads.
  ///
  /// - Returns: `true` if there was a catalog or a folder of downloads.
  /// - Throws: ``FilmzServices/DatasetError/busy(folder:)``, in which case nothing is removed;
  ///   ``FilmzCatalog/CatalogError/cannotWrite(path:reason:)``.
  package func remove() async throws -> Bool {
    let hasDownloads = FileManager.default.fileExists(atPath: datasetFolder.path(percentEncoded: false))
    if hasDownloads { try removeDownloads() }
    return try await viewModels.localCatalog.remove() || hasDownloads
  }

  // MARK: - Imports

  /// Imports downloaded files; removes a damaged file, so that the next update downloads it again.
  private func importDownloads(
    _ paths: [String], _ selection: ImportSelection, _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportResult {
    do {
      return try await importCatalog(from: paths, selection, progress)
    } catch CatalogError.badFile(let name, let line, let problem) {
      // A failure to remove the file is ignored: the error names the file, so that the user can remove it.
      try? FileManager.default.removeItem(at: datasetFolder.appending(path: name))
      throw CatalogError.badFile(name: name, line: line, problem: problem)
    }
  }

  private func importCatalog(
    from paths: [String], _ selection: ImportSelection, _ progress: @escaping @Sendable (ImportProgress) -> Void
  ) async throws -> ImportResult {
    let start = ContinuousClock.now
    let catalogImport = CatalogImport(
      paths: paths, options: selection.options, into: viewModels.localCatalog.file, now: now)
    let info = try await catalogImport.run { progress(ImportProgress($0)) }
    return (info, start.duration(to: .now).seconds)
  }

  /// Returns whether the catalog is the result of the last update, with the same selection, and the files have not changed
  /// since.
  private func isCatalogImported(from files: [URL], _ selection: ImportSelection) async -> Bool {
    guard let lastUpdate = lastUpdateFile.load(), lastUpdate.selection == selection,
      let info = try? await viewModels.localCatalog.info(),
      abs(info.importedAt.timeIntervalSince(lastUpdate.importedAt)) < 1, info.files.count == files.count
    else { return false }
    return files.allSatisfy { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      guard let date = values?.contentModificationDate else { return false }
      return info.files.contains { $0.name == file.lastPathComponent && abs($0.date.timeIntervalSince(date)) < 1 }
    }
  }

  private var lastUpdateFile: JSONFile<LastUpdate> { JSONFile(url: datasetFolder.appending(path: "last-update.json")) }

  private func removeDownloads() throws {
    let path = datasetFolder.path(percentEncoded: false)
    guard let lock = FileLock.tryLock(folder: datasetFolder) else { throw DatasetError.busy(folder: path) }
    defer { lock.release() }
    do {
      try FileManager.default.removeItem(at: datasetFolder)
    } catch CocoaError.fileNoSuchFile {
      // Another process has removed the folder.
    } catch {
      throw CatalogError.cannotWrite(path: path, reason: "its files cannot be removed")
    }
  }
}

/// The selection of the last update, and the time of its import.
private struct LastUpdate: Codable, Sendable {
  let selection: CatalogViewModel.ImportSelection
  let importedAt: Date

  private enum CodingKeys: String, CodingKey {
    case selection = "choice"
    case importedAt
  }
}

extension CatalogViewModel.ImportProgress {
  fileprivate init(_ progress: CatalogImport.Progress) {
    self =
      if let name = progress.file {
        .reading(name: name, lines: progress.rows, bytes: progress.bytes, total: progress.totalBytes)
      } else {
        .indexing(lines: progress.rows)
      }
  }
}

extension CatalogViewModel.ImportSelection {
  /// `true` if ``includesEpisodes`` is set, or episodes are one of the types.
  private var hasEpisodes: Bool { includesEpisodes || types?.contains(.episode) ?? false }

  /// The options of the import; their types, if there are any, contain the type of episodes if episodes are included.
  var options: CatalogImport.Options {
    var options = CatalogImport.Options()
    options.includesAdult = includesAdult
    options.includesEpisodes = hasEpisodes
    options.types = types.map { hasEpisodes ? $0.union([.episode]) : $0 }
    return options
  }

  /// The datasets that an update downloads.
  ///
  /// The datasets of people and of episodes, which are by far the largest, are downloaded only if they are included.
  fileprivate var requiredDatasets: [DatasetKind] {
    [.basics, .ratings, .akas] + (includesPeople ? [.crew, .principals, .names] : []) + (hasEpisodes ? [.episodes] : [])
  }
}
