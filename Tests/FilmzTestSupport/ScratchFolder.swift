package import Foundation

/// A new folder in the temporary directory for one test.
package struct ScratchFolder: Sendable {
  /// The absolute file URL of the folder.
  package let url: URL

  /// The absolute path of the folder.
  package var path: String { url.path }

  /// Runs `body` with a new folder (mode 0700), which is removed afterwards.
  package static func with<T>(_ body: (ScratchFolder) throws -> T) throws -> T {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    return try body(folder)
  }

  /// Runs `body` with a new folder (mode 0700), which is removed afterwards.
  ///
  /// Waits for a slot of the ``ConcurrencyLimit``.
  package static func with<T>(_ body: (ScratchFolder) async throws -> T) async throws -> T {
    try await ConcurrencyLimit.withSlot {
      let folder = try ScratchFolder()
      defer { folder.remove() }
      return try await body(folder)
    }
  }

  private init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "filmz-test-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}

extension ScratchFolder {
  /// Returns the URL of `name`, a path relative to the folder.
  package func url(of name: String) -> URL { url.appending(path: name) }

  /// Returns the absolute path of `name`, a path relative to the folder.
  package func path(of name: String) -> String { url(of: name).path }

  /// Writes `text` as UTF-8 to `name`, creating intermediate folders, and returns the file's URL.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> URL {
    try write(Data(text.utf8), to: name)
  }

  /// Writes `data` to `name`, creating intermediate folders, and returns the file's URL.
  @discardableResult
  package func write(_ data: Data, to name: String) throws -> URL {
    let fileURL = url(of: name)
    try FileManager.default.createDirectory(
      at: fileURL.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: fileURL)
    return fileURL
  }

  /// Returns the text of `name`; invalid UTF-8 is repaired.
  package func read(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(of: name)), as: UTF8.self)
  }

  /// Returns the permission bits of `name`, such as `0o600`; `.` is the folder itself.
  package func mode(of name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path(of: name))
    return attributes[.posixPermissions] as? Int ?? 0
  }

  /// Returns whether a file or folder `name` exists.
  package func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(of: name))
  }

  /// Returns the sorted relative paths of all files in the folder and its subfolders.
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
