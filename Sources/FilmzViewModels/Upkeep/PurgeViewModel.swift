package import FilmzDomain
import FilmzFiles
package import FilmzServices
package import FilmzStore
import Foundation
import Glibc

/// Removes the files that filmz has created in a home.
package struct PurgeViewModel: Sendable {
  /// The numbers of removed files and the problems of a purge.
  package struct Result: Sendable {
    /// The number of files that were removed.
    package var removed = 0
    /// The files that could not be removed, each with the reason.
    package var failures: [String] = []
    /// The folders that contain something else, and were kept.
    package var keptFolders: [String] = []
  }

  private let paths: Paths
  private let database: CollectionDatabase

  package init(paths: Paths, database: CollectionDatabase) {
    self.paths = paths
    self.database = database
  }

  /// Removes the files, and the folders that are empty then.
  ///
  /// Only regular files with the names of filmz's files are removed; no link is followed.
  package func purge() async -> Result {
    await database.close()
    var result = Result()
    for (folder, isOurs) in folders {
      let path = folder.path(percentEncoded: false)
      guard Self.isFolder(path) else { continue }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
      where isOurs(name) {
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

  /// Returns whether a path is a folder, and neither it nor the folder around it a link.
  private static func isFolder(_ path: String) -> Bool {
    [path, URL(filePath: path).deletingLastPathComponent().path].allSatisfy { path in
      var status = stat()
      let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
      return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
  }

  /// The folders, inner ones first, each with the test of the names of its files.
  private var folders: [(URL, (String) -> Bool)] {
    let inner: [(URL, (String) -> Bool)] = [
      (paths.backups, { $0.wholeMatch(of: Self.backup) != nil }),
      (paths.datasets, { $0.wholeMatch(of: Self.dataset) != nil }),
    ]
    let settings = paths.configFolder.map { [$0.appending(path: "config.toml")] } ?? []
    let files = Dictionary(grouping: settings + Self.files(paths)) {
      $0.deletingLastPathComponent()
    }
    let outer = files.map { folder, files in
      (folder, { name in files.contains { Self.belongs(name, to: $0.lastPathComponent) } })
    }
    let parents = Set(outer.map { $0.0.deletingLastPathComponent() })
    // With --home, all folders are in one, which is filmz's own.
    let home: [(URL, (String) -> Bool)] =
      parents.count == 1 && outer.count > 1 ? parents.map { ($0, { _ in false }) } : []
    return inner + outer.sorted { $0.0.path < $1.0.path } + home
  }

  private static func files(_ paths: Paths) -> [URL] {
    [
      paths.sync, paths.collection, paths.catalog, paths.filmCache, paths.recordIndex,
      paths.importedRecordIndex, paths.session, paths.discover, paths.lastQuery,
      paths.installation, paths.damage, paths.history, paths.requests, paths.settingsWarnings,
      paths.kidsPIN, paths.log, paths.syncState, paths.syncLock,
    ]
  }

  /// Returns whether a name is that of a file, or of one that belongs to it, such as its log or a temporary file.
  private static func belongs(_ name: String, to file: String) -> Bool {
    guard name.hasPrefix(file) else { return false }
    let ending = name.dropFirst(file.count)
    return ["", "-wal", "-shm", "-journal", ".new", ".lock", ".1"].contains(ending)
      || ending.wholeMatch(of: temporary) != nil
  }

  // Regexes are not `Sendable`.
  private static var temporary: Regex<Substring> { /\.(?:filmz-)?[0-9a-z]+\.new/ }
  private static var backup: Regex<Substring> {
    /(?:\d{4}-\d\d-\d\d|[a-z]+-\d{8}T\d{6}Z)(?:-\d+)?\.sqlite(?:-wal|-shm|-journal|\.new)?/
  }
  private static var dataset: Regex<Substring> { /(?:title|name)\.[a-z]+\.tsv.*/ }
}

/// Data of the user that a reset removes if the user confirms it.
package struct ResetData: Sendable {
  let scope: ResetScope
  let groups: [ResetGroup]

  package var isEmpty: Bool { groups.isEmpty }

  /// The number of subjects of each kind, with the noun for one of them.
  package var counts: [(noun: String, count: Int)] { groups.map { ($0.noun, $0.ids.count) } }
}

/// Removes all of the user's data of some kinds.
package struct ResetViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase

  package init(services: FilmServices, database: CollectionDatabase) {
    self.services = services
    self.database = database
  }

  /// Returns the data that a reset would remove now.
  package func data(of scope: ResetScope) async throws -> ResetData {
    ResetData(
      scope: scope, groups: try await database.openForReading().collection.groups(of: scope))
  }

  /// Removes data in one step.
  ///
  /// A film of the watchlist that has been watched since the data was read is kept.
  ///
  /// - Returns: The films that had the data, as they are now.
  package func remove(_ data: ResetData, in context: CommandContext) async throws -> [FilmItem] {
    let stores = try await database.openForWriting(at: context.now)
    let records = data.films(.record)
    let others = data.films(.entry) + data.films(.skip)
    let films = others + Set(records).subtracting(others).sorted()
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let items = try await assembler.collectionItems(films)
    try await stores.collection.apply(context.line, at: context.now) { transaction in
      for group in data.groups {
        try transaction.delete(group, keepingSeenFilms: data.scope == .watchlist)
      }
    }
    let entries = try await stores.collection.entries(films)
    let facts = await services.lookup.localFilms(records)
    let commentCounts = try await stores.collection.commentCounts(of: films)
    return items.map { item in
      var item = item
      item.film = facts[item.id] ?? item.film
      item.entry = entries[item.id]
      item.skip = nil
      item.commentCount = commentCounts[item.id] ?? 0
      return item
    }
  }
}

extension ResetData {
  /// The films with subjects of a kind that has ids of films.
  fileprivate func films(_ kind: Change.Subject.Kind) -> [FilmID] {
    groups.filter { $0.kind == kind }.flatMap { $0.ids.map(FilmID.init(unchecked:)) }
  }
}
