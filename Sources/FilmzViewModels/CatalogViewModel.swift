package import FilmzCatalog
package import FilmzDomain
import FilmzFiles
package import FilmzServices
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

  /// Which of the titles, and what of them, goes into the catalog.
  package struct Choice: Sendable, Hashable, Codable {
    /// Only titles of these types; `nil` for all but episodes and games.
    package var types: Set<MediaType>?
    package var includesEpisodes = false
    package var includesAdult = false
    /// Whether an update gets people too.
    package var includesPeople = false

    package init() {}
  }

  private let catalog: LocalCatalog
  private let datasets: URL
  private let client: APIClient
  private let path: @Sendable (String) -> String
  private let now: @Sendable () -> Date

  /// A view model over the catalog of a home.
  ///
  /// Downloaded files lie in `datasets`; `path` turns a path as typed into a real one.
  package init(
    catalog: LocalCatalog, datasets: URL, client: APIClient,
    path: @escaping @Sendable (String) -> String, now: @escaping @Sendable () -> Date
  ) {
    self.catalog = catalog
    self.datasets = datasets
    self.client = client
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
  /// - Parameters:
  ///   - server: The address that the user typed; `nil` for the publisher's.
  ///   - choice: What goes into the catalog; `nil` for what the last update took.
  ///   - context: The command that updates.
  ///   - progress: Told how far the work is.
  /// - Returns: What was made; `nil` if the catalog was made of just these files, so chosen.
  /// - Throws: ``ViewModelError/invalidDatasetServer``, ``ViewModelError/updateOffline``, and what
  ///   fetching and ``make(of:_:progress:)`` throw.
  package func update(
    from server: String?, _ choice: Choice?, in context: CommandContext,
    progress: @escaping @Sendable (Step) -> Void
  ) async throws -> Made? {
    guard let origin = DatasetAddress(server ?? DatasetDownload.publisher) else {
      throw ViewModelError.invalidDatasetServer
    }
    guard !context.isOffline else { throw ViewModelError.updateOffline }
    let choice = choice ?? lastUpdate.load()?.choice ?? Choice()
    var files: [URL] = []
    var isNew = false
    let download = DatasetDownload(folder: datasets, origin: origin, client: client, now: now)
    for kind in choice.wantedDatasets {
      let name = kind.fileName
      let outcome = try await download.fetch(name) {
        progress(.downloading(name: name, bytes: $0.bytes, total: $0.total))
      }
      files.append(outcome.dataset.file)
      if case .fetched = outcome { isNew = true }
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

extension CatalogViewModel.Choice {
  /// Whether episodes are asked for, in one way or the other.
  private var wantsEpisodes: Bool { includesEpisodes || types?.contains(.episode) ?? false }

  /// The choice as an import takes it; episodes come beside the types asked for.
  var options: CatalogImport.Options {
    var options = CatalogImport.Options()
    options.includesAdult = includesAdult
    options.includesEpisodes = wantsEpisodes
    options.types = types.map { wantsEpisodes ? $0.union([.episode]) : $0 }
    return options
  }

  /// The datasets that an update gets: people and episodes only if they are wanted, for those files are
  /// by far the largest.
  fileprivate var wantedDatasets: [DatasetKind] {
    [.basics, .ratings, .akas] + (includesPeople ? [.crew, .principals, .names] : [])
      + (wantsEpisodes ? [.episodes] : [])
  }
}
