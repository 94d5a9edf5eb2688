package import Foundation

/// A fresh folder under the temporary directory, for one test.
package struct ScratchFolder: Sendable {
  /// The folder, as an absolute file URL.
  package let url: URL

  /// The folder, as an absolute path.
  package var path: String { url.path }

  /// Runs `body` with a fresh folder (mode 0700), which is removed afterwards, whatever happens.
  package static func with<T>(_ body: (ScratchFolder) throws -> T) throws -> T {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    return try body(folder)
  }

  /// Runs `body` with a fresh folder (mode 0700), which is removed afterwards, whatever happens.
  ///
  /// Waits for its turn in the ``Crowd``.
  package static func with<T>(_ body: (ScratchFolder) async throws -> T) async throws -> T {
    try await Crowd.enter {
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
