import FilmzFiles
import Foundation
import Glibc
import Synchronization

/// A temporary file for import data that does not fit into memory.
///
/// The file has no name any more (`unlink`), so that the system frees its space when the process ends, even by a crash.
final class SpillFile: Sendable {
  private let descriptor: CInt
  private let folder: String
  /// The number of bytes written so far.
  private let end = Mutex(0)

  /// Creates the file in a folder.
  ///
  /// Imports use the folder of the catalog, because its disk needs much free space for the new catalog
  /// too.
  ///
  /// - Throws: ``CatalogError/cannotWrite(path:reason:)``.
  init(in folder: URL) throws(CatalogError) {
    self.folder = folder.path(percentEncoded: false)
    // mkstemp(3) requires six X at the end, and replaces them.
    let ending = String(repeating: "X", count: 6)
    var template = Array((self.folder + "/catalog.sqlite.spill." + ending).utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .cannotWrite(path: self.folder, reason: .systemError) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
  }

  deinit { close(descriptor) }

  /// Writes sorted entries, and returns a run that reads them.
  ///
  /// - Throws: ``CatalogError/cannotWrite(path:reason:)``.
  func writeRun(_ entries: [UInt64]) throws(CatalogError) -> PostingRun {
    PostingRun(file: self, start: try append(entries), count: entries.count)
  }

  /// Appends elements to the file, and returns their offset in bytes.
  ///
  /// - Throws: ``CatalogError/cannotWrite(path:reason:)``.
  func append<Element: BitwiseCopyable>(_ elements: [Element]) throws(CatalogError) -> Int {
    let start = end.withLock { end in
      defer { end += elements.count * MemoryLayout<Element>.stride }
      return end
    }
    let isWritten = elements.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(start + done))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
    guard isWritten else { throw .cannotWrite(path: folder, reason: .systemError) }
    return start
  }

  /// Reads a number of elements at an offset in bytes.
  ///
  /// - Throws: ``CatalogError/cannotRead(name:reason:)``.
  func elements<Element: BitwiseCopyable>(
    _ type: Element.Type, at start: Int, count: Int
  ) throws(CatalogError) -> [Element] {
    var reason: String?
    let elements = [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      var done = 0
      while done < bytes.count {
        let count = pread(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(start + done))
        if count < 0, errno == EINTR { continue }
        if count < 0 { reason = .systemError }
        guard count > 0 else { break }
        done += count
      }
      if done < bytes.count, reason == nil { reason = "it is truncated" }
      initialized = done / MemoryLayout<Element>.stride
    }
    if let reason { throw .cannotRead(name: "a temporary file", reason: reason) }
    return elements
  }
}
