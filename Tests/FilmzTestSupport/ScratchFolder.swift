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
