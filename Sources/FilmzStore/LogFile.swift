import FilmzFiles
package import Foundation
import Glibc

/// The log of unexpected events, one per line, the newest last.
///
/// The file has mode 0600. If a new line would make it larger than 500 kB, it is first renamed to `log.1`;
/// an older `log.1` is overwritten. Both files together take up at most 1 MB.
package struct LogFile: Sendable {
  private static let maximumBytes = 500_000
  /// The maximum length of the text of a line, in Unicode scalars.
  private static let maximumTextLength = 8_000

  private let url: URL

  package init(url: URL) { self.url = url }

  /// Appends a line with the time, the process id, and a text.
  ///
  /// Control characters in the text, such as line breaks, are replaced by spaces. Texts of more than 8,000
  /// Unicode scalars are truncated. The caller must mask secrets. Symbolic links are not followed.
  ///
  /// - Returns: `true` if the line was written.
  @discardableResult
  package func append(_ text: String, at now: Date = Date()) -> Bool {
    let folder = url.deletingLastPathComponent()
    guard (try? PrivateFile.createFolder(folder)) != nil else { return false }
    let line = "\(now.ISO8601Format()) \(getpid()) \(Self.sanitized(text))\n"
    return (try? FileLock.withLock(folder, timeout: .seconds(1)) { write(line) }) ?? false
  }

  private func write(_ line: String) -> Bool {
    let path = url.path(percentEncoded: false)
    if let status = FileStatus(of: url), status.bytes + line.utf8.count > Self.maximumBytes {
      rename(path, path + ".1")
    }
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = Array(line.utf8)
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count
  }

  private static func sanitized(_ text: String) -> String {
    let scalars = text.unicodeScalars.prefix(maximumTextLength).map { scalar in
      scalar.properties.generalCategory == .control ? " " : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }
}
