package import FilmzCatalog
package import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
package import Foundation

/// Looking after the catalog that is made of IMDb's datasets.
package struct CatalogViewModel: Sendable {
  /// How far a long work is.
  package enum Step: Sendable, Hashable {
    case downloading(name: String, bytes: Int, total: Int?)
    /// Files are read; lines and bytes are those of all of them.
    case reading(name: String, lines: Int, bytes: Int, total: Int)
    case indexing(lines: Int)
  }

  /// A catalog that was made.
  package struct Made: Sendable {
    package let info: CatalogInfo
    package let seconds: Double
  }

  /// Gets one file of the datasets, unless it lies here unchanged.
  package typealias Fetch =
    @Sendable (
      _ name: String, _ origin: URL,
      _ progress: @escaping @Sendable (_ bytes: Int, _ total: Int?) -> Void
    ) async throws -> (file: URL, isUnchanged: Bool)

  /// Where IMDb publishes its datasets (IMDb non-commercial datasets).
  package static let publisher = DatasetDownload.publisher

  /// The address that a user typed to get the files from.
  ///
  /// - Throws: ``FilmzServices/DatasetError/notAnAddress`` for what is no address of a web server.
  package static func origin(_ text: String) throws -> URL { try DatasetDownload.origin(text) }

  private let catalog: LocalCatalog
  private let datasets: URL
  private let fetch: Fetch
  private let path: @Sendable (String) -> String
  private let now: @Sendable () -> Date

  /// A view model over the catalog of a home.
  ///
  /// Downloaded files lie in `datasets`; `path` turns a path as typed into a real one.
  package init(
    catalog: LocalCatalog, datasets: URL, fetch: @escaping Fetch,
    path: @escaping @Sendable (String) -> String, now: @escaping @Sendable () -> Date
  ) {
    self.catalog = catalog
    self.datasets = datasets
    self.fetch = fetch
    self.path = path
    self.now = now
  }

  // MARK: - What the user does

  /// What the imported catalog holds, if there is one.
  ///
  /// - Throws: ``FilmzCatalog/CatalogError``.
  package func info() async throws -> CatalogInfo? { try await catalog.info() }

  /// Makes the catalog of files that lie here: of a folder, or of single ones.
  ///
  /// - Throws: ``FilmzCatalog/CatalogError``, `CancellationError`; the catalog of before stays then.
  package func make(
    of paths: [String], _ choice: Choice, progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made {
    try await made(of: paths.map(path), choice, progress)
  }

  /// Gets the files that are new, and makes the catalog of them.
  ///
  /// Without a choice that of the last update counts.
  ///
  /// - Returns: What was made; nothing where the catalog was made of just these files, so chosen.
  /// - Throws: ``ViewModelError/updateOffline``, and what fetching and ``make(of:_:progress:)`` throw.
  package func update(
    from origin: URL, _ choice: Choice?, offline: Bool, progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made? {
    guard !offline else { throw ViewModelError.updateOffline }
    let choice = choice ?? lastUpdate.load()?.choice ?? Choice()
    var files: [URL] = []
    var isNew = false
    for name in DatasetNames.wanted(choice) {
      let found = try await fetch(name, origin) { bytes, total in
        progress(.downloading(name: name, bytes: bytes, total: total))
      }
      files.append(found.file)
      isNew = isNew || !found.isUnchanged
    }
    if !isNew, await isMade(of: files, choice) { return nil }
    let paths = files.map { $0.path(percentEncoded: false) }
    let made = try await madeOfDownloads(paths, choice, progress)
    // Where it cannot be written, the next update imports once more than it must.
    try? lastUpdate.save(LastUpdate(choice: choice, importedAt: made.info.importedAt))
    return made
  }

  /// Whether there is an imported catalog, or something that was downloaded for one.
  package func isThere() async -> Bool {
    let hasDownloads = FileManager.default.fileExists(atPath: datasets.path(percentEncoded: false))
    return await catalog.isImported() || hasDownloads
  }

  /// Removes the imported catalog, and what was downloaded for it.
  ///
  /// - Returns: Whether there was anything.
  /// - Throws: ``FilmzServices/DatasetError/busy(folder:)``, and nothing is removed then;
  ///   ``FilmzCatalog/CatalogError/cannotWrite(path:reason:)``.
  package func remove() async throws -> Bool {
    let hasDownloads = FileManager.default.fileExists(atPath: datasets.path(percentEncoded: false))
    if hasDownloads { try removeDownloads() }
    return try await catalog.remove() || hasDownloads
  }

  // MARK: - Making

  /// What was downloaded and is damaged is fetched whole the next time.
  private func madeOfDownloads(
    _ paths: [String], _ choice: Choice, _ progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made {
    do {
      return try await made(of: paths, choice, progress)
    } catch CatalogError.badFile(let name, let line, let problem) {
      // Where it cannot be removed, the error names it all the same.
      try? FileManager.default.removeItem(at: datasets.appending(path: name))
      throw CatalogError.badFile(name: name, line: line, problem: problem)
    }
  }

  private func made(
    of paths: [String], _ choice: Choice, _ progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made {
    let start = ContinuousClock.now
    let work = CatalogImport(
      paths: paths, options: choice.options, into: catalog.file, now: now)
    let info = try await work.run { progress(Step($0)) }
    return Made(info: info, seconds: start.duration(to: .now).seconds)
  }

  /// Whether the catalog that is here was made of these files, as they are, by an update so chosen.
  private func isMade(of files: [URL], _ choice: Choice) async -> Bool {
    guard let last = lastUpdate.load(), last.choice == choice, let info = try? await catalog.info(),
      abs(info.importedAt.timeIntervalSince(last.importedAt)) < 1, info.files.count == files.count
    else { return false }
    return files.allSatisfy { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      guard let date = values?.contentModificationDate else { return false }
      return info.files.contains {
        $0.name == file.lastPathComponent && abs($0.date.timeIntervalSince(date)) < 1
      }
    }
  }

  private var lastUpdate: JSONFile<LastUpdate> {
    JSONFile(url: datasets.appending(path: "last-update.json"))
  }

  private func removeDownloads() throws {
    let path = datasets.path(percentEncoded: false)
    guard let lock = FileLock.tryLock(folder: datasets) else {
      throw DatasetError.busy(folder: path)
    }
    defer { lock.release() }
    do {
      try FileManager.default.removeItem(at: datasets)
    } catch CocoaError.fileNoSuchFile {
      // Somebody else removed it meanwhile.
    } catch {
      throw CatalogError.cannotWrite(path: path, reason: "its files cannot be removed")
    }
  }
}

/// How a catalog came about that an update made.
private struct LastUpdate: Codable, Sendable {
  let choice: CatalogViewModel.Choice
  let importedAt: Date
}

extension CatalogViewModel.Step {
  fileprivate init(_ progress: CatalogImport.Progress) {
    self =
      if let name = progress.file {
        .reading(
          name: name, lines: progress.rows, bytes: progress.bytes, total: progress.allBytes)
      } else {
        .indexing(lines: progress.rows)
      }
  }
}
