import FilmzDomain
import FilmzFiles
import FilmzStore
import Foundation
import Glibc

/// The result of a purge.
package struct PurgeResult: Sendable {
  /// The number of files that were removed.
  package var removed = 0
  /// The files that could not be removed, each with the reason.
  package var failures: [String] = []
  /// The folders that were kept because they contain other files.
  package var keptFolders: [String] = []
}

extension ViewModels {
  /// Stops `backgroundSync`, closes the databases, and removes all files of filmz; the session must end after this.
  ///
  /// - Throws: ``SyncError/busy`` if another process syncs; nothing is removed then.
  package func purge(stopping backgroundSync: BackgroundSync) async throws -> PurgeResult {
    // Waits for another process that syncs, because it would write files again.
    let lock = sync.place == nil ? nil : try await sync.locked()
    defer { withExtendedLifetime(lock) {} }
    await backgroundSync.stop()
    await browsingState.forgetAll()
    await database.close()
    return removeFiles()
  }

  /// Removes the files, and then the folders that are empty.
  ///
  /// Only regular files with the names of filmz's files are removed; no link is followed.
  private func removeFiles() -> PurgeResult {
    var result = PurgeResult()
    for (folder, isOwnFile) in folders {
      let path = folder.path(percentEncoded: false)
      guard Self.isFolder(path) else { continue }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] where isOwnFile(name) {
        var status = stat()
        let file = "\(path)/\(name)"
        guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
        if unlink(file) == 0 {
          result.removed += 1
        } else {
          result.failures.append("\(file): \(String.systemError)")
        }
      }
      if rmdir(path) != 0, [ENOTEMPTY, EEXIST].contains(errno) { result.keptFolders.append(path) }
    }
    return result
  }

  /// Returns whether both a path and its parent are folders, and not links.
  private static func isFolder(_ path: String) -> Bool {
    [path, URL(filePath: path).deletingLastPathComponent().path].allSatisfy { path in
      var status = stat()
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The folders of filmz, inner ones first, each with a function that returns whether a name is that of filmz's files.
  private var folders: [(URL, (String) -> Bool)] {
    let inner: [(URL, (String) -> Bool)] = [
      (paths.backups, { $0.wholeMatch(of: Self.backup) != nil }),
      (paths.datasets, { $0.wholeMatch(of: Self.dataset) != nil }),
    ]
    let settings = paths.configFolder.map { [$0.appending(path: "config.toml")] } ?? []
    let files = Dictionary(grouping: settings + Self.files(paths)) { $0.deletingLastPathComponent() }
    let outer = files.map { folder, files in
      (folder, { name in files.contains { Self.belongs(name, to: $0.lastPathComponent) } })
    }
    let parents = Set(outer.map { $0.0.deletingLastPathComponent() })
    // With --home, all folders are in one folder, which is filmz's own too.
    let home: [(URL, (String) -> Bool)] =
      parents.count == 1 && outer.count > 1 ? parents.map { ($0, { _ in false }) } : []
    return inner + outer.sorted { $0.0.path < $1.0.path } + home
  }

  private static func files(_ paths: Paths) -> [URL] {
    [
      paths.sync, paths.collection, paths.catalog, paths.filmCache, paths.recordIndex, paths.importedRecordIndex,
      paths.session, paths.discover, paths.lastQuery, paths.installation, paths.damage, paths.history, paths.requests,
      paths.settingsWarnings, paths.pin, paths.log, paths.syncState, paths.syncLock,
    ]
  }

  /// Returns whether a name is that of a file, or of a file that belongs to it, such as its log or its temporary files.
  private static func belongs(_ name: String, to file: String) -> Bool {
    guard name.hasPrefix(file) else { return false }
    let ending = name.dropFirst(file.count)
    return ["", "-wal", "-shm", "-journal", ".new", ".lock", ".1"].contains(ending)
      || ending.wholeMatch(of: temporary) != nil
  }

  // Computed, because a `Regex` is not `Sendable`.
  private static var temporary: Regex<Substring> { /\.(?:filmz-)?[0-9a-z]+\.new/ }
  private static var backup: Regex<Substring> {
    /(?:\d{4}-\d\d-\d\d|[a-z]+-\d{8}T\d{6}Z)(?:-\d+)?\.sqlite(?:-wal|-shm|-journal|\.new)?/
  }
  private static var dataset: Regex<Substring> { /(?:title|name)\.[a-z]+\.tsv.*/ }
}
