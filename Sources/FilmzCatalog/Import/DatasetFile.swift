import FilmzDomain
import FilmzFiles
import Foundation
import Glibc

/// A local file of the IMDb datasets.
struct DatasetFile: Sendable, Hashable {
  let kind: DatasetKind
  let path: String
  /// The size in bytes.
  let size: Int
  /// The modification date.
  let date: Date
  /// The inode number, which shows whether two paths name the same file.
  let inode: UInt64

  /// The name of the file without its folder, as used in messages.
  var name: String { String(path.split(separator: "/").last ?? "") }

  /// `true` if the file has the name that IMDb gives to files of its kind.
  private var hasOwnName: Bool { DatasetKind(fileName: name) == kind }

  /// Returns the dataset files that paths name, and those in the folders that paths name, in the order
  /// in which the files have to be read.
  ///
  /// Files are recognized by their header, or by their name if the header is damaged. Other files in
  /// the folders, and subfolders, are ignored. If a folder has several files of one kind, those with
  /// other names than IMDb's are ignored if there is one with IMDb's name.
  ///
  /// - Throws: ``CatalogError`` if a path cannot be read, a path names a file that is not a dataset,
  ///   there are different files of one kind, or `title.basics` is missing.
  static func find(_ paths: [String]) throws(CatalogError) -> [DatasetFile] {
    var filesByKind: [DatasetKind: DatasetFile] = [:]
    for path in paths {
      for file in try files(path) {
        if let other = filesByKind[file.kind], other.inode != file.inode {
          throw .badFile(
            name: file.name, line: nil,
            problem: "this is \(file.kind.rawValue), and so is \(other.name); name only one of them"
          )
        }
        filesByKind[file.kind] = file
      }
    }
    guard filesByKind[.basics] != nil else {
      throw .noDatasets(path: paths.first ?? ".", missing: DatasetKind.basics.fileName)
    }
    return filesByKind.values.sorted { $0.kind < $1.kind }
  }

  private static func files(_ path: String) throws(CatalogError) -> [DatasetFile] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let isMissing = errno == ENOENT
      throw .unusablePath(
        path: path,
        reason: .systemError
          + (isMissing ? "; name the folder with the datasets, or the files" : ""))
    }
    guard [S_IFDIR, S_IFREG].contains(status.st_mode & S_IFMT) else {
      throw .unusablePath(path: path, reason: "it is neither a file nor a folder")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      guard let file = DatasetFile(path, status) else { throw unknownHeader(of: path) }
      return [file]
    }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .unusablePath(path: path, reason: "the folder cannot be read; check its permissions")
    }
    let files = names.sorted().compactMap { name -> DatasetFile? in
      let filePath = path + "/" + name
      var status = stat()
      guard stat(filePath, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return DatasetFile(filePath, status)
    }
    let kindsWithOwnName = Set(files.filter(\.hasOwnName).map(\.kind))
    return files.filter { $0.hasOwnName || !kindsWithOwnName.contains($0.kind) }
  }

  /// Returns the error for a file that is not a dataset.
  private static func unknownHeader(of path: String) -> CatalogError {
    let name = String(path.split(separator: "/").last ?? "")
    guard let header = DatasetHeader.read(path), !header.isEmpty else {
      return .badFile(
        name: name, line: nil, problem: "its first line is empty or damaged, not that of a dataset")
    }
    let columns = header.prefix(60) + (header.count > 60 ? "…" : "")
    return .badFile(
      name: name, line: 1,
      problem:
        "\"\(columns)\" is not the header of a dataset, such as tconst titleType primaryTitle")
  }

  /// Creates a file; returns `nil` if neither its header nor its name is that of a dataset.
  private init?(_ path: String, _ status: stat) {
    let name = String(path.split(separator: "/").last ?? "")
    guard
      let kind = DatasetHeader.read(path).flatMap(DatasetKind.init(header:))
        ?? DatasetKind(fileName: name)
    else { return nil }
    self.kind = kind
    self.path = path
    size = Int(status.st_size)
    inode = UInt64(status.st_ino)
    date = Date(timeIntervalSince1970: Double(status.st_mtim.tv_sec))
  }
}
