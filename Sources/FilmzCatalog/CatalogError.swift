package import FilmzDomain

/// What can go wrong with the offline catalog.
package enum CatalogError: UserFacingError, Equatable {
  /// A file is not what its name says; the line counts from 1, where one is to blame.
  case badFile(name: String, line: Int?, problem: String)
  case noSuchPath(path: String, reason: String)
  /// Neither a folder with datasets nor one of their files.
  case noDatasets(path: String, missing: String)
  case cannotRead(name: String, reason: String)
  case cannotWrite(path: String, reason: String)
  /// The folder of the home cannot hold a catalog.
  case unusableFolder(path: String, reason: String)
  /// Another filmz is importing.
  case busy
  case damaged(path: String)
  case newer(path: String)
  /// The search needs what was not imported.
  case peopleMissing
  /// More titles than so many are to be sorted by name.
  case tooManyToSort(Int)

  package var message: String {
    switch self {
    case .badFile(let name, let line, let problem):
      "\(name)\(line.map { ", line \($0)" } ?? ""): \(problem); the catalog stays as it was"
    case .noSuchPath(let path, let reason): "cannot read \(path): \(reason)"
    case .noDatasets(let path, let missing):
      "\(path) has no \(missing); get it from https://datasets.imdbws.com/"
    case .cannotRead(let name, let reason): "cannot read \(name): \(reason)"
    case .cannotWrite(let path, let reason), .unusableFolder(let path, let reason):
      "cannot write \(path): \(reason)"
    case .busy: "another filmz is importing a catalog; wait until it is done"
    case .damaged(let path): "\(path) is damaged or no catalog"
    case .newer(let path): "\(path) was written by a newer filmz; update filmz, or import again"
    case .peopleMissing: "the catalog knows no people"
    case .tooManyToSort(let most):
      "more than \(most.grouped) titles cannot be sorted by name; narrow the search, or sort by year,"
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

  package var kind: ExitCategory {
    switch self {
    case .badFile, .noDatasets: .badData
    case .noSuchPath, .cannotRead, .cannotWrite, .unusableFolder, .damaged, .newer: .inputOutput
    case .busy, .peopleMissing, .tooManyToSort: .failed
    }
  }
}
