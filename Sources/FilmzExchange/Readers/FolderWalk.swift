import FilmzDomain
import Foundation

/// Finds the files in a folder and the folders inside it.
enum FolderWalk {
  /// The maximum number of files and folders.
  static let maximumCount = 10_000

  /// Returns the regular files in any order.
  ///
  /// Symbolic links to files are followed, those to folders are not. What ``isLeftOut(_:)`` says is left out.
  static func files(
    in folder: FilePath, maximumCount: Int = maximumCount
  ) throws(ImportError) -> [FilePath] {
    var files: [FilePath] = []
    var folders = [folder]
    var count = 0
    while let next = folders.popLast() {
      let names = try names(in: next, maximumCount: maximumCount - count)
      count += names.count
      guard count <= maximumCount else { throw .tooManyFiles(path: folder.text) }
      for name in names where !isLeftOut(String(decoding: name, as: UTF8.self)) {
        let path = next.appending(name)
        switch try FileNode(path, followsLink: false).kind {
        case .regular: files.append(path)
        case .folder: folders.append(path)
        case .link: if try FileNode(path).kind == .regular { files.append(path) }
        case .other: break
        }
      }
    }
    return files
  }

  /// Returns whether a file or folder is not to be read: a hidden one, one of macOS, or one with what the user deleted
  /// at Letterboxd.
  static func isLeftOut(_ name: String) -> Bool {
    name.hasPrefix(".") || ["__macosx", "deleted", "orphaned"].contains(name.lowercased())
  }

  /// Returns the names in a folder, at most one more than the maximum.
  private static func names(
    in folder: FilePath, maximumCount: Int
  ) throws(ImportError) -> [[UInt8]] {
    guard let stream = opendir(folder.cString) else { throw folder.cannotRead() }
    defer { closedir(stream) }
    var names: [[UInt8]] = []
    while names.count <= maximumCount {
      errno = 0
      guard let entry = readdir(stream) else {
        guard errno == 0 else { throw folder.cannotRead() }
        break
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        Array(
          UnsafeRawBufferPointer(
            start: name,
            count: strlen(
              UnsafeRawPointer(name)
                .assumingMemoryBound(to: CChar.self))))
      }
      if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
    }
    return names
  }
}
