import FilmzFiles
package import Foundation
import Glibc

/// The log: what happened unexpectedly, a line each, the newest last.
///
/// The file has mode 0600. When it is full, it becomes `log.1`, and the one before is removed: together
/// they have 1 MB at most.
package struct LogFile: Sendable {
  private static let mostBytes = 500_000
  private static let longestLine = 8_000

  private let url: URL

  package init(url: URL) { self.url = url }

  /// Adds a line with the moment and the process; line breaks and control characters become blanks.
  ///
  /// The caller masks secrets. A symbolic link is not followed.
  ///
  /// - Returns: Whether the line is in the file.
  @discardableResult
  package func append(_ text: String, at now: Date = Date()) -> Bool {
    let folder = url.deletingLastPathComponent()
    guard (try? PrivateFile.createFolder(folder)) != nil else { return false }
    let line = "\(now.ISO8601Format()) \(getpid()) \(Self.withoutControlCharacters(text))\n"
    return (try? FileLock.withLock(folder, timeout: .seconds(1)) { write(line) }) ?? false
  }

  private func write(_ line: String) -> Bool {
    let path = url.path(percentEncoded: false)
    if let status = FileStatus(of: url), status.bytes + line.utf8.count > Self.mostBytes {
      rename(path, path + ".1")
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(line.utf8)
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  private static func withoutControlCharacters(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(longestLine).map { scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
