package import Foundation

extension ScratchFolder {
  /// The place of `name`, a path relative to the folder.
  package func url(of name: String) -> URL { url.appending(path: name) }

  /// The absolute path of `name`, a path relative to the folder.
  package func path(of name: String) -> String { url(of: name).path }

  /// Writes `text` as UTF-8 to `name`, making the folders on the way; returns the place.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> URL {
    try write(Data(text.utf8), to: name)
  }

  /// Writes `data` to `name`, making the folders on the way; returns the place.
  @discardableResult
  package func write(_ data: Data, to name: String) throws -> URL {
    let place = url(of: name)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: place)
    return place
  }

  /// The text of `name`, repaired where it is no UTF-8.
  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(of: name)), as: UTF8.self)
  }

  /// The permission bits of `name`, such as `0o600`; `.` is the folder itself.
  package func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return attributes[.posixPermissions] as? Int ?? 0
  }

  /// Whether `name` is there, as a file or as a folder.
  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(of: name))
  }

  /// The relative paths of everything in the folder that is no folder, at any depth, sorted.
  package func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path)
      .filter { !url(of: $0).isFolder }
      .sorted()
  }
}

extension URL {
  fileprivate var isFolder: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }
}
