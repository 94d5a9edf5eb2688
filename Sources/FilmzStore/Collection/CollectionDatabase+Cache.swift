import FilmzDomain
import FilmzFiles
import GRDB

// Attaching the film cache to the collection.
extension CollectionDatabase {
  /// Attaches the film cache; a damaged file is recreated, and a cache in memory replaces a file that
  /// cannot be opened, or from which facts cannot be deleted that may not be kept any longer.
  ///
  /// Losing the cache costs time, but no data of the user.
  func attachCache(to queue: DatabaseQueue, usesFile: Bool) throws {
    let path = filmCachePath
    isDiskFullForCache = false
    try queue.inDatabase { db in
      do {
        try FilmCacheSchema.attach(
          usesFile ? path : FilmCacheSchema.memory, deletingExpiredAt: now(), to: db)
      } catch let error as DatabaseError where usesFile {
        // SQLite also reports some read errors of the disk as corruption.
        guard error.isCorruption, !PrivateFile.hasReadError(path) else {
          isDiskFullForCache =
            !error.isCorruption && StoreError(error, path: path) == .diskFull(path: path)
          return try FilmCacheSchema.attach(FilmCacheSchema.memory, to: db)
        }
        try FilmCacheSchema.attachEmptyCache(replacing: path, to: db)
        warnings.add(.damagedCache(path))
      }
    }
  }

  /// If the film cache file cannot be attached, copies its facts to the cache in memory.
  ///
  /// Lists then have facts even if nothing can be written.
  ///
  /// Does nothing if the collection can be written.
  func copyFacts(to file: CollectionFile) {
    let path = filmCachePath
    guard file.writeFailure != nil, let uri = CollectionFile.immutableURI(of: path) else { return }
    try? file.queue.inDatabase { db in
      if !FilmCacheSchema.isOnFile(db) {
        try FilmCacheSchema.copyFacts(from: uri, at: now(), db)
      }
    }
  }
}
