import FilmzDomain
import FilmzFiles
import Foundation
import Glibc

/// A file of the datasets on this machine.
struct DatasetFile: Sendable, Hashable {
  let kind: DatasetKind
  let path: String
  let size: Int
  let date: Date
  /// What tells files of a disk apart.
  let number: UInt64

  /// As it is called in messages.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// The datasets that paths of files and folders hold, in the order in which they are read.
  ///
  /// - Throws: ``CatalogError`` where a path is none, a file is no dataset, or one is there twice.
  static func find(_ paths: [String]) throws(CatalogError) -> [DatasetFile] {
    var found: [DatasetKind: DatasetFile] = [:]
    for path in paths {
      for file in try files(path) {
        if let other = found[file.kind], other.number != file.number {
          throw .badFile(
            name: file.name, line: nil, problem: "there is \(other.name) too; name one of them")
        }
        found[file.kind] = file
      }
    }
    guard found[.basics] != nil else {
      throw .noDatasets(path: paths.first ?? ".", missing: DatasetKind.basics.fileName)
    }
    return found.values.sorted { $0.kind < $1.kind }
  }

  private static func files(_ path: String) throws(CatalogError) -> [DatasetFile] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isMissing = errno == ENOENT
      throw .noSuchPath(
        path: path,
        reason: .systemError + (isMissing ? "; name a folder with the datasets, or its files" : ""))
    }
    guard [S_IFDIR, S_IFREG].contains(status.st_mode & S_IFMT) else {
      throw .noSuchPath(path: path, reason: "it is neither a file nor a folder")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard let file = DatasetFile(path, status) else {
        throw .badFile(
          name: String(path.split(separator: "/").last ?? ""), line: nil,
          problem: "no file of the datasets is called so, as title.basics.tsv.gz is")
      }
      return [file]
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .noSuchPath(path: path, reason: "the folder cannot be read; see to its rights")
    }
    return names.sorted().compactMap { name in
      let inside = path + "/" + name
      var status = stat()
      guard stat(inside, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return DatasetFile(inside, status)
    }
  }

  private init?(_ path: String, _ status: stat) {
    guard let kind = DatasetKind(fileName: String(path.split(separator: "/").last ?? "")) else {
      return nil
    }
    self.kind = kind
    self.path = path
    size = Int(status.st_size)
    number = UInt64(status.st_ino)
    date = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
  }
}
