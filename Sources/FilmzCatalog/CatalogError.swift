package import FilmzDomain
import GRDB

/// An error that occurs when a catalog is imported, read, or removed.
package enum CatalogError: UserFacingError, Equatable {
  /// A dataset file cannot be imported.
  ///
  /// Lines count from 1; `line` is `nil` if the problem is not in a particular line.
  case badFile(name: String, line: Int?, problem: String)
  /// A path to import from does not exist, cannot be read, or is neither a file nor a folder.
  case unusablePath(path: String, reason: String)
  /// None of the paths is, or contains, the required dataset file `missing`; `path` is the first of them.
  case noDatasets(path: String, missing: String)
  /// A dataset file, a temporary file, or the catalog cannot be read.
  case cannotRead(name: String, reason: String)
  /// A file or folder of the import cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The catalog cannot be stored in its folder, for example because the disk is full.
  case unusableFolder(path: String, reason: String)
  /// Another process is importing or removing a catalog.
  case busy
  /// The file is damaged, is not a catalog, or was written by an older version of filmz.
  case damaged(path: String)
  /// The catalog was written by a newer version of filmz.
  case newer(path: String)
  /// The search names people, but the catalog was imported without them.
  case peopleMissing
  /// A search would have to sort more titles by name than this limit.
  case tooManyToSort(Int)

  package var message: String {
    switch self {
    case .badFile(let name, let line, let problem):
      "\(name)\(line.map { ", line \($0)" } ?? ""): \(problem); the catalog was not changed"
    case .unusablePath(let path, let reason): "cannot read \(path): \(reason)"
    case .noDatasets(let path, let missing): "\(path) has no \(missing); get it from https://datasets.imdbws.com/"
    case .cannotRead(let name, let reason): "cannot read \(name): \(reason)"
    case .cannotWrite(let path, let reason), .unusableFolder(let path, let reason): "cannot write \(path): \(reason)"
    case .busy: "another filmz is importing a catalog; try again when it has finished"
    case .damaged(let path): "\(path) is damaged or not a catalog"
    case .newer(let path): "\(path) was written by a newer filmz; update filmz, or import the catalog again"
    case .peopleMissing: "the catalog does not include people"
    case .tooManyToSort(let limit):
      "more than \(limit.grouped) titles cannot be sorted by name; narrow the search, or sort by year,"
        + " rating, votes or runtime"
    }
  }

  package var remedy: Remedy? {
    switch self {
    case .noDatasets: .updateCatalog
    case .damaged: .reimportCatalog
    case .unusableFolder: .useAnotherHome
    case .peopleMissing: .updateCatalogWithPeople
    default: nil
    }
  }

  package var exitCategory: ExitCategory {
    switch self {
    case .badFile, .noDatasets: .badData
    case .unusablePath, .cannotRead, .cannotWrite, .unusableFolder, .damaged, .newer: .inputOutput
    case .busy, .peopleMissing, .tooManyToSort: .failed
    }
  }
}

extension CatalogError {
  /// Creates the error for an SQLite error that occurred while a catalog was read.
  init(_ error: DatabaseError, path: String) {
    self =
      switch error.resultCode.primaryResultCode {
      case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH:
        .cannotRead(name: path, reason: "it cannot be opened; check its permissions")
      case .SQLITE_NOMEM: .cannotRead(name: path, reason: "there is not enough memory")
      default: .damaged(path: path)
      }
  }
}
